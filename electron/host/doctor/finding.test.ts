import { expect, test } from 'vitest'
import { failed } from '#platform/call/failure.ts'
import { plainText, whatCameOf } from './finding.ts'

const reached = (unread?: string[]) =>
  plainText(
    whatCameOf({
      ok: true,
      value: {},
      answeredAt: null,
      ...(unread === undefined ? {} : { unread }),
    }),
  )

test.each<[string[] | undefined, string]>([
  [undefined, 'reached'],
  [[], 'reached'],
  [['items.7'], 'reached, 1 field unread: items.* (1)'],
  [
    ['items.0.active', 'items.9.active', 'items.3'],
    'reached, 3 fields unread: items.*.active (2), items.* (1)',
  ],
  [
    ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'],
    'reached, 9 fields unread: a (1), b (1), c (1), d (1), e (1), f (1), g (1), h (1) …',
  ],
])('an answer of which %j could not be read', (unread, text) => {
  expect(reached(unread)).toBe(text)
})

test.each(['foreign', 'unreadable'] as const)('%s is answered with something else', (kind) => {
  expect(plainText(whatCameOf(failed(kind, 'data: what it was', 200)))).toBe(
    'answered with something else: data: what it was',
  )
})

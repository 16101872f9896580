import { expect, test } from 'vitest'
import { failed } from '#platform/call/failure.ts'
import { readTokenWord } from './token-word.ts'

test.each([
  ['it is taken', { ok: true, value: {}, answeredAt: null } as const, 'accepted'],
  ['its answer lacks something', failed('unreadable', 'data.website', 200), 'accepted'],
  ['it is refused', failed('answered', 'no', 401), 'refused'],
  ['its rights are refused', failed('answered', 'no', 403), 'refused'],
  ['there is no such endpoint', failed('answered', 'none', 404), 'unknown'],
  ['the platform is busy', failed('answered', 'later', 503), 'unknown'],
  ['no answer', failed('lost', 'cut'), 'unknown'],
  ['a sign-in page', failed('portal', 'a page', 200), 'unknown'],
])('of a token: %s', (_what, me, kind) => {
  expect(readTokenWord(me).kind).toBe(kind)
})

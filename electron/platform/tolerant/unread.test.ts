import { expect, test } from 'vitest'
import { countUnread, countLeftOut, unreadByRecord } from './unread.ts'

test.each<[string[] | undefined, number]>([
  [undefined, 0],
  [[], 0],
  [['items.3', 'items.4.active', 'items.12'], 2],
  [['movements.0', 'pagination.page'], 1],
  [['0', '1.menu.priority', '2.products.3'], 1],
  [['items.0.promotionIds.0', 'promotionIds.2'], 0],
])('records that were left out: %j are %i', (unread, count) => {
  expect(countLeftOut(unread)).toBe(count)
})

test('fields are counted by name, without personal data', () => {
  const unread = [
    'items.0.unitPrice',
    'items.12.unitPrice',
    'items.0.modifiers.1.countById.r5RZaWcBzzWz3WAnp',
    'items.0.modifiers.1.countByExternalId.a.b',
    'items.3',
    'address',
  ]
  expect(countUnread(unread)).toEqual([
    { path: 'items.*.unitPrice', count: 2 },
    { path: 'address', count: 1 },
    { path: 'items.*', count: 1 },
    { path: 'items.*.modifiers.*.countByExternalId.*', count: 1 },
    { path: 'items.*.modifiers.*.countById.*', count: 1 },
  ])
})

test('fields are listed by record, also after one that was left out', () => {
  const [a, b, c] = [{ _id: 'a' }, { _id: 'b' }, { _id: 'c' }]
  const unread = ['items.0', 'items.2.amount', 'items.2.voidedAt', 'items.3', 'items.4.parts.0.x']
  expect([...unreadByRecord(unread, [a, b, c])]).toEqual([
    [b, ['amount', 'voidedAt']],
    [c, ['parts.0.x']],
  ])
  expect(unreadByRecord(undefined, [a, b, c]).size).toBe(0)
})

import { expect, test } from 'vitest'
import type { Ticket } from '#contract/tickets/ticket.ts'
import { openNeed, portions } from './open-need.ts'
import { bumps, makeItem, makeTicket } from '../../test-support/sample-ticket.ts'

const avocado = 'option:extras/avocado'
const withAvocado = (count: number, fields: Parameters<typeof makeItem>[0] = {}) =>
  makeItem({
    stockKey: 'product:burger',
    modifiers: [
      { name: 'Agregados', options: [{ id: 'x', name: 'Palta', count, stockKey: avocado }] },
    ],
    ...fields,
  })
const ticket = (code: string, fields: Partial<Ticket>) => makeTicket({ id: code, code, ...fields })
const needTexts = (tickets: Ticket[], key: string) =>
  openNeed(tickets, key).map(({ ticket: { code }, amount }) => `${code} ×${String(amount)}`)

const cancellation = { at: '', reason: null }

test.for<[string, Partial<Ticket>, string[]]>([
  ['a product counts its amount', { items: [withAvocado(3)] }, ['1 ×2']],
  ['a struck item is done', { items: [withAvocado(1, { struck: true })] }, []],
  [
    'items of one ticket add up',
    { items: [withAvocado(1), withAvocado(1, { key: 'b', amount: 1 })] },
    ['1 ×3'],
  ],
  [
    'a bumped ticket needs nothing',
    { items: [withAvocado(1)], stage: 'ready', bump: bumps.undoable },
    [],
  ],
  ['neither does a cancelled one', { items: [withAvocado(1)], cancellation }, []],
  [
    'one for later will',
    { items: [withAvocado(1)], scheduled: true, queueAt: '2999-01-01T00:00:00.000Z' },
    ['1 ×2'],
  ],
  ['another product does not count', { items: [makeItem({ stockKey: 'product:burger-2' })] }, []],
])('%s', ([, fields, expected]) => {
  expect(needTexts([ticket('1', fields)], 'product:burger')).toEqual(expected)
})

test('an option counts its own count times the amount; tickets stand by promise', () => {
  const tickets = [
    ticket('1007', { items: [withAvocado(2)], promisedAt: '2025-03-01T12:30:00.000Z' }),
    ticket('1004', { items: [withAvocado(1, { amount: 3 })] }),
    ticket('1005', { items: [makeItem({ stockKey: 'product:burger' })] }),
  ]
  expect(needTexts(tickets, avocado)).toEqual(['1004 ×3', '1007 ×4'])
  expect(portions(openNeed(tickets, avocado))).toBe(7)
})

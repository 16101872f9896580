import { expect, test } from 'vitest'
import type { Driver, Ticket, TicketChange, TicketItem } from '#contract/tickets/ticket.ts'
import { makeItem, makeTicket } from '../../test-support/sample-ticket.ts'
import { soldOutKeys, partsOf, contentOf } from './ticket-parts.ts'

const change: TicketChange = { kind: 'added', key: 'k', name: 'Té', before: 0, now: 1 }
const driver: Driver = {
  stage: 'assigned',
  name: 'Eva',
  vehicle: null,
  pickupCode: null,
  expectedAt: null,
  searchesAt: null,
}
const cash = { label: 'Efectivo', amountToPay: null, cashAmount: null }
const items = [makeItem({ key: 'a' }), makeItem({ key: 'b' })]

test.for<[string, Partial<Ticket>, boolean, string]>([
  ['dishes in their order', {}, false, 'a b'],
  ['what changed stands above them', { changes: [change] }, false, 'changed a b'],
  ['that it was called back', { recalledAt: '2025-03-01T12:00:00Z' }, false, 'recalled a b'],
  ['its driver', { driver }, false, 'driver a b'],
  ['money where it is asked for', { payment: cash }, true, 'payment a b'],
  ['and only there', { payment: cash }, false, 'a b'],
  [
    'what there is to pay',
    { payment: { ...cash, label: null, amountToPay: 5 } },
    true,
    'payment a b',
  ],
  ['what is paid with', { payment: { ...cash, label: null, cashAmount: 5 } }, true, 'payment a b'],
  ['nothing to pay', { payment: { ...cash, label: null, amountToPay: 0 } }, true, 'a b'],
  ['that a part could not be read', { incomplete: true }, false, 'unread a b'],
  [
    'all of it, what presses most first',
    {
      notes: [
        { text: 'Con vela', allergyWords: [] },
        { text: 'Sin nueces', allergyWords: ['nueces'] },
      ],
      payment: cash,
      driver,
      recalledAt: '2025-03-01T12:00:00Z',
      changes: [change],
      incomplete: true,
    },
    true,
    'Sin nueces unread changed recalled driver payment Con vela a b',
  ],
])('%s', ([, fields, showPayment, expected]) => {
  const parts = partsOf(makeTicket({ items, ...fields }), showPayment)
  const texts = parts.map((part) => {
    if ('item' in part) return part.item.key
    return 'note' in part ? part.note.text : part.notice
  })
  expect(texts.join(' ')).toBe(expected)
})

const cheese = { id: '1', name: 'Queso', count: 1, stockKey: 'option:extras/cheese' }
const burger = makeItem({
  modifiers: [{ name: 'Agregados', options: [cheese] }],
  comment: 'Sin sal',
  allergyWords: [],
})
const none = () => false
const contentWith = (fields: Partial<TicketItem>, isOut: (key: string) => boolean = none) =>
  contentOf({ item: { ...burger, ...fields } }, makeTicket(), isOut)

test.for<[string, Partial<TicketItem>]>([
  ['its amount', { amount: 12 }],
  ['its name', { name: 'Hamburguesa doble' }],
  ['a comment', { comment: null }],
  ['what could not be read', { unread: ['amount'] }],
  ['an allergy', { allergyWords: ['nuez'] }],
  ['that it is held', { isHeld: true }],
  [
    'how many of an option',
    { modifiers: [{ name: 'Agregados', options: [{ ...cheese, count: 2 }] }] },
  ],
  ['the name of a modifier', { modifiers: [{ name: '', options: [cheese] }] }],
  [
    'an option as a modifier',
    {
      modifiers: [
        { name: 'Agregados', options: [] },
        { name: 'Queso', options: [] },
      ],
    },
  ],
])('a dish is measured again for %s', ([, fields]) => {
  expect(contentWith(fields)).not.toBe(contentWith({}))
})

test('and for what of it is sold out: the dish, or an option', () => {
  const dish = contentWith({}, (key) => key === burger.stockKey)
  const option = contentWith({}, (key) => key === cheese.stockKey)
  expect(new Set([contentWith({}), dish, option]).size).toBe(3)
  expect(soldOutKeys(burger, (key) => key === cheese.stockKey)).toBe(cheese.stockKey)
  expect(contentWith({}, (key) => key === 'product:another')).toBe(contentWith({}))
})

test('a dish that says the same is as high, in whatever ticket: also once it is struck', () => {
  expect(contentWith({ key: 'another' })).toBe(contentWith({}))
  expect(contentWith({ struck: true })).toBe(contentWith({}))
  const isOut = (key: string) => key === cheese.stockKey
  expect(contentWith({ struck: true }, isOut)).toBe(contentWith({}, isOut))
})

test('a notice is measured by its own words alone', () => {
  const contentOfNotice = (
    fields: Partial<Ticket>,
    notice: 'changed' | 'driver' | 'payment' | 'recalled',
  ) => contentOf({ notice }, makeTicket(fields), none)
  expect(contentOfNotice({ changes: [change] }, 'changed')).not.toBe(contentOfNotice({}, 'changed'))
  expect(contentOfNotice({ driver }, 'driver')).not.toBe(
    contentOfNotice({ driver: { ...driver, name: 'Maximiliano' } }, 'driver'),
  )
  expect(contentOfNotice({ payment: cash }, 'payment')).not.toBe(contentOfNotice({}, 'payment'))
  expect(contentOfNotice({ driver, payment: cash, items: [] }, 'changed')).toBe(
    contentOfNotice({}, 'changed'),
  )
  expect(contentOfNotice({}, 'recalled')).not.toBe(contentOfNotice({}, 'changed'))
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { defaultSettings as rules } from '#contract/settings/settings.ts'
import { createDialect } from '#platform/dialect.ts'
import { orderSchema } from '#platform/order.ts'
import { noMenu } from '#test/support/platform-ticket.ts'
import { marksWithoutGuest, withoutGuest } from './forget-guest.ts'
import { addEvent } from './order-facts.ts'
import { strikeMark } from './items.ts'
import { newMarks, type Marks } from './marks.ts'
import { reportedOrder } from './ticket-changes.ts'
import { buildTicket } from '#test/support/build-ticket.ts'

const fixtures = join(import.meta.dirname, '../../../test/fixtures')
const event = JSON.parse(readFileSync(join(fixtures, 'order-created-delivery.json'), 'utf8')) as {
  data: { order: object }
}

const personal = {
  buyerName: 'Amparo Ruiz',
  phone: '+56 9 1234 5678',
  email: 'amparo@example.com',
  userId: 'usr-77',
  address: { address: 'Calle Larga 12', addressLine2: 'depto 4' },
  billing: { name: 'Amparo S.A.' },
  gift: { to: 'Renata' },
  transaction: { cardLast4: '4242' },
  orderParams: { note: 'ring twice' },
  somethingNew: { whoever: 'Amparo' },
}
const delivery = {
  _id: 'd1',
  status: 'done',
  placeName: 'Amparo',
  instructions: 'ring twice',
  driverPassword: '9911',
  specialCode: '77',
  completedAt: '2026-10-01T12:40:00.000Z',
  driverInformation: { name: 'Pedro', phone: '+56 9 8888 7777', type: 'bike' },
  deliveryInformation: 'Calle Larga 12',
}

const orderFacts = addEvent(null, {
  stamp: '2026-10-01T12:00:00.000Z|k',
  order: orderSchema.parse({
    ...event.data.order,
    ...personal,
    items: [
      {
        product: { name: 'Burger', metadata: { text: 'for Amparo' } },
        amount: 2,
        comment: 'allergic, says Amparo',
        description: 'Cheese - Comment: "allergic, says Amparo"',
        notes: ['ring twice'],
        modifiers: [{ name: 'Extra', options: [{ name: 'Cheese', note: 'as Amparo likes it' }] }],
      },
      { description: 'Soup of the day', amount: 1 },
      { product: { name: 'Fries' }, depth: 1, amount: 1 },
    ],
    deliveries: [delivery],
  }),
  delivery: null,
})

const ticketOf = (of: typeof orderFacts) =>
  buildTicket(
    'o',
    of,
    newMarks('2026-10-01T12:00:00.000Z'),
    null,
    rules,
    createDialect(),
    noMenu,
    0,
  )

test('no data of a guest or a driver is left, even in unknown fields', () => {
  const text = JSON.stringify(withoutGuest(orderFacts))
  for (const word of [
    'Amparo',
    '1234 5678',
    'usr-77',
    'Calle Larga',
    'Renata',
    '4242',
    'ring twice',
    'Pedro',
    '8888',
    '9911',
  ])
    expect(text).not.toContain(word)
})

test('keeps what figures and search need: dishes, codes, times and the final state', () => {
  const before = ticketOf(orderFacts)
  const after = ticketOf(withoutGuest(orderFacts))
  expect(before.buyerName).toBe('Amparo Ruiz')
  const { code, stage, createdAt, promisedAt, type } = before
  expect(after).toMatchObject({ code, stage, createdAt, promisedAt, type, buyerName: null })
  expect(after.stage).toBe('handed-over')
  const dishesOf = ({ items }: typeof before) =>
    items.map(({ name, amount, depth }) => [name, amount, depth])
  expect(dishesOf(after)).toEqual(dishesOf(before))
  expect(after.items[0]?.modifiers).toMatchObject([
    { name: 'Extra', options: [{ name: 'Cheese' }] },
  ])
  expect(after.changes).toEqual([])
})

test('the kitchen’s marks forget the guest’s words, and a dish stays struck', () => {
  const items = [
    { _id: 'a', amount: 1, comment: 'para Renata', product: { _id: 'p', name: 'Sopa' } },
  ]
  const order = orderSchema.parse({ _id: 'o', buyerName: 'Amparo Ruiz', items })
  const soupFacts = addEvent(null, { stamp: '2026-10-01|1', order, delivery: null })
  const build = (facts: typeof soupFacts, marks: Marks) =>
    buildTicket('o', facts, marks, null, rules, createDialect(), noMenu, 0)
  const ticket = build(soupFacts, newMarks('2026-10-01T12:00:00.000Z'))
  const [item] = ticket.items
  if (item === undefined) throw new Error('no item')
  const { struck: _struck, ...plain } = item
  const mark = strikeMark(plain)
  const at = '2026-10-01T12:10:00.000Z'
  const marks: Marks = {
    ...newMarks('2026-10-01T12:00:00.000Z'),
    work: { a: { mark, stations: { rest: { startedAt: null, doneAt: at, by: '' } } } },
    expo: { bagged: { a: mark }, shelf: '', handedOverAt: null },
    times: { fired: {}, waits: { a: { mark, seconds: 60 } } },
    acknowledged: { grill: JSON.stringify([['note', 'para Renata']]) },
    acknowledgedItems: [plain],
    acknowledgedOrder: reportedOrder(ticket),
  }
  expect(build(soupFacts, marks).items[0]?.isBagged).toBe(true)
  const forgotten = marksWithoutGuest(marks)
  expect(JSON.stringify(forgotten)).not.toMatch(/Renata|Amparo/)
  const after = build(withoutGuest(soupFacts), forgotten)
  expect(after.items[0]).toMatchObject({ isBagged: true })
  expect(after.changes).toEqual([])
})

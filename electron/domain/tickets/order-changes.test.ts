import { expect, test } from 'vitest'
import { defaultSettings } from '#contract/settings/settings.ts'
import { createDialect } from '#platform/dialect.ts'
import type { Order } from '#platform/order.ts'
import { noMenu } from '#test/support/platform-ticket.ts'
import { AllergyReader, standardAllergies } from './allergy.ts'
import { withoutGuest } from './forget-guest.ts'
import { addEvent, type OrderFacts } from './order-facts.ts'
import { noStations } from '../stations/routes.ts'
import { newMarks, type Marks } from './marks.ts'
import { acknowledgedOrder } from './ticket-changes.ts'
import { buildTicket } from '#test/support/build-ticket.ts'

const at = (minutes: number): string =>
  new Date(Date.parse('2026-11-20T15:00:00.000Z') + minutes * 60_000).toISOString()

const first: Partial<Order> = {
  _id: 'o',
  buyerName: 'Mesa 7',
  deliveryType: 'serve',
  createdAt: at(0),
  deliverAt: at(20),
  items: [{ _id: 'a', amount: 1, product: { _id: 'p', name: 'Pasta' } }],
}

/** Messages of an order, each some minutes after the one before. */
const factsOf = (...orders: Partial<Order>[]): OrderFacts =>
  orders.reduce<OrderFacts | null>(
    (facts, order, nth) =>
      addEvent(facts, {
        ...{ stamp: `${at(nth)}|${String(nth)}`, delivery: null },
        order: { _id: 'o', ...order },
      }),
    null,
  ) as OrderFacts

const build = (facts: OrderFacts, marks: Partial<Marks> = {}, allergies = standardAllergies) =>
  buildTicket(
    ...(['o', facts, { ...newMarks(at(0)), ...marks }, null, defaultSettings] as const),
    ...([createDialect(), noMenu, Date.parse(at(5)), noStations, allergies] as const),
  )

const changesOf = (facts: OrderFacts, marks: Partial<Marks> = {}): unknown[] =>
  build(facts, marks).changes.map(({ key: _key, ...change }) => change)

const note = (text: string, ...allergyWords: string[]) => ({ text, allergyWords })

test.each<[string, Partial<Order>, unknown[]]>([
  ['nothing', {}, []],
  ['the same again', { ...first }, []],
  ['a status', { orderStatus: 'done' }, []],
  ['a payment', { paymentTypeLabel: 'Card', amountToPay: 3 }, []],
  ['the table', { buyerName: 'Mesa 12' }, [{ kind: 'buyer', before: 'Mesa 7', now: 'Mesa 12' }]],
  ['a table that is left out', { buyerName: null }, []],
  ['its type', { deliveryType: 'go' }, [{ kind: 'type', before: 'table', now: 'pickup' }]],
  [
    'a time two hours later',
    { deliverAt: at(140) },
    [{ kind: 'time', before: at(20), now: at(140) }],
  ],
  ['an earlier time', { deliverAt: at(10) }, [{ kind: 'time', before: at(20), now: at(10) }]],
  ['a time that moves by two minutes', { deliverAt: at(22) }, []],
  ['a note', { comment: 'sin sal' }, [{ kind: 'note', note: note('sin sal') }]],
  [
    'an allergy',
    { comment: 'alergia a mariscos' },
    [{ kind: 'note', note: note('alergia a mariscos', 'alergia') }],
  ],
  [
    'an allergy in another field',
    { orderParams: { alergias: 'nueces' } },
    [{ kind: 'note', note: note('alergias: nueces', 'alergias') }],
  ],
])('an order changes: %s', (_what, change, expected) => {
  const facts = factsOf(first, change)
  expect(changesOf(facts)).toEqual(expected)
  // Whichever came first.
  const [oldest, newest] = [factsOf(first), { ...change, _id: 'o' }]
  const late = addEvent(addEvent(null, { stamp: `${at(1)}|1`, order: newest, delivery: null }), {
    stamp: `${at(0)}|0`,
    order: { _id: 'o', ...first },
    delivery: null,
  })
  expect(oldest.firstItems?.order).toEqual(late.firstItems?.order)
  expect(build(late).changes).toEqual(build(facts).changes)
})

test('a note that goes is said, and one in other words is both', () => {
  const noted = { ...first, comment: 'sin sal' }
  expect(changesOf(factsOf(noted, { comment: null }))).toEqual([
    { kind: 'note-gone', text: 'sin sal' },
  ])
  expect(changesOf(factsOf(noted, { comment: 'sin ajo' }))).toEqual([
    { kind: 'note', note: note('sin ajo') },
    { kind: 'note-gone', text: 'sin sal' },
  ])
})

test('once it is acknowledged, changes count from there', () => {
  const facts = factsOf(first, { buyerName: 'Mesa 12' })
  const seen = { acknowledgedOrder: acknowledgedOrder(facts, build(facts)), acknowledgedItems: [] }
  expect(
    changesOf(facts, seen).filter((change) => (change as { kind: string }).kind === 'buyer'),
  ).toEqual([])
  const moved = addEvent(facts, {
    ...{ stamp: `${at(9)}|9`, delivery: null },
    order: { _id: 'o', buyerName: 'Mesa 3' },
  })
  expect(changesOf(moved, seen)).toContainEqual({ kind: 'buyer', before: 'Mesa 12', now: 'Mesa 3' })
})

test('words of the restaurant itself make no note a new one', () => {
  const noted = { ...first, orderParams: { extra: 'con cilantro fresco' } }
  const facts = factsOf(noted, { orderStatus: 'done' })
  const own = new AllergyReader(['cilantro'])
  expect(build(facts, {}, own).changes).toEqual([])
  // Also once somebody has acknowledged it with these words.
  const seen = { acknowledgedOrder: acknowledgedOrder(facts, build(facts, {}, own)) }
  expect(build(facts, seen, own).changes).toEqual([])
  expect(build(facts, seen).changes).toEqual([])
})

test('a guest who is forgotten is not in what was first reported', () => {
  const facts = withoutGuest(factsOf(first, { comment: 'sin sal' }))
  expect(JSON.stringify(facts)).not.toContain('Mesa')
  expect(build(facts).changes).toEqual([])
})

const driver = (name: string) => ({ name, phone: null, code: null })
const delivering = (fields: object): Partial<Order> => ({
  deliveries: [{ _id: 'd', ...fields }],
})

test.each<[string, Partial<Order>[], string]>([
  [
    'the first driver is at the store',
    [delivering({ driverInformation: driver('Ana'), nearStoreAt: at(1) })],
    'at-store',
  ],
  [
    'another driver, who is not there yet',
    [
      delivering({ driverInformation: driver('Ana'), nearStoreAt: at(1) }),
      delivering({ driverInformation: driver('Beto'), nearStoreAt: at(1) }),
    ],
    'assigned',
  ],
  [
    'another driver, of whom the event leaves the instant out',
    [
      delivering({ driverInformation: driver('Ana'), nearStoreAt: at(1) }),
      delivering({ driverInformation: driver('Beto') }),
    ],
    'assigned',
  ],
  [
    'the other driver arrives',
    [
      delivering({ driverInformation: driver('Ana'), nearStoreAt: at(1) }),
      delivering({ driverInformation: driver('Beto') }),
      delivering({ driverInformation: driver('Beto'), nearStoreAt: at(4) }),
    ],
    'at-store',
  ],
  [
    'the same driver again',
    [
      delivering({ driverInformation: driver('Ana'), nearStoreAt: at(1) }),
      delivering({ driverInformation: driver('Ana') }),
    ],
    'at-store',
  ],
])('%s', (_what, deliveries, stage) => {
  expect(build(factsOf(first, ...deliveries)).driver?.stage).toBe(stage)
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { defaultSettings as rules } from '#contract/settings/settings.ts'
import { createDialect } from '#platform/dialect.ts'
import type { Delivery } from '#platform/order.ts'
import { tries } from '#test/support/tries.ts'
import { noMenu } from '#test/support/platform-ticket.ts'
import { addEvent, type OrderFacts, type StampedEvent } from './order-facts.ts'
import { readDetail } from './detail.ts'
import { newMarks } from './marks.ts'
import { buildTicket } from '#test/support/build-ticket.ts'

const pedro = { name: 'Pedro R.' }
type Reported = Delivery['driverInformation']

const at = (minute: number): string => `2026-11-20T15:${String(minute).padStart(2, '0')}:00.000Z`

/** A delivery event's driver; undefined when the event leaves the driver out. */
function says(
  minute: number,
  driverInformation: Reported,
  fields: Partial<Delivery> = {},
): StampedEvent {
  const delivery: Delivery = { _id: 'd', createdAt: at(0), activatesAt: at(1), ...fields }
  return {
    stamp: `${at(minute)}|k${String(minute)}`,
    order: { _id: 'o' },
    delivery: driverInformation === undefined ? delivery : { ...delivery, driverInformation },
  }
}

const learnAll = (messages: readonly StampedEvent[]): OrderFacts =>
  messages.reduce<OrderFacts>(
    (facts, message) => addEvent(facts, message),
    addEvent(null, says(0, undefined)),
  )

const build = (facts: OrderFacts) =>
  buildTicket('o', facts, newMarks(at(0)), null, rules, createDialect(), noMenu, Date.parse(at(59)))
const stageOf = (...messages: StampedEvent[]) => build(learnAll(messages)).driver?.stage

describe('a driver who was assigned and then lost', () => {
  test.each<[string, StampedEvent[], string]>([
    ['is lost', [says(2, null), says(3, pedro), says(4, null)], 'lost'],
    [
      'is lost where the newest word leaves drivers out',
      [says(3, pedro), says(4, null), says(5, undefined)],
      'lost',
    ],
    ['is none before any was reported', [says(2, null)], 'searching'],
    [
      'is lost until another is assigned',
      [says(3, pedro), says(4, null), says(5, { phone: '+569' })],
      'assigned',
    ],
    ['may be known by a code alone', [says(3, { code: 'D-77' }), says(4, {})], 'lost'],
    [
      'was none without name, telephone or code',
      [says(3, { type: 'moto' }), says(4, null)],
      'searching',
    ],
    ['was none where an object is empty', [says(3, {})], 'searching'],
    [
      'is lost at the store, whose instant is still there',
      [says(3, pedro, { nearStoreAt: at(3) }), says(4, null)],
      'lost',
    ],
    [
      'has left with the food, and is not asked for again',
      [says(3, pedro, { pickupAt: at(3) }), says(4, null)],
      'picked-up',
    ],
    [
      'is over where the delivery was cancelled',
      [says(3, pedro), says(4, null, { canceledAt: at(4) })],
      'cancelled',
    ],
    [
      'is another delivery’s',
      [says(3, pedro, { _id: 'e', createdAt: at(0), canceledAt: at(3) }), says(4, null)],
      'searching',
    ],
  ])('%s', (_name, messages, stage) => {
    expect(stageOf(...messages)).toBe(stage)
    expect(stageOf(...messages.toReversed())).toBe(stage)
  })

  test('in any order and with any repetition of the messages', () => {
    const text = fc.constantFrom<Reported>(
      pedro,
      { phone: '+569' },
      { code: 'D' },
      {},
      { type: 'moto' },
      null,
      undefined,
    )
    const messages = fc
      .uniqueArray(fc.record({ minute: fc.integer({ min: 2, max: 59 }), driver: text }), {
        selector: ({ minute }) => minute,
        minLength: 1,
        maxLength: 8,
      })
      .map((all) => all.toSorted((one, other) => one.minute - other.minute))
    fc.assert(
      fc.property(messages, fc.infiniteStream(fc.nat()), (all, keys) => {
        const reported = all.map(({ minute, driver }) => says(minute, driver))
        const shuffled = [...reported, ...reported.slice(0, 3)]
          .map((each) => ({ each, key: Number(keys.next().value) }))
          .toSorted((a, b) => a.key - b.key)
          .map(({ each }) => each)
        expect(learnAll(shuffled)).toEqual(learnAll(reported))
        const isOne = (driver: Reported) =>
          (driver?.name ?? driver?.phone ?? driver?.code) !== undefined
        const last = all.findLast(({ driver }) => driver !== undefined)
        const expected =
          last !== undefined && isOne(last.driver)
            ? 'assigned'
            : all.some(({ driver }) => isOne(driver))
              ? 'lost'
              : 'searching'
        expect(stageOf(...shuffled)).toBe(expected)
      }),
      { numRuns: tries(300, 5_000) },
    )
  })
})

/** A message with fields that could not be read: of the order, of a delivery, or around them. */
function odd(minute: number, unread: readonly string[], order: object = {}): StampedEvent {
  return {
    stamp: `${at(minute)}|k${String(minute)}`,
    order: { _id: 'o', ...order },
    delivery: null,
    unread,
  }
}

const unreadAfter = (...messages: StampedEvent[]) => {
  const facts = messages.reduce<OrderFacts>(
    (sofar, each) => addEvent(sofar, each),
    addEvent(null, odd(0, [])),
  )
  return readDetail(facts, newMarks(at(0)), build(facts), []).unread
}

describe('what could not be read', () => {
  const dishes = { items: [{ _id: 'i' }] }
  const driven = { deliveries: [{ _id: 'd', price: 1 }, { _id: 'e' }] }
  test.each<[string, StampedEvent[], string[]]>([
    ['is named', [odd(1, ['phone'])], ['phone']],
    ['is over with a newer word that can be', [odd(1, ['phone']), odd(2, [], { phone: '1' })], []],
    [
      'is over where the newer word is that there is none',
      [odd(1, ['phone']), odd(2, [], { phone: null })],
      [],
    ],
    ['stays where a newer message says nothing of it', [odd(1, ['phone']), odd(2, [])], ['phone']],
    [
      'is named for the newest message, whatever an older one had',
      [odd(1, [], { phone: '1' }), odd(2, ['phone'])],
      ['phone'],
    ],
    [
      'gives way to what of the newest could not be',
      [odd(1, ['items.0', 'items.1.amount'], dishes), odd(2, ['items'])],
      ['items'],
    ],
    [
      'is over with dishes that can be read',
      [odd(1, ['items.0.amount'], dishes), odd(2, [], dishes)],
      [],
    ],
    [
      'comes first where a cook needs it',
      [odd(1, ['address', 'items.0.amount', 'phone'], dishes)],
      ['items.0.amount', 'address', 'phone'],
    ],
    [
      'of a delivery is over with that delivery’s word',
      [
        odd(1, ['deliveries.1.price'], { deliveries: [{ _id: 'e' }, { _id: 'd' }] }),
        odd(2, [], driven),
      ],
      [],
    ],
    [
      'of a delivery is not over with another’s word',
      [
        odd(1, ['deliveries.1.price'], driven),
        odd(2, [], { deliveries: [{ _id: 'd', price: 2 }] }),
      ],
      ['deliveries.1.price'],
    ],
    [
      'of a delivery is known by its id, also after one that is left out',
      [
        odd(1, ['deliveries.0', 'deliveries.2.price'], driven),
        odd(2, [], { deliveries: [{ _id: 'e', price: 1 }] }),
      ],
      [],
    ],
    [
      'of a delivery after one that is left out is not over with another’s word',
      [
        odd(1, ['deliveries.0', 'deliveries.2.price'], driven),
        odd(2, [], { deliveries: [{ _id: 'd', price: 1 }] }),
      ],
      ['deliveries.2.price'],
    ],
    ['around an order is over with the next message', [odd(1, ['event.date']), odd(2, [])], []],
    [
      'of a whole order is over once one can be read',
      [{ ...odd(1, ['order']), order: null }, odd(2, [])],
      [],
    ],
  ])('%s', (_name, messages, expected) => {
    expect(unreadAfter(...messages)).toEqual(expected)
    expect(unreadAfter(...messages.toReversed())).toEqual(expected)
    expect(unreadAfter(...messages, ...messages)).toEqual(expected)
  })

  test('a delivery that could not be read is replaced by one that could', () => {
    const message = {
      ...odd(1, ['deliveries.0.price', 'delivery.isCash'], driven),
      delivery: { _id: 'd', price: 3 },
    }
    expect(unreadAfter(message)).toEqual(['delivery.isCash'])
    expect(unreadAfter({ ...message, delivery: { _id: 'e' } })).toContain('deliveries.0.price')
  })

  test('an unreadable amount is not a change of the amount', () => {
    const two = { items: [{ _id: 'i', product: { name: 'Sopa' }, amount: 2 }] }
    const unknown = { items: [{ _id: 'i', product: { name: 'Sopa' } }] }
    const facts = [odd(1, [], two), odd(2, ['items.0.amount'], unknown)].reduce<OrderFacts | null>(
      addEvent,
      null,
    )
    if (facts === null) throw new Error('nothing known')
    expect(build(facts).changes).toMatchObject([{ kind: 'details', name: 'Sopa' }])
  })

  test('in any order and with any repetition of the messages', () => {
    const field = fc.constantFrom('phone', 'email', 'items', 'deliveries')
    const message = fc.record({
      minute: fc.integer({ min: 1, max: 59 }),
      unread: fc.uniqueArray(
        fc.constantFrom(
          'phone',
          'email',
          'items',
          'items.0',
          'items.1.amount',
          'deliveries',
          'deliveries.0.price',
          'delivery',
          'delivery.price',
          'event.date',
          'order',
        ),
      ),
      fields: fc.uniqueArray(field),
      withDelivery: fc.boolean(),
      withOrder: fc.boolean(),
    })
    const values = {
      phone: '1',
      email: 'a@b',
      items: [{ _id: 'i' }],
      deliveries: [{ _id: 'd', price: 2 }, { _id: 'e' }],
    }
    const messages = fc
      .uniqueArray(message, { selector: ({ minute }) => minute, minLength: 1, maxLength: 8 })
      .map((all) => all.toSorted((one, other) => one.minute - other.minute))
    fc.assert(
      fc.property(messages, fc.infiniteStream(fc.nat()), (all, keys) => {
        const reported = all.map(
          ({ minute, unread, fields, withDelivery, withOrder }): StampedEvent => ({
            ...odd(minute, unread, Object.fromEntries(fields.map((name) => [name, values[name]]))),
            ...(!withOrder && { order: null }),
            delivery: withDelivery ? { _id: 'd', isCash: true } : null,
          }),
        )
        const shuffled = [...reported, ...reported.slice(0, 3)]
          .map((each) => ({ each, key: Number(keys.next().value) }))
          .toSorted((a, b) => a.key - b.key)
          .map(({ each }) => each)
        const knowAll = (them: readonly StampedEvent[]) =>
          them.reduce<OrderFacts | null>(addEvent, null)
        expect(knowAll(shuffled)).toEqual(knowAll(reported))
        // The newest message with a phone number decides.
        const last = all.findLast(
          ({ unread, fields, withOrder }) =>
            unread.includes('phone') || (withOrder && fields.includes('phone')),
        )
        expect(unreadAfter(...shuffled).includes('phone')).toBe(
          last?.unread.includes('phone') ?? false,
        )
      }),
      { numRuns: tries(500, 10_000) },
    )
  })
})

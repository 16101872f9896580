import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createDialect } from '#platform/dialect.ts'
import type { Delivery } from '#platform/order.ts'
import { tries } from '#test/support/tries.ts'
import { learn, type Known, type Message } from './known.ts'
import { buildTicket, freshMarks } from './ticket.ts'

const pedro = { name: 'Pedro R.' }
type Told = Delivery['driverInformation']

const at = (minute: number): string => `2026-11-20T15:${String(minute).padStart(2, '0')}:00.000Z`

/** What a delivery event says of the driver; undefined where it leaves that out. */
function says(minute: number, driverInformation: Told, fields: Partial<Delivery> = {}): Message {
  const delivery: Delivery = { _id: 'd', createdAt: at(0), activatesAt: at(1), ...fields }
  return {
    stamp: `${at(minute)}|k${String(minute)}`,
    order: { _id: 'o' },
    delivery: driverInformation === undefined ? delivery : { ...delivery, driverInformation },
  }
}

const learnAll = (messages: readonly Message[]): Known =>
  messages.reduce<Known>((known, message) => learn(known, message), learn(null, says(0, undefined)))

const rules = { amberShare: 0.75, fallbackPreparationMinutes: 15 }
const stageOf = (...messages: Message[]) =>
  buildTicket('o', learnAll(messages), freshMarks(at(0)), rules, createDialect(), () => null).driver
    ?.stage

describe('a driver who was assigned and is gone again', () => {
  test.each<[string, Message[], string]>([
    ['is lost', [says(2, null), says(3, pedro), says(4, null)], 'lost'],
    [
      'is lost where the newest word leaves drivers out',
      [says(3, pedro), says(4, null), says(5, undefined)],
      'lost',
    ],
    ['is none before any was told', [says(2, null)], 'searching'],
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

  test('however the messages arrive, and how often', () => {
    const words = fc.constantFrom<Told>(
      pedro,
      { phone: '+569' },
      { code: 'D' },
      {},
      { type: 'moto' },
      null,
      undefined,
    )
    const messages = fc
      .uniqueArray(fc.record({ minute: fc.integer({ min: 2, max: 59 }), driver: words }), {
        selector: ({ minute }) => minute,
        minLength: 1,
        maxLength: 8,
      })
      .map((all) => all.toSorted((one, other) => one.minute - other.minute))
    fc.assert(
      fc.property(messages, fc.infiniteStream(fc.nat()), (all, keys) => {
        const told = all.map(({ minute, driver }) => says(minute, driver))
        const shuffled = [...told, ...told.slice(0, 3)]
          .map((each) => ({ each, key: Number(keys.next().value) }))
          .toSorted((a, b) => a.key - b.key)
          .map(({ each }) => each)
        expect(learnAll(shuffled)).toEqual(learnAll(told))
        const isOne = (driver: Told) =>
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

import { afterAll, beforeAll, expect, test } from 'vitest'
import { deliveryUpdatedEvent, parseEvent, processEvent } from '#platform/events.ts'
import { startCheckedPlatform, type CheckedPlatform } from './checked-platform.ts'

let platform: CheckedPlatform
beforeAll(async () => {
  platform = await startCheckedPlatform()
  const { practice } = platform
  const delivered = await practice.placeOrder({ deliveryType: 'delivery' })
  for (const stage of ['assigned', 'at-store', 'picked-up', 'delivered'] as const) {
    await practice.moveDriver(delivered._id, stage)
  }
  const cancelled = await practice.placeOrder()
  await practice.changeOrder(cancelled._id)
  await practice.cancelOrder(cancelled._id)
  practice.updateStockElsewhere({ type: 'product', storeId: 'colon', productId: 'P807', stock: 1 })
  await practice.eventsSettled()
})
afterAll(() => platform.close())

test('every event agrees with the document and comes to its path, with the bearer', () => {
  expect(platform.violations()).toEqual([])
})

test('every event is read by the client', () => {
  const { dialect } = platform.connection
  for (const event of platform.receiver.events) {
    const read = parseEvent(event, dialect)
    expect(read).toMatchObject({
      ok: true,
      value: { kind: event.type === processEvent ? 'process' : 'order' },
    })
  }
  const types = new Set(platform.receiver.events.map(({ type }) => type))
  expect([...types].sort()).toEqual(
    [
      dialect.orderCreatedEvent,
      dialect.orderStatusEvent,
      dialect.orderItemsEvent,
      deliveryUpdatedEvent,
      processEvent,
    ].sort(),
  )
})

test('event ids are unique, and dates never repeat', () => {
  const ids = platform.receiver.events.flatMap(({ eventId }) =>
    eventId === undefined ? [] : [eventId],
  )
  expect(ids).not.toEqual([])
  expect(new Set(ids).size).toBe(ids.length)
  const dates = platform.receiver.events.map(({ date }) => date)
  expect(new Set(dates).size).toBe(dates.length)
})

test('an unknown type is reported by its type alone', () => {
  const event = { type: 'tabs.tab.closed', date: '2026-11-20T15:00:00Z', data: {} }
  expect(parseEvent(event, platform.connection.dialect)).toEqual({
    ok: true,
    value: { kind: 'unknown', type: 'tabs.tab.closed' },
  })
})

import { describe, expect, test } from 'vitest'
import type { DeliveryChoice } from '#contract/deliveries/delivery.ts'
import { fail, ok } from '#contract/shared/result.ts'
import type { Fault } from '#practice/faults/faults.ts'
import {
  counter,
  valueOfOk,
  openReservationStore,
  stateOf,
  tap,
} from '#test/support/reservations.ts'
import type { TestStore } from '#test/support/kitchen.ts'

const second = 1_000
const minute = 60 * second

const one = { path: '/reservations/reservation/', method: 'DELETE' }

const cancelled = ({ practice }: TestStore): number =>
  practice.effects().filter(({ operation }) => operation === 'cancel-reservation').length

/** A store with one booked reservation, and ten seconds to undo a cancellation. */
async function openBooked() {
  const opened = await openReservationStore()
  const { store, take, read, becomes } = opened
  await store.call('settings.change', { undoSeconds: 10 })
  const { id } = valueOfOk(await take())
  await becomes(id, 'confirmed')
  return {
    ...opened,
    id,
    read: () => read(id),
    readOther: read,
    becomes: (state: string) =>
      expect.poll(async () => (await read(id))?.cancellation?.delivery?.state ?? null).toBe(state),
    cancel: (reservationId = id) =>
      store.call(
        'reservations.cancel',
        { reservationId, tapId: tap(), reason: 'Enferma' },
        counter,
      ),
    undo: (reservationId = id) => store.call('reservations.undoCancel', { reservationId }, counter),
    decide: (choice: DeliveryChoice, reservationId = id) =>
      opened.decide(reservationId, choice, 'reservation-cancel'),
    decideReservation: opened.decide,
  }
}

describe('a booked one', () => {
  test('is cancelled once its undo is over: softly, and once', async () => {
    const { store, clock, cancel, read, becomes } = await openBooked()
    expect(await cancel()).toEqual(ok(null))
    expect(await cancel()).toEqual(ok(null))
    expect(await read()).toMatchObject({
      delivery: { state: 'confirmed' },
      visit: 'cancelled',
      cancellation: {
        delivery: { state: 'queued', undoUntil: expect.any(String) as string },
        reason: 'Enferma',
      },
    })
    await clock.advance(9 * second)
    await store.restart()
    expect(cancelled(store)).toBe(0)
    await clock.advance(second)
    await becomes('confirmed')
    expect(cancelled(store)).toBe(1)
    expect(store.practice.reservations()).toMatchObject([
      { cancelledAt: expect.any(String) as string },
    ])
    await store.restart()
    await clock.leap(10 * minute)
    expect(cancelled(store)).toBe(1)
  })

  test('is taken back within the undo, and nothing was sent', async () => {
    const { store, clock, cancel, undo, read } = await openBooked()
    await cancel()
    await clock.advance(9 * second)
    expect(await undo()).toEqual(ok(null))
    expect(await read()).toMatchObject({ visit: 'expected', cancellation: null })
    await clock.advance(minute)
    expect(cancelled(store)).toBe(0)
    expect(await undo()).toEqual(ok(null))
  })

  test('cannot be taken back once it is sent', async () => {
    const { clock, cancel, undo, becomes } = await openBooked()
    await cancel()
    await clock.advance(10 * second)
    await becomes('confirmed')
    expect(await undo()).toEqual(fail('too-late'))
  })

  test('a reservation whose table was given away cannot be restored either', async () => {
    const { take, cancel, undo, read } = await openBooked()
    await cancel()
    valueOfOk(await take({ firstName: 'Renata' }))
    expect(await undo()).toEqual(fail('too-late', 'table-taken'))
    expect(await read()).toMatchObject({
      cancellation: { delivery: { state: 'queued', undoUntil: expect.any(String) as string } },
    })
  })

  test('offline it waits, and can still be taken back', async () => {
    const { store, clock, cancel, undo, becomes, read } = await openBooked()
    store.practice.misbehave({ ...one, kind: 'status', status: 429 })
    await cancel()
    await clock.advance(minute)
    await becomes('queued')
    await store.restart()
    expect(await undo()).toEqual(ok(null))
    store.practice.behave()
    await clock.leap(10 * minute)
    expect(cancelled(store)).toBe(0)
    expect(await read()).toMatchObject({ cancellation: null, visit: 'expected' })
  })
})

describe('without an answer', () => {
  const lost: Fault = { ...one, kind: 'drop-after-effect', times: 1 }

  async function openLost() {
    const opened = await openBooked()
    opened.store.practice.misbehave(lost)
    await opened.cancel()
    await opened.clock.advance(10 * second)
    await opened.becomes('unknown')
    return opened
  }

  test('it is never sent again by itself', async () => {
    const { store, clock, becomes } = await openLost()
    await store.restart()
    store.practice.misbehave({ ...one, kind: 'status', status: 418 })
    await clock.leap(20 * minute)
    await becomes('unknown')
  })

  test('a person knows: it is cancelled', async () => {
    const { decide, read } = await openLost()
    expect(await decide('mark-done')).toEqual(ok(1))
    expect(await read()).toMatchObject({
      visit: 'cancelled',
      cancellation: { delivery: { state: 'confirmed', reason: 'by-person' } },
    })
    expect(await decide('dismiss')).toEqual(fail('too-late'))
  })

  test('a person has it sent again', async () => {
    const { decide, becomes } = await openLost()
    expect(await decide('retry')).toEqual(ok(1))
    await becomes('confirmed')
  })

  test('a person keeps it: the guests are expected', async () => {
    const { decide, read, store, clock } = await openLost()
    expect(await decide('dismiss')).toEqual(ok(1))
    expect(await read()).toMatchObject({ visit: 'expected', cancellation: null })
    await clock.leap(10 * minute)
    expect(cancelled(store)).toBe(1)
  })
})

test('refused: in the platform’s words, for a person', async () => {
  const { store, clock, cancel, becomes, read, decide } = await openBooked()
  store.practice.misbehave({ ...one, kind: 'status', status: 400, times: 1 })
  await cancel()
  await clock.advance(10 * second)
  await becomes('refused')
  expect(await read()).toMatchObject({
    cancellation: { delivery: { message: '400 The request has an error' } },
  })
  expect(await decide('retry')).toEqual(ok(1))
  await becomes('confirmed')
})

describe('a reservation that the platform does not have', () => {
  const offline: Fault = { path: '/reservations/reservation', kind: 'status', status: 429 }

  test('is not sent any more, and nothing is cancelled there', async () => {
    const { store, clock, take, readOther, cancel } = await openBooked()
    store.practice.misbehave(offline)
    const { id } = valueOfOk(await take({ tableIds: ['rtbl-2'] }))
    expect(await cancel(id)).toEqual(ok(null))
    await clock.advance(20 * second)
    store.practice.behave()
    await clock.leap(10 * minute)
    expect(await readOther(id)).toMatchObject({
      isDiscarded: true,
      visit: 'cancelled',
      cancellation: { delivery: { state: 'confirmed' } },
    })
    expect(store.practice.reservations()).toHaveLength(1)
    expect(cancelled(store)).toBe(0)
  })

  test('undone within the undo time, it is sent', async () => {
    const { store, clock, take, readOther, cancel, undo } = await openBooked()
    store.practice.misbehave(offline)
    const { id } = valueOfOk(await take({ tableIds: ['rtbl-2'] }))
    await cancel(id)
    await store.restart()
    expect(await undo(id)).toEqual(ok(null))
    store.practice.behave()
    await clock.advance(minute)
    await expect.poll(async () => stateOf(await readOther(id))).toBe('confirmed')
  })

  test('refused, cancelled and taken back, it waits for a person again, who may send it', async () => {
    const { store, take, readOther, cancel, undo, decideReservation } = await openBooked()
    store.practice.misbehave({ ...offline, status: 400, times: 1 })
    const { id } = valueOfOk(await take({ tableIds: ['rtbl-2'] }))
    const state = async () => stateOf(await readOther(id))
    await expect.poll(state).toBe('refused')
    const needsPerson = async () => valueOfOk(await store.call('status.get', {})).outbox.needsPerson
    expect(await needsPerson()).toBe(1)
    await cancel(id)
    // A cancelled reservation needs no decision any more.
    expect(await needsPerson()).toBe(0)
    await undo(id)
    expect(await state()).toBe('refused')
    expect(await decideReservation(id, 'retry')).toEqual(ok(1))
    await expect.poll(state).toBe('confirmed')
  })

  test('under an id that nobody here knows, a person cancels it there', async () => {
    const { store, clock, take, readOther, cancel, decide, decideReservation } = await openBooked()
    const lost: Fault = { ...offline, kind: 'drop-after-effect', times: 1 }
    store.practice.misbehave(lost)
    const { id } = valueOfOk(await take({ tableIds: ['rtbl-2'] }))
    await expect.poll(async () => stateOf(await readOther(id))).toBe('unknown')
    valueOfOk(await decideReservation(id, 'mark-done'))
    await cancel(id)
    await clock.advance(20 * second)
    expect(await readOther(id)).toMatchObject({
      cancellation: { delivery: { state: 'unknown', reason: 'no-platform-id' } },
    })
    expect(await decide('retry', id)).toEqual(fail('too-late'))
    expect(await decide('mark-done', id)).toEqual(ok(1))
    expect(await readOther(id)).toMatchObject({
      cancellation: { delivery: { state: 'confirmed' } },
    })
  })
})

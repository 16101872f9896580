import { describe, expect, test } from 'vitest'
import { fail, ok } from '#contract/shared/result.ts'
import type { Fault } from '#practice/faults/faults.ts'
import {
  counter,
  valueOfOk,
  openReservationStore,
  tablesTaken,
  type OpenedReservations,
} from '#test/support/reservations.ts'

const minute = 60_000
const hour = 60 * minute

const path = '/reservations/reservation'
const lost: Fault = { path, kind: 'drop-after-effect', times: 1 }

/** A reservation whose answer was lost after the platform had booked it. */
async function mayExist(opened: OpenedReservations) {
  opened.store.practice.misbehave(lost)
  const reservation = valueOfOk(await opened.take())
  await opened.becomes(reservation.id, 'unknown')
  return reservation
}

describe('without an answer', () => {
  test.each<[string, Fault]>([
    ['the line broke after it', lost],
    ['half of the answer came', { ...lost, kind: 'drop-in-answer' }],
    ['the line broke before it', { ...lost, kind: 'drop-before-effect' }],
    ['something else answered', { path, kind: 'unreadable', times: 1 }],
    ['503, which may hide it', { path, kind: 'status', status: 503, times: 1 }],
  ])('it may exist, and is never sent again by itself: %s', async (_title, fault) => {
    const { store, take, becomes, clock, read } = await openReservationStore()
    store.practice.misbehave(fault)
    const reservation = valueOfOk(await take())
    await becomes(reservation.id, 'unknown')
    const effects = tablesTaken(store)
    await store.restart()
    for (let minutes = 0; minutes < 60; minutes += 5) await clock.leap(5 * minute)
    expect(await read(reservation.id)).toMatchObject({
      delivery: { state: 'unknown' },
      platformId: null,
    })
    expect(tablesTaken(store)).toBe(effects)
  })

  test('a person found it: booked, under an id that nobody here knows', async () => {
    const opened = await openReservationStore()
    const { id } = await mayExist(opened)
    expect(await opened.decide(id, 'mark-done')).toEqual(ok(1))
    expect(await opened.read(id)).toMatchObject({
      delivery: { state: 'confirmed' },
      platformId: null,
    })
    await opened.clock.leap(hour)
    expect(tablesTaken(opened.store)).toBe(1)
    expect(await opened.decide(id, 'retry')).toEqual(fail('too-late'))
  })

  test('a person did not: sent again, with the same reference', async () => {
    const opened = await openReservationStore()
    const reservation = await mayExist(opened)
    expect(await opened.decide(reservation.id, 'retry')).toEqual(ok(1))
    await opened.becomes(reservation.id, 'confirmed')
    const there = opened.store.practice.reservations()
    expect(there).toHaveLength(2)
    for (const { specialRequests } of there)
      expect(specialRequests).toBe(`[${reservation.reference}]`)
  })

  test('a person gives it up: its table is free', async () => {
    const opened = await openReservationStore()
    const { id } = await mayExist(opened)
    expect(await opened.take()).toEqual(fail('too-late', 'table-taken'))
    expect(await opened.decide(id, 'dismiss')).toEqual(ok(1))
    expect(await opened.read(id)).toMatchObject({ isDiscarded: true })
    expect(await opened.take()).toMatchObject({ ok: true })
    expect(tablesTaken(opened.store)).toBe(1)
  })

  test('what a person can decide, before its time and after', async () => {
    const { store, take, becomes, read, clock, isoIn, call } = await openReservationStore()
    const pending = async () => valueOfOk(await call('deliveries.pending', {}, counter))
    store.practice.misbehave(lost)
    const { id } = valueOfOk(await take({ startsAt: isoIn(hour) }))
    await becomes(id, 'unknown')
    const name = { kind: 'reservation', subject: id, title: 'Amparo Inventada' }
    const choices = ['retry', 'mark-done', 'dismiss']
    const { businessDay: day } = (await read(id)) ?? {}
    expect(await pending()).toMatchObject({
      decisions: [{ ...name, about: { reservation: { id, day } }, delivery: { choices } }],
    })
    await clock.leap(hour)
    // An answer that was in flight makes the clocks seem to disagree for a moment.
    await expect
      .poll(async () => {
        await clock.advance(60_000)
        return (await read(id))?.delivery
      })
      .toMatchObject({ choices: ['mark-done', 'dismiss'] })
  })

  test('it cannot be changed or cancelled before that decision', async () => {
    const opened = await openReservationStore()
    const { id } = await mayExist(opened)
    expect(await opened.edit(id, { partySize: 3 })).toEqual(fail('too-late'))
    const cancelled = { reservationId: id, tapId: 't', reason: '' }
    expect(await opened.call('reservations.cancel', cancelled, counter)).toEqual(fail('too-late'))
  })

  test('a telephone, a mail and a name are in no log and no event', async () => {
    const opened = await openReservationStore()
    await mayExist(opened)
    const { log, events } = opened.store
    for (const secret of ['Amparo', '8765 4321', '87654321', 'amparo@example.com'])
      expect(log.text() + JSON.stringify(events)).not.toContain(secret)
  })
})

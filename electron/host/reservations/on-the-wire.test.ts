import { describe, expect, test } from 'vitest'
import { fail, ok } from '#contract/shared/result.ts'
import {
  counter,
  valueOfOk,
  openReservationStore,
  stateOf,
  tablesTaken,
  tap,
  type OpenedReservations,
} from '#test/support/reservations.ts'
import { busy, lost, openGoBetween, refused, type Answer } from '#test/support/go-between.ts'

// Events that happen to a reservation while a request about it is in flight.

const minute = 60_000
const path = '/reservations/reservation'

/** A store with a platform that holds the first booking or the first cancellation. */
async function held(what: 'booking' | 'cancellation') {
  const between = await openGoBetween()
  const { next, times } = between.hold({
    fits: (asked) => (what === 'booking' ? asked === path : asked.startsWith(`${path}/`)),
    max: 1,
  })
  const request = next()
  const says = async (so: Answer | undefined) => (await request).answer(so)
  const opened = await openReservationStore({ between })
  const outbox = async () => valueOfOk(await opened.call('status.get', {})).outbox
  return {
    ...opened,
    arrived: request,
    times,
    says,
    outbox,
    /** The platform answers; then it has enough time to receive further requests. */
    async answers(so: Answer | undefined) {
      await says(so)
      await expect.poll(async () => (await outbox()).sending).toBe(0)
      await opened.clock.advance(minute)
      await expect.poll(async () => (await outbox()).pending).toBe(0)
    },
  }
}

/** A booked reservation whose cancellation is in flight. */
async function cancelling() {
  const opened = await held('cancellation')
  const { call, take, read, becomes, clock } = opened
  await call('settings.change', { undoSeconds: 10 })
  const { id } = valueOfOk(await take())
  await becomes(id, 'confirmed')
  valueOfOk(
    await call(
      'reservations.cancel',
      { reservationId: id, tapId: tap(), reason: 'Fiebre' },
      counter,
    ),
  )
  await clock.advance(10_000)
  await opened.arrived
  return {
    ...opened,
    id,
    cancellation: async () => (await read(id))?.cancellation?.delivery?.state ?? null,
  }
}

/** The outbox entries in the database file. */
const entriesOf = ({ inFile }: Pick<OpenedReservations, 'inFile'>): Promise<string> =>
  inFile((db) => JSON.stringify(db.all('SELECT * FROM outbox')))

describe('guests are forgotten while', () => {
  test.each<[string, Answer | undefined, string, number]>([
    ['refused for now: it does not go again', busy, 'discarded', 1],
    ['without an answer', lost, 'unknown', 1],
    ['refused', refused, 'refused', 1],
    ['taken', undefined, 'confirmed', 1],
  ])('their booking is on the wire, %s', async (_what, so, state, times) => {
    const opened = await held('booking')
    const { id } = valueOfOk(await opened.take())
    await opened.arrived
    expect(await opened.call('guests.purge', {})).toEqual(ok({ forgotten: 1 }))
    await opened.answers(so)
    expect(opened.times()).toBe(times)
    const landed = await opened.read(id)
    expect(landed).toMatchObject({ firstName: '' })
    expect(stateOf(landed)).toBe(state)
    // Without its guest it still occupies a table, until a person decides.
    const needsPerson = state === 'unknown' || state === 'refused' ? 1 : 0
    expect(await opened.outbox()).toMatchObject({ pending: 0, needsPerson })
    if (state === 'refused') expect(await opened.decide(id, 'retry')).toEqual(fail('too-late'))
    expect(await entriesOf(opened)).not.toMatch(/Amparo|Inventada|8765/)
  })

  test.each<[string, Answer | undefined, string, number]>([
    ['refused for now: it goes again', busy, 'confirmed', 2],
    ['without an answer', lost, 'unknown', 1],
    ['taken', undefined, 'confirmed', 1],
  ])('their cancellation is on the wire, %s', async (_what, so, state, times) => {
    const opened = await cancelling()
    expect(await opened.call('guests.purge', {})).toEqual(ok({ forgotten: 1 }))
    await opened.answers(so)
    await expect.poll(opened.cancellation).toBe(state)
    expect(opened.times()).toBe(times)
    expect(await entriesOf(opened)).not.toMatch(/Amparo|Inventada|Fiebre/)
    if (state === 'confirmed') return
    expect(await opened.decide(opened.id, 'retry', 'reservation-cancel')).toEqual(ok(1))
    await expect.poll(opened.cancellation).toBe('confirmed')
  })

  test('their booking waits: it is given up, and says so', async () => {
    const { store, take, read, becomes, clock, call } = await openReservationStore()
    store.practice.misbehave({ path, kind: 'status', status: 429 })
    const { id } = valueOfOk(await take())
    await becomes(id, 'queued')
    valueOfOk(await call('guests.purge', {}))
    expect(await read(id)).toMatchObject({ isDiscarded: true })
    store.practice.behave()
    await clock.advance(minute)
    expect(tablesTaken(store)).toBe(0)
  })

  test('their cancellation can be undone: it is sent all the same, without their data', async () => {
    const opened = await openReservationStore()
    const { store, take, read, becomes, clock, call } = opened
    await call('settings.change', { undoSeconds: 10 })
    const { id } = valueOfOk(await take())
    await becomes(id, 'confirmed')
    const cancel = { reservationId: id, tapId: tap(), reason: 'Fiebre' }
    valueOfOk(await call('reservations.cancel', cancel, counter))
    valueOfOk(await call('guests.purge', {}))
    expect(await entriesOf(opened)).not.toMatch(/Amparo|Inventada|Fiebre/)
    await clock.advance(11_000)
    await expect.poll(async () => (await read(id))?.cancellation?.delivery?.state).toBe('confirmed')
    expect(store.practice.reservations()[0]?.cancelledAt).not.toBeNull()
  })
})

describe('a cancellation is on the wire, and its table is given to others', () => {
  test.each<[string, Answer]>([
    ['refused', refused],
    ['without an answer', lost],
  ])('%s; they come after all: no table has two parties', async (_what, so) => {
    const { answers, take, read, decide, id, cancellation } = await cancelling()
    const others = valueOfOk(await take({ firstName: 'Renata' }))
    await answers(so)
    await expect.poll(cancellation).not.toBe('sending')
    expect(await decide(id, 'dismiss', 'reservation-cancel')).toEqual(ok(1))
    expect(await read(id)).toMatchObject({ visit: 'expected', cancellation: null, tableIds: [] })
    expect(await read(others.id)).toMatchObject({ tableIds: ['rtbl-7'] })
  })
})

describe('meanwhile', () => {
  const hour = 60 * minute
  test.each<[string, Answer | undefined, string]>([
    ['refused for now: it does not go again', busy, 'expired'],
    ['without an answer', lost, 'unknown'],
    ['taken', undefined, 'confirmed'],
  ])('its time comes while a booking is on the wire, %s', async (_what, so, state) => {
    const { take, becomes, clock, isoIn, arrived, answers, times } = await held('booking')
    const { id } = valueOfOk(await take({ startsAt: isoIn(hour) }))
    await arrived
    clock.sleep(2 * hour)
    await clock.advance(11_000)
    await answers(so)
    await becomes(id, state)
    expect(times()).toBe(1)
  })

  test('a booking on the wire takes no other word, and refused for now it does', async () => {
    const opened = await held('booking')
    const { take, edit, decide, call, becomes, arrived, read } = opened
    const { id } = valueOfOk(await take())
    await arrived
    const cancel = { reservationId: id, tapId: tap(), reason: '' }
    expect(await call('reservations.cancel', cancel, counter)).toEqual(fail('too-late'))
    expect(await edit(id, { partySize: 5 })).toEqual(fail('too-late'))
    for (const choice of ['mark-done', 'retry', 'dismiss'] as const)
      expect(await decide(id, choice)).toEqual(fail('too-late'))
    const seated = { reservationId: id, visit: 'seated' } as const
    expect(await call('reservations.setVisit', seated, counter)).toEqual(ok(null))
    await opened.answers(busy)
    await becomes(id, 'confirmed')
    expect(await read(id)).toMatchObject({ visit: 'seated', partySize: 2 })
    expect(opened.times()).toBe(2)
  })

  test('a cancellation on the wire cannot be taken back, refused for now it can', async () => {
    const { call, id, read, clock, times, outbox, says } = await cancelling()
    const undo = () => call('reservations.undoCancel', { reservationId: id }, counter)
    expect(await undo()).toEqual(fail('too-late'))
    await says(busy)
    await expect.poll(outbox).toMatchObject({ sending: 0, pending: 1 })
    expect(await undo()).toEqual(ok(null))
    await clock.advance(minute)
    expect(times()).toBe(1)
    expect(await read(id)).toMatchObject({ visit: 'expected', cancellation: null })
  })
})

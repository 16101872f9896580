import { expect, test } from 'vitest'
import { fail, ok } from '#contract/shared/result.ts'
import type { Visit } from '#contract/reservations/reservations.ts'
import { booking, counter, openReservationStore, valueOfOk } from '#test/support/reservations.ts'

const minute = 60_000
const atTheDoor = { phone: '', email: '', sectorId: null, tableIds: [] as string[] }

async function openDoor() {
  const opened = await openReservationStore()
  const { call, take, clock } = opened
  const startsAt = new Date(clock.now()).toISOString()
  return {
    ...opened,
    waits: async (firstName: string) =>
      valueOfOk(await take({ ...atTheDoor, startsAt, firstName }, { kind: 'waiting' })),
    mark: (
      reservationId: string,
      visit: Exclude<Visit, 'late' | 'cancelled'>,
      tableIds?: string[],
    ) => {
      const seats = tableIds && { seats: { sectorId: 'rsec-terraza', tableIds } }
      return call('reservations.setVisit', { reservationId, visit, ...seats }, counter)
    },
  }
}

test('a waiting party that is seated is a walk-in at its table from now on', async () => {
  const { waits, mark, read, clock } = await openDoor()
  const { id } = await waits('Eva')
  await clock.leap(25 * minute)
  const now = new Date(clock.now()).toISOString()
  expect(await mark(id, 'seated', ['rtbl-7'])).toEqual(ok(null))
  const endsAt = new Date(clock.now() + 120 * minute).toISOString()
  expect(await read(id)).toMatchObject({
    kind: 'walk-in',
    visit: 'seated',
    startsAt: now,
    endsAt,
    firstName: 'Eva',
    tableIds: ['rtbl-7'],
    delivery: null,
  })
  // Choosing another table does not start the time anew.
  await clock.leap(minute)
  expect(await mark(id, 'seated', ['rtbl-8'])).toEqual(ok(null))
  expect(await read(id)).toMatchObject({ startsAt: now, tableIds: ['rtbl-8'] })
})

test('its covers count in the half hour, and its table is taken', async () => {
  const { waits, mark, take, call, read, isoIn } = await openDoor()
  const [eva, ana, noa] = [await waits('Eva'), await waits('Ana'), await waits('Noa')]
  await call('settings.change', { coversPerHalfHour: 3 })
  expect(await mark(eva.id, 'seated', ['rtbl-7'])).toEqual(ok(null))
  const walkIn = { ...atTheDoor, startsAt: isoIn(0), firstName: '' }
  expect(await take(walkIn, { kind: 'walk-in' })).toEqual(fail('too-late', 'pacing'))
  expect(await mark(ana.id, 'seated', ['rtbl-7'])).toEqual(fail('too-late', 'table-taken'))
  expect(await read(ana.id)).toMatchObject({ kind: 'waiting', visit: 'expected', tableIds: [] })
  // Who sits without a table yet is seated as well.
  expect(await mark(noa.id, 'seated')).toEqual(ok(null))
  expect(await read(noa.id)).toMatchObject({ kind: 'walk-in', visit: 'seated', tableIds: [] })
})

test('seated by mistake, it waits again; who gives up waiting never had a table', async () => {
  const { waits, mark, read } = await openDoor()
  const [eva, ana] = [await waits('Eva'), await waits('Ana')]
  await mark(eva.id, 'seated', ['rtbl-7'])
  expect(await mark(eva.id, 'expected')).toEqual(ok(null))
  expect(await read(eva.id)).toMatchObject({ kind: 'waiting', visit: 'expected', tableIds: [] })
  expect(await mark(ana.id, 'seated', ['rtbl-7'])).toEqual(ok(null))
  await mark(eva.id, 'left')
  expect(await read(eva.id)).toMatchObject({ kind: 'waiting', visit: 'left' })
})

test('a booked party without a table gets one when it is seated; its time stays', async () => {
  const { take, mark, read, becomes, store } = await openDoor()
  const reservation = valueOfOk(await take({ sectorId: null, tableIds: [] }))
  await becomes(reservation.id, 'confirmed')
  expect(await mark(reservation.id, 'seated', ['rtbl-9'])).toEqual(ok(null))
  expect(await read(reservation.id)).toMatchObject({
    kind: 'booked',
    visit: 'seated',
    startsAt: reservation.startsAt,
    tableIds: ['rtbl-9'],
    delivery: { state: 'confirmed' },
  })
  expect(store.practice.reservations()).toHaveLength(1)
})

const walkIn = async (
  { take, clock }: Awaited<ReturnType<typeof openDoor>>,
  tableIds: string[],
) => {
  const startsAt = new Date(clock.now()).toISOString()
  const details = { ...atTheDoor, startsAt, firstName: '', tableIds, durationMinutes: 90 }
  return take(details, { kind: 'walk-in' })
}

test('a table that is reserved soon is asked about, one where a party sits is refused', async () => {
  const opened = await openDoor()
  const { take, call, isoIn, mark, waits } = opened
  valueOfOk(await take({ startsAt: isoIn(60 * minute), tableIds: ['rtbl-7'] }))
  const { id } = await waits('Eva')
  expect(await mark(id, 'seated', ['rtbl-7'])).toEqual(fail('too-late', 'needed-soon'))
  const seats = { sectorId: 'rsec-terraza', tableIds: ['rtbl-7'] }
  const accepted = { reservationId: id, seats, accepted: ['needed-soon' as const] }
  expect(await call('reservations.setVisit', { ...accepted, visit: 'seated' }, counter)).toEqual(
    ok(null),
  )
  expect(await walkIn(opened, ['rtbl-7'])).toEqual(fail('too-late', 'table-taken'))
})

test('a party that stays past its time still has its table', async () => {
  const opened = await openDoor()
  valueOfOk(await walkIn(opened, ['rtbl-7']))
  await opened.clock.leap(200 * minute)
  expect(await walkIn(opened, ['rtbl-7'])).toEqual(fail('too-late', 'table-taken'))
  expect(await walkIn(opened, ['rtbl-8'])).toMatchObject({ ok: true })
})

test('a party moves, takes a second table, and gives it back', async () => {
  const opened = await openDoor()
  const { call, read } = opened
  const { id } = valueOfOk(await walkIn(opened, ['rtbl-7']))
  valueOfOk(await walkIn(opened, ['rtbl-6']))
  const sits = async (...tableIds: string[]) =>
    call(
      'reservations.setSeats',
      { reservationId: id, seats: { sectorId: 's', tableIds } },
      counter,
    )
  expect(await sits('rtbl-6')).toEqual(fail('too-late', 'table-taken'))
  expect(await sits('rtbl-7', 'rtbl-8')).toEqual(ok(null))
  expect(await read(id)).toMatchObject({ tableIds: ['rtbl-7', 'rtbl-8'], visit: 'seated' })
  expect(await sits('rtbl-8')).toEqual(ok(null))
  expect(await walkIn(opened, ['rtbl-7'])).toMatchObject({ ok: true })
})

test('the tables are free from when the party left, and its stay is learned', async () => {
  const opened = await openDoor()
  const { call, read, mark, clock } = opened
  const list = async () => {
    const day = new Date(clock.now()).toISOString().slice(0, 10)
    return valueOfOk(await call('reservations.list', { from: day, to: day }, counter)).turnTimes
  }
  for (let nth = 0; nth < 5; nth += 1) {
    const { id } = valueOfOk(await walkIn(opened, ['rtbl-7']))
    await clock.leap((40 + nth) * minute)
    expect(await mark(id, 'left')).toEqual(ok(null))
    expect(await read(id)).toMatchObject({ endsAt: new Date(clock.now()).toISOString() })
    if (nth === 4) expect((await list())[0]).toEqual({ upTo: 2, minutes: 40, visits: 5 })
    // It had not left after all.
    if (nth === 4) expect(await mark(id, 'seated')).toEqual(ok(null))
  }
  expect((await list())[0]).toEqual({ upTo: 2, minutes: 90, visits: 0 })
})

test('the wait that guests were told, and what they were written, are stored', async () => {
  const { call, take, read, store, clock } = await openDoor()
  const at = new Date(clock.now()).toISOString()
  const tapId = 'waits-1'
  const details = { ...booking({ ...atTheDoor, startsAt: at, firstName: 'Eva' }) }
  const request = {
    tapId,
    kind: 'waiting' as const,
    booking: details,
    accepted: [],
    quotedMinutes: 25,
  }
  expect(await call('reservations.create', request, counter)).toMatchObject({
    ok: true,
    value: { quote: { minutes: 25, at } },
  })
  valueOfOk(await call('reservations.quote', { reservationId: tapId, minutes: 40 }, counter))
  const message = { reservationId: tapId, kind: 'ready', channel: 'sms' } as const
  valueOfOk(await call('reservations.noteMessage', message, counter))
  await store.restart()
  const eva = await read(tapId)
  expect(eva?.quote?.minutes).toBe(40)
  expect(eva?.messages).toMatchObject([{ kind: 'ready', channel: 'sms', by: 'Caja' }])
  expect(await take({ startsAt: at, tableIds: [] }, { kind: 'walk-in' })).toMatchObject({
    ok: true,
  })
})

test('the wait is estimated from who sits where', async () => {
  const opened = await openDoor()
  const { call } = opened
  const table = { id: 'rtbl-7', name: 'Mesa 7', seats: 4, learned: false }
  const plan = { sectors: [{ id: 'rsec-terraza', name: 'Terraza', tables: [table] }] }
  valueOfOk(await call('reservations.savePlan', plan))
  valueOfOk(await walkIn(opened, ['rtbl-7']))
  expect(await call('reservations.estimate', { partySize: 2 }, counter)).toMatchObject({
    ok: true,
    value: { minutes: 90, table: 'Mesa 7', turnMinutes: 90, before: 0 },
  })
  expect(await call('reservations.estimate', { partySize: 5 }, counter)).toEqual(ok(null))
})

test('the texts of messages are the restaurant’s', async () => {
  const { call, store } = await openDoor()
  const texts = [{ kind: 'ready', language: 'es', text: 'Su mesa está lista, {name}' }] as const
  valueOfOk(await call('reservations.saveGuestTexts', { texts: [...texts] }))
  await store.restart()
  expect(await call('reservations.guestTexts', {}, counter)).toEqual(ok(texts))
})

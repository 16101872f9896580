import { expect, test } from 'vitest'
import { fail, ok } from '#contract/shared/result.ts'
import type { Visit } from '#contract/reservations/reservations.ts'
import { counter, openReservationStore, valueOfOk } from '#test/support/reservations.ts'

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

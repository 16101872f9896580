import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { fail, ok } from '#contract/shared/result.ts'
import { startPractice } from '#practice/platform.ts'
import type { Fault } from '#practice/faults/faults.ts'
import { reservedPort } from '#test/support/reserved-port.ts'
import { openGoBetween } from '#test/support/go-between.ts'
import {
  counter,
  valueOfOk,
  openReservationStore,
  tablesTaken,
} from '#test/support/reservations.ts'

const minute = 60_000
const hour = 60 * minute

const path = '/reservations/reservation'
/** The platform accepts nothing and certainly did nothing. */
const tooMany: Fault = { path, kind: 'status', status: 429 }

describe('booked', () => {
  test('once, with the platform’s id and code; the reference stands in the requests', async () => {
    const { store, take, read, becomes } = await openReservationStore()
    const reservation = valueOfOk(
      await take({ requests: 'Silla para guagua', allergies: 'nueces', occasion: 'birthday' }),
    )
    expect(reservation).toMatchObject({
      delivery: { state: 'queued' },
      visit: 'expected',
      platformId: null,
    })
    expect(reservation.takenOn).toBe('Caja')
    await becomes(reservation.id, 'confirmed')
    const [there] = store.practice.reservations()
    expect(tablesTaken(store)).toBe(1)
    expect(await read(reservation.id)).toMatchObject({ platformId: there?._id, code: there?.code })
    expect(there).toMatchObject({
      storeId: store.practice.storeId,
      startsAt: reservation.startsAt,
      partySize: 2,
      specialRequests: `Silla para guagua\nAllergies: nueces\n[${reservation.reference}]`,
      specialOccasion: 'birthday',
      sectorId: 'rsec-terraza',
      tableIds: ['rtbl-7'],
      clientData: {
        firstName: 'Amparo',
        lastName: 'Inventada',
        phone: '+56987654321',
        email: 'amparo@example.com',
      },
    })
  })

  test('the extension of a telephone is among the requests', async () => {
    const { store, take, becomes, read } = await openReservationStore()
    const reservation = valueOfOk(await take({ phone: '+56 2 2345 6789 anexo 12' }))
    await becomes(reservation.id, 'confirmed')
    const [sent] = store.practice.reservations()
    expect(sent?.clientData).toMatchObject({ phone: '+56223456789' })
    expect(sent?.specialRequests).toContain('Phone extension: 12\n')
    expect(await read(reservation.id)).toMatchObject({ phone: '+56 2 2345 6789 anexo 12' })
  })

  test.each(['9 8765 4321 / 2 2345 6789', '9 8765 4321 o 2 2345 6789 anexo 12', 'la de siempre'])(
    'the telephone %j stays as it was typed',
    async (phone) => {
      const { store, take, becomes, read } = await openReservationStore()
      const typed = { phone: ` ${phone} ` }
      expect(await take(typed)).toEqual(fail('too-late', 'unusual-phone'))
      const { id } = valueOfOk(await take(typed, { accepted: ['unusual-phone'] }))
      await becomes(id, 'confirmed')
      expect(store.practice.reservations()[0]?.clientData).toMatchObject({ phone })
      expect(await read(id)).toMatchObject({ phone })
    },
  )

  test('a name that stands alone is the first one, whichever it was', async () => {
    const { store, take, becomes } = await openReservationStore()
    const reservation = valueOfOk(await take({ firstName: '', lastName: 'Inventada' }))
    await becomes(reservation.id, 'confirmed')
    expect(store.practice.reservations()[0]?.clientData).toMatchObject({
      firstName: 'Inventada',
      lastName: null,
    })
  })

  test('a tap that comes twice takes one table', async () => {
    const { store, take, becomes } = await openReservationStore()
    const reservation = valueOfOk(await take({}, { tapId: 'tap-twice' }))
    await becomes(reservation.id, 'confirmed')
    expect(valueOfOk(await take({}, { tapId: 'tap-twice' })).reference).toBe(reservation.reference)
    expect(tablesTaken(store)).toBe(1)
  })

  test('the client token is nowhere: not in the file, its log of writes, the log or an event', async () => {
    const { store, take, becomes, call } = await openReservationStore()
    const reservation = valueOfOk(await take())
    await becomes(reservation.id, 'confirmed')
    await call('settings.change', { undoSeconds: 0 })
    await call(
      'reservations.cancel',
      { reservationId: reservation.id, tapId: 't', reason: '' },
      counter,
    )
    await expect.poll(() => store.practice.reservations()[0]?.cancelledAt).not.toBeNull()
    const secret = store.practice.reservations()[0]?.clientToken ?? ''
    expect(secret.length).toBeGreaterThan(20)
    const bytes = [store.file, `${store.file}-wal`].map((file) =>
      existsSync(file) ? readFileSync(file, 'latin1') : '',
    )
    const written = bytes.join('') + store.log.text() + JSON.stringify(store.events)
    expect(written).toContain(reservation.reference)
    expect(written).not.toContain(secret)
    expect(written).not.toContain('clientToken')
  })

  test('where nobody chose a table, the platform’s own, and the plan has learned it', async () => {
    const { take, read, becomes, call } = await openReservationStore()
    const reservation = valueOfOk(await take({ sectorId: null, tableIds: [] }))
    await becomes(reservation.id, 'confirmed')
    expect(await read(reservation.id)).toMatchObject({
      sectorId: 'rsec-salon',
      tableIds: ['rtbl-1'],
    })
    const plan = valueOfOk(await call('reservations.plan', {}, counter))
    expect(plan.sectors).toEqual([
      {
        id: 'rsec-salon',
        name: '',
        tables: [{ id: 'rtbl-1', name: '', seats: 2, learned: true, shape: 'square', place: null }],
        fixtures: [],
      },
    ])
  })

  test('but not where somebody chose the sector', async () => {
    const elsewhere = { sectorId: 'rsec-salon', tableIds: ['rtbl-1'] }
    const between = await openGoBetween({
      data: (at, body) => {
        const answer = body as { data: object }
        return at === path ? { ...answer, data: { ...answer.data, ...elsewhere } } : body
      },
    })
    const { take, read, becomes } = await openReservationStore({ between })
    const reservation = valueOfOk(await take({ sectorId: 'rsec-terraza', tableIds: [] }))
    await becomes(reservation.id, 'confirmed')
    expect(await read(reservation.id)).toMatchObject({ sectorId: 'rsec-terraza', tableIds: [] })
  })

  test('but not where it is taken here', async () => {
    const { take, read, becomes } = await openReservationStore()
    const walkedIn = await take({ tableIds: ['rtbl-1'] }, { kind: 'walk-in' })
    expect(walkedIn).toMatchObject({ ok: true, value: { delivery: null, visit: 'seated' } })
    const reservation = valueOfOk(await take({ sectorId: null, tableIds: [] }))
    await becomes(reservation.id, 'confirmed')
    expect(await read(reservation.id)).toMatchObject({ sectorId: null, tableIds: [] })
  })
})

describe('not yet', () => {
  test('offline, changed, and sent as changed once the platform is there', async () => {
    const port = await reservedPort()
    const { store, take, edit, read, becomes, clock } = await openReservationStore({ port })
    await store.practice.close()
    const reservation = valueOfOk(await take())
    await clock.advance(5 * minute)
    expect(await read(reservation.id)).toMatchObject({ delivery: { state: 'queued' } })
    valueOfOk(await edit(reservation.id, { partySize: 6, firstName: 'Renata' }))
    await store.restart()
    // The start of the host tries to send it.
    await becomes(reservation.id, 'queued')
    expect(await read(reservation.id)).toMatchObject({ partySize: 6 })
    const practice = await startPractice({ port, clients: 100 })
    try {
      await clock.advance(minute)
      await becomes(reservation.id, 'confirmed')
      expect(practice.reservations()).toMatchObject([
        { partySize: 6, clientData: { firstName: 'Renata' } },
      ])
    } finally {
      await practice.close()
    }
  })

  test('two screens change one: the second sees the change of the first, and overwrites what it has seen', async () => {
    const { store, take, edit, read } = await openReservationStore()
    store.practice.misbehave({ path: '', kind: 'status', status: 429 })
    const reservation = valueOfOk(await take())
    valueOfOk(await edit(reservation.id, { allergies: 'nueces' }, reservation))
    expect(await edit(reservation.id, { partySize: 6 }, reservation)).toEqual(
      fail('too-late', 'moved'),
    )
    const seen = await read(reservation.id)
    expect(seen).toMatchObject({ partySize: 2, allergies: 'nueces' })
    valueOfOk(await edit(reservation.id, { partySize: 6, allergies: 'nueces' }, seen))
    expect(await read(reservation.id)).toMatchObject({ partySize: 6, allergies: 'nueces' })
  })

  test('on the wire it is too late to change it', async () => {
    const { store, take, edit, becomes } = await openReservationStore()
    store.practice.misbehave({ path, kind: 'delay', milliseconds: hour, times: 1 })
    const reservation = valueOfOk(await take())
    await becomes(reservation.id, 'sending')
    await expect
      .poll(() => store.practice.misbehaving().filter(({ kind }) => kind === 'delay'))
      .toEqual([])
    expect(await edit(reservation.id, { partySize: 3 })).toEqual(fail('too-late'))
    // Close the practice platform, so that nothing waits for it at the end.
    await store.practice.close()
    await becomes(reservation.id, 'unknown')
  })

  test('cut off on the wire it may exist', async () => {
    const { store, take, becomes, clock } = await openReservationStore()
    store.practice.misbehave({ path, kind: 'delay', milliseconds: hour, times: 1 })
    const reservation = valueOfOk(await take())
    await becomes(reservation.id, 'sending')
    const [restarted] = await Promise.all([store.restart(), clock.advance(3_000)])
    expect(restarted).toBeUndefined()
    await becomes(reservation.id, 'unknown')
    expect(tablesTaken(store)).toBe(0)
  })

  test('rejected with the platform’s message; corrected, it is sent', async () => {
    const { store, take, edit, read, becomes, decide } = await openReservationStore()
    store.practice.misbehave({ path, kind: 'status', status: 400, times: 2 })
    const reservation = valueOfOk(await take())
    await becomes(reservation.id, 'refused')
    await store.restart()
    expect(await read(reservation.id)).toMatchObject({
      delivery: { message: '400 The request has an error' },
    })
    expect(await decide(reservation.id, 'retry')).toEqual(ok(1))
    await becomes(reservation.id, 'refused')
    valueOfOk(await edit(reservation.id, { partySize: 4 }))
    await becomes(reservation.id, 'confirmed')
    expect(store.practice.reservations()).toMatchObject([{ partySize: 4 }])
    expect((await read(reservation.id))?.delivery).not.toHaveProperty('message')
  })

  test('its time comes first: it is not sent any more, until it is given another', async () => {
    const { store, take, edit, read, becomes, decide, clock, expires } =
      await openReservationStore()
    store.practice.misbehave(tooMany)
    const startsAt = new Date(clock.now() + hour).toISOString()
    const reservation = valueOfOk(await take({ startsAt }))
    await clock.leap(hour - minute)
    expect(await read(reservation.id)).toMatchObject({ delivery: { state: 'queued' } })
    await clock.advance(minute)
    await expires(reservation.id)
    store.practice.behave()
    await store.restart()
    await clock.leap(hour)
    expect(tablesTaken(store)).toBe(0)
    expect(await decide(reservation.id, 'retry')).toEqual(fail('too-late'))
    expect(await edit(reservation.id, { startsAt })).toEqual(fail('too-late', 'past'))
    valueOfOk(await edit(reservation.id, {}))
    await becomes(reservation.id, 'confirmed')
    expect(tablesTaken(store)).toBe(1)
  })

  test('a machine that slept through its time sends nothing as it wakes', async () => {
    const { store, take, becomes, clock, expires } = await openReservationStore()
    store.practice.misbehave(tooMany)
    const reservation = valueOfOk(
      await take({ startsAt: new Date(clock.now() + hour).toISOString() }),
    )
    await becomes(reservation.id, 'queued')
    store.practice.behave()
    clock.sleep(2 * hour)
    await clock.advance(20_000)
    await expires(reservation.id)
    expect(tablesTaken(store)).toBe(0)
  })
})

test('what is booked changes here alone: tables and notes, and nothing that the platform has', async () => {
  const { store, take, edit, read, becomes } = await openReservationStore()
  const reservation = valueOfOk(await take())
  await becomes(reservation.id, 'confirmed')
  expect(await edit(reservation.id, { partySize: 3 })).toEqual(fail('too-late'))
  expect(await edit(reservation.id, { phone: '' })).toEqual(fail('too-late'))
  valueOfOk(
    await edit(reservation.id, {
      tableIds: ['rtbl-9'],
      allergies: 'mariscos',
      durationMinutes: 90,
    }),
  )
  await store.restart()
  expect(await read(reservation.id)).toMatchObject({
    delivery: { state: 'confirmed' },
    tableIds: ['rtbl-9'],
    allergies: 'mariscos',
    durationMinutes: 90,
  })
  expect(tablesTaken(store)).toBe(1)
})

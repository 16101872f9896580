import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import type { Caller } from '#contract/shared/caller.ts'
import { fail, ok } from '#contract/shared/result.ts'
import { audiences } from '#contract/index.ts'
import {
  booking,
  counter,
  valueOfOk,
  openReservationStore,
  tap,
} from '#test/support/reservations.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const cook: Caller = { screen: 'pass', name: 'Fuegos', role: 'kitchen' }

describe('two screens and one table', () => {
  test('one of them gets it, whichever came first; the other one sees why', async () => {
    const { store, take } = await openReservationStore()
    const both = await Promise.all([take({ firstName: 'Ana' }), take({ firstName: 'Eva' })])
    expect(both.map((each) => each.ok)).toEqual([true, false])
    expect(both[1]).toEqual(fail('too-late', 'table-taken'))
    await expect.poll(() => store.practice.reservations()).toHaveLength(1)
  })

  test('it cannot be accepted, and moving onto it is the same', async () => {
    const { take, edit } = await openReservationStore()
    valueOfOk(await take())
    expect(await take({}, { accepted: ['table-taken'] })).toEqual(fail('too-late', 'table-taken'))
    const waiting = valueOfOk(await take({ tableIds: ['rtbl-8'] }, { kind: 'waiting' }))
    expect(await edit(waiting.id, {})).toEqual(fail('too-late', 'table-taken'))
    // A reservation that is edited doesn't block itself.
    expect(await edit(waiting.id, { tableIds: ['rtbl-8'], partySize: 3 })).toMatchObject({
      ok: true,
    })
  })

  test('who has left leaves it free, and finds it taken when they are back', async () => {
    const { take, call, isoIn } = await openReservationStore()
    const startsAt = isoIn(600_000)
    const { id } = valueOfOk(await take({ startsAt }))
    const becomes = (visit: 'left' | 'seated') =>
      call('reservations.setVisit', { reservationId: id, visit }, counter)
    expect(await becomes('left')).toEqual(ok(null))
    const renata = valueOfOk(await take({ startsAt, firstName: 'Renata' }))
    expect(await becomes('seated')).toEqual(fail('too-late', 'needed-soon'))
    valueOfOk(
      await call('reservations.setVisit', { reservationId: renata.id, visit: 'seated' }, counter),
    )
    expect(await becomes('seated')).toEqual(fail('too-late', 'table-taken'))
  })
})

describe('objections to a reservation', () => {
  test('is answered as it is typed, and keeps it from being taken until it is accepted', async () => {
    const { take, call } = await openReservationStore()
    await call('settings.change', { coversPerHalfHour: 3 })
    valueOfOk(await take({ tableIds: [] }))
    const request = booking({ tableIds: [], phone: '', email: '' })
    const check = { booking: request, reservationId: null }
    const remarks = valueOfOk(await call('reservations.check', check, counter))
    expect(remarks.filter(({ code }) => !code.startsWith('closed'))).toEqual([
      { kind: 'warning', code: 'no-contact', about: [] },
      { kind: 'warning', code: 'pacing', about: ['4', '3'] },
    ])
    expect(await take(request)).toEqual(fail('too-late', 'no-contact pacing'))
    const misspelt = ['no-contacts' as 'no-contact']
    expect(await take(request, { accepted: misspelt })).toMatchObject({
      error: { code: 'bad-input' },
    })
    expect(await take(request, { accepted: ['pacing', 'no-contact'] })).toMatchObject({ ok: true })
  })

  test('the menu’s hours, by the store’s wall', async () => {
    const { clock, call, store } = await openReservationStore()
    await expect
      .poll(async () => valueOfOk(await call('stock.board', {})).items.length)
      .toBeGreaterThan(0)
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Santiago' })
    const date = today.format(clock.now() + day)
    const reservationList = valueOfOk(
      await call('reservations.list', { from: date, to: date }, counter),
    )
    expect(reservationList).toMatchObject({ timeZone: 'America/Santiago', days: [{ day: date }] })
    const [open] = reservationList.days[0]?.open ?? []
    expect(open).toBeDefined()
    const startsAt = new Date(Date.parse(open?.from ?? '') - minute).toISOString()
    const look = async (at: string) =>
      valueOfOk(
        await call(
          'reservations.check',
          { booking: booking({ startsAt: at }), reservationId: null },
          counter,
        ),
      ).map(({ code }) => code)
    expect(await look(startsAt)).toEqual(['closed-then'])
    expect(await look(open?.from ?? '')).toEqual([])
    expect(store.log.text()).not.toContain('bug')
  })

  test('a booked reservation does not object to itself', async () => {
    const { take, becomes, call } = await openReservationStore()
    const { id } = valueOfOk(await take())
    await becomes(id, 'confirmed')
    const check = { booking: booking(), reservationId: id }
    expect(await call('reservations.check', check, counter)).toEqual(ok([]))
  })
})

describe('the book', () => {
  test('a walk-in and who waits are kept here alone', async () => {
    const { store, take, read, clock, isoIn } = await openReservationStore()
    const startsAt = isoIn(0)
    const nobody = { startsAt, firstName: '', lastName: '', phone: '', email: '', tableIds: [] }
    const walkedIn = valueOfOk(await take(nobody, { kind: 'walk-in' }))
    const waits = valueOfOk(await take({ ...nobody, firstName: 'Eva' }, { kind: 'waiting' }))
    await clock.leap(hour)
    expect(await read(walkedIn.id)).toMatchObject({ delivery: null, visit: 'arrived' })
    expect(await read(waits.id)).toMatchObject({ delivery: null, visit: 'expected' })
    expect(store.practice.reservations()).toEqual([])
  })

  test('notifies the front-of-house screens by day, and not the kitchen', async () => {
    const { store, take, edit, becomes } = await openReservationStore()
    const reported = () =>
      store.events.flatMap((event) => (event.type === 'reservations.changed' ? event.days : []))
    // Stop sending, so that no request is in flight during the move.
    store.practice.misbehave({ path: '', kind: 'status', status: 401 })
    const reservation = valueOfOk(await take())
    await expect
      .poll(async () => valueOfOk(await store.call('status.get', {})).outbox.paused)
      .not.toBeNull()
    await expect.poll(reported).toContain(reservation.businessDay)
    store.events.length = 0
    const later = new Date(Date.parse(reservation.startsAt) + 2 * day).toISOString()
    const moved = valueOfOk(await edit(reservation.id, { startsAt: later }))
    expect(moved.day).not.toBe(reservation.day)
    await expect
      .poll(reported)
      .toEqual(expect.arrayContaining([reservation.businessDay, moved.businessDay]))
    await becomes(reservation.id, 'queued')
    expect(audiences['reservations.changed']).toEqual(['counter', 'manager'])
    const days = { from: reservation.day, to: reservation.day }
    expect(await store.call('reservations.list', days, cook)).toEqual(fail('not-allowed'))
  })

  test('guests are late ten minutes after their time, and the screens are notified', async () => {
    const { store, take, read, becomes, clock, isoIn } = await openReservationStore()
    const reservation = valueOfOk(await take({ startsAt: isoIn(hour) }))
    await becomes(reservation.id, 'confirmed')
    await clock.leap(hour + 9 * minute)
    expect(await read(reservation.id)).toMatchObject({ visit: 'expected' })
    store.events.length = 0
    await clock.advance(minute + 10_000)
    await expect
      .poll(() => store.events)
      .toContainEqual(
        expect.objectContaining({
          type: 'reservations.changed',
          days: [reservation.businessDay],
        }) as unknown,
      )
    expect(await read(reservation.id)).toMatchObject({ visit: 'late' })
  })

  test('guests after midnight are in the list of the day before', async () => {
    const { store, take, call } = await openReservationStore()
    const ahead = (days: number) =>
      new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Santiago' }).format(
        Date.now() + days * day,
      )
    const halfPastMidnight = Temporal.PlainDateTime.from(`${ahead(3)}T00:30`)
    const startsAt = halfPastMidnight.toZonedDateTime('America/Santiago').toInstant().toString()
    const reservation = valueOfOk(await take({ startsAt: new Date(startsAt).toISOString() }))
    expect(reservation).toMatchObject({ day: ahead(3), businessDay: ahead(2) })
    const listOf = async (date: string) =>
      valueOfOk(
        await call('reservations.list', { from: date, to: date }, counter),
      ).reservations.map(({ id }) => id)
    expect(await listOf(ahead(2))).toEqual([reservation.id])
    expect(await listOf(ahead(3))).toEqual([])
    await expect
      .poll(() => store.events)
      .toContainEqual(expect.objectContaining({ type: 'reservations.changed', days: [ahead(2)] }))
    valueOfOk(await call('settings.change', { businessDayBorder: '00:00' }))
    expect(await listOf(ahead(3))).toEqual([reservation.id])
  })

  test('is asked for 42 days at most, and for none the wrong way round', async () => {
    const { call } = await openReservationStore()
    const ask = async (from: string, to: string) =>
      (await call('reservations.list', { from, to }, counter)).ok
    expect(await ask('2026-11-01', '2026-12-12')).toBe(true)
    expect(await ask('2026-11-01', '2026-12-13')).toBe(false)
    expect(await ask('2026-11-02', '2026-11-01')).toBe(false)
  })

  test('is searched by beginnings of names, telephone, code and reference, without accents', async () => {
    const { take, read, becomes, call } = await openReservationStore()
    const reservation = valueOfOk(await take({ firstName: 'Íñigo', lastName: 'Peña-Rojas' }))
    valueOfOk(await take({ firstName: 'Eva', phone: '+56 9 1111 2222', email: '', tableIds: [] }))
    await becomes(reservation.id, 'confirmed')
    const code = (await read(reservation.id))?.code ?? ''
    const find = async (sentence: string) =>
      valueOfOk(await call('reservations.search', { text: sentence }, counter)).map(
        ({ firstName }) => firstName,
      )
    for (const sentence of [
      'inigo',
      'ROJAS iñ',
      '98765',
      '+56 9 8765',
      '56987654321',
      code,
      reservation.reference,
    ])
      expect(await find(sentence), sentence).toEqual(['Íñigo'])
    for (const sentence of ['nigo', '8765432', 'inigo eva', '%', '_'])
      expect(await find(sentence), sentence).toEqual([])
    expect(await find('9')).toHaveLength(2)
  })

  test('is a table for a spreadsheet, without formulas', async () => {
    const { take, call, becomes } = await openReservationStore()
    const plan = {
      sectors: [
        {
          id: 'rsec-terraza',
          name: 'Terraza',
          tables: [{ id: 'rtbl-7', name: 'Mesa 7', seats: 4, learned: false }],
        },
      ],
    }
    expect(await call('reservations.savePlan', plan)).toEqual(ok(null))
    const reservation = valueOfOk(
      await take({ firstName: '=1+1', requests: 'una, "dos"', email: '' }),
    )
    await becomes(reservation.id, 'confirmed')
    const table = valueOfOk(
      await call(
        'reservations.table',
        { from: reservation.businessDay, to: reservation.businessDay },
        counter,
      ),
    )
    const [heading, row = ''] = table.trim().split('\n')
    expect(heading).toMatch(/^\uFEFF?day,time,partySize,firstName/)
    const time = new Intl.DateTimeFormat('en-GB', {
      timeZone: 'America/Santiago',
      timeStyle: 'short',
    }).format(Date.parse(reservation.startsAt))
    expect(row).toContain(`${reservation.day},${time},2,'=1+1,`)
    expect(row).toContain(`Terraza,Mesa 7,`)
    expect(row).toContain(`"una, ""dos"""`)
    expect(row).toContain(`booked,booked,expected,${reservation.reference}`)
  })

  test('a table without a name has no id in the spreadsheet, nor in what stands against a booking', async () => {
    const { take, call, becomes } = await openReservationStore()
    const reservation = valueOfOk(await take({ sectorId: null, tableIds: [] }))
    await becomes(reservation.id, 'confirmed')
    const table = valueOfOk(
      await call(
        'reservations.table',
        { from: reservation.businessDay, to: reservation.businessDay },
        counter,
      ),
    )
    expect(table).not.toMatch(/rtbl|rsec/)
    const same = { sectorId: 'rsec-salon', tableIds: ['rtbl-1'] }
    const asked = { booking: booking(same), reservationId: null, kind: 'booked' } as const
    const objections = valueOfOk(await call('reservations.check', asked, counter))
    expect(objections[0]).toEqual({ kind: 'error', code: 'table-taken', about: [] })
  })

  test('names that an older version made of ids are taken away, and given ones stay', async () => {
    const { call } = await openReservationStore()
    const learned = { seats: 2, learned: true, shape: 'square' as const, place: null }
    const plan = (salon: string, one: string) => ({
      sectors: [
        {
          id: 'rsec-salon',
          name: salon,
          tables: [
            { id: 'rtbl-1', name: one, ...learned },
            { id: 'rtbl-2', name: 'Ventana', ...learned },
            { id: 'A', name: 'A', seats: 2, ...learned, learned: false },
          ],
          fixtures: [],
        },
      ],
    })
    valueOfOk(await call('reservations.savePlan', plan('rsec-salon', 'rtbl-1')))
    expect(await call('reservations.plan', {}, counter)).toEqual(ok(plan('', '')))
    valueOfOk(await call('reservations.savePlan', plan('Salón', 'Mesa 1')))
    expect(await call('reservations.plan', {}, counter)).toEqual(ok(plan('Salón', 'Mesa 1')))
  })

  test('a plan with two tables of one id is none', async () => {
    const { call } = await openReservationStore()
    const table = { id: 't', name: '1', seats: 2, learned: false }
    const twins = { sectors: [{ id: 's', name: 'Salón', tables: [table, table] }] }
    expect(await call('reservations.savePlan', twins)).toMatchObject({ ok: false })
    expect(await call('reservations.plan', {}, counter)).toEqual(ok({ sectors: [] }))
  })
})

describe('the kitchen', () => {
  test('is notified of a large party an hour ahead, without anything that identifies the guest', async () => {
    const { store, take, becomes, clock, isoIn, call } = await openReservationStore()
    const startsAt = isoIn(2 * hour)
    const reservation = valueOfOk(await take({ startsAt, partySize: 9, allergies: 'nueces' }))
    await becomes(reservation.id, 'confirmed')
    const received = () => store.events.filter(({ type }) => type === 'reservations.ahead')
    await clock.leap(hour - minute)
    expect(await call('reservations.ahead', {}, cook)).toEqual(ok([]))
    expect(received()).toEqual([])
    await clock.advance(minute + 10_000)
    const party = {
      reservationId: reservation.id,
      startsAt,
      partySize: 9,
      allergies: 'nueces',
      tables: [],
    }
    await expect.poll(received).toEqual([{ type: 'reservations.ahead', parties: [party] }])
    expect(await call('reservations.ahead', {}, cook)).toEqual(ok([party]))
    await call(
      'reservations.cancel',
      { reservationId: reservation.id, tapId: tap(), reason: '' },
      counter,
    )
    await expect.poll(received).toHaveLength(2)
    expect(received()[1]).toEqual({ type: 'reservations.ahead', parties: [] })
  })
})

import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { roles, type Caller } from '#contract/shared/caller.ts'
import type { CouponDraft } from '#contract/drafts/drafts.ts'
import type { Draft } from '#contract/reservations/reservations.ts'
import { fail, ok } from '#contract/shared/result.ts'
import {
  booking,
  counter,
  valueOfOk,
  openReservationStore,
  type OpenedReservations,
} from '#test/support/reservations.ts'
import { change, office, openCoupons, databaseText } from '#test/support/coupons.ts'
import { openTestStore, type TestStore } from '#test/support/kitchen.ts'
import { endedShift, keep as keepCount, openShifts, readShift } from '#test/support/shifts.ts'

const hour = 3_600_000
const kitchen: Caller = { screen: 'grill', name: 'Parrilla', role: 'kitchen' }
const second: Caller = { ...counter, screen: 'counter-2' }

const draft = (typed: Partial<Draft> = {}): Draft => ({
  partySize: '4',
  day: '2026-11-21',
  isSecond: false,
  time: '',
  name: 'Renata Inventada',
  phone: '+56 9 22',
  email: '',
  occasion: null,
  sectorId: null,
  tableIds: ['rtbl-7'],
  requests: '',
  allergies: 'nueces',
  clientId: null,
  durationMinutes: null,
  ...typed,
})

const keep = (
  { call }: OpenedReservations,
  typed: Draft | null,
  id: string | null = null,
  who = counter,
) =>
  typed === null
    ? call('drafts.discard', { kind: 'reservation', subject: id ?? '' }, who)
    : call('drafts.save', { kind: 'reservation', subject: id ?? '', base: null, draft: typed }, who)
const stored = async ({ call }: OpenedReservations, who = counter) =>
  valueOfOk(await call('drafts.list', {}, who)).map(({ subject, draft: typed }) => ({
    reservationId: subject === '' ? null : subject,
    draft: typed,
  }))
/** Whether the database file or its WAL contains the word. */
const isOnDisk = ({ store }: OpenedReservations, word: string): boolean =>
  [store.file, `${store.file}-wal`].some(
    (file) => existsSync(file) && readFileSync(file, 'utf8').includes(word),
  )

test('what is typed is there again after a restart, on its own screen alone', async () => {
  const reservationList = await openReservationStore()
  const first = await keep(reservationList, draft({ name: 'Ren' }))
  expect(first).toEqual(ok({ draft: draft({ name: 'Ren' }), conflicts: [] }))
  await keep(reservationList, draft())
  await keep(reservationList, draft({ partySize: '6' }), 'one-of-the-book')
  await reservationList.store.restart()
  expect(await stored(reservationList)).toEqual([
    { reservationId: null, draft: draft() },
    { reservationId: 'one-of-the-book', draft: draft({ partySize: '6' }) },
  ])
  expect(await stored(reservationList, second)).toEqual([])
  await keep(reservationList, null)
  expect(await stored(reservationList)).toEqual([
    { reservationId: 'one-of-the-book', draft: draft({ partySize: '6' }) },
  ])
})

test('the kitchen neither reads nor keeps any, nor does a screen without an id', async () => {
  const reservationList = await openReservationStore()
  expect(await keep(reservationList, draft(), null, kitchen)).toEqual(fail('not-allowed'))
  expect(await reservationList.call('drafts.list', {}, kitchen)).toEqual(fail('not-allowed'))
  expect(await keep(reservationList, null, null, kitchen)).toEqual(fail('not-allowed'))
  expect(await keep(reservationList, draft(), null, { ...counter, screen: '' })).toEqual(
    fail('not-found'),
  )
})

test('the last ten of a screen are kept', async () => {
  const reservationList = await openReservationStore()
  for (let nth = 0; nth < 12; nth++) await keep(reservationList, draft(), `r${String(nth)}`)
  const ids = (await stored(reservationList)).map(({ reservationId }) => reservationId)
  expect(ids).toEqual(Array.from({ length: 10 }, (_, nth) => `r${String(nth + 2)}`))
})

test('creating a reservation discards its draft, a walk-in does not; editing discards the draft of that reservation', async () => {
  const reservationList = await openReservationStore()
  await keep(reservationList, draft())
  valueOfOk(await reservationList.take({ tableIds: ['rtbl-9'] }, { kind: 'walk-in' }))
  expect(await stored(reservationList)).toHaveLength(1)
  expect(await reservationList.take({ phone: 'x' })).toMatchObject({ ok: false })
  expect(await stored(reservationList)).toHaveLength(1)
  reservationList.store.practice.misbehave({ path: '', kind: 'status', status: 429 })
  const reservation = valueOfOk(await reservationList.take())
  expect(await stored(reservationList)).toEqual([])
  await keep(reservationList, draft(), reservation.id)
  await keep(reservationList, draft({ name: 'Another' }))
  await keep(reservationList, draft(), reservation.id, second)
  const request = {
    reservationId: reservation.id,
    before: booking(),
    booking: booking({ phone: 'x' }),
    accepted: [],
  }
  expect(await reservationList.call('reservations.update', request, counter)).toMatchObject({
    ok: false,
  })
  expect(await stored(reservationList)).toHaveLength(2)
  valueOfOk(await reservationList.edit(reservation.id, { partySize: 3 }))
  expect(await stored(reservationList)).toEqual([
    { reservationId: null, draft: draft({ name: 'Another' }) },
  ])
  expect(await stored(reservationList, second)).toHaveLength(1)
})

test('a purge deletes the drafts of every screen, leaves nothing on disk, and notifies the screens', async () => {
  const reservationList = await openReservationStore()
  await keep(reservationList, draft())
  await keep(reservationList, draft({ name: 'Otra' }), 'r1', second)
  expect(isOnDisk(reservationList, 'Renata Inventada')).toBe(true)
  expect(await reservationList.call('guests.purge', {})).toEqual(ok({ forgotten: 2 }))
  expect(await stored(reservationList)).toEqual([])
  expect(await stored(reservationList, second)).toEqual([])
  expect(isOnDisk(reservationList, 'Renata Inventada')).toBe(false)
  await expect.poll(() => reservationList.store.events).toContainEqual({ type: 'drafts.changed' })
})

test('each is forgotten a day after it was typed last, a damaged row with the guests’ days', async () => {
  const reservationList = await openReservationStore()
  const onDisk = () =>
    reservationList.inFile((db) =>
      db.all('SELECT name FROM drafts').map(({ name }) => String(name)),
    )
  await keep(reservationList, draft(), 'old')
  reservationList.clock.sleep(2 * hour)
  await keep(reservationList, draft())
  expect(await stored(reservationList)).toHaveLength(2)
  reservationList.clock.sleep(23 * hour)
  expect((await stored(reservationList)).map(({ reservationId }) => reservationId)).toEqual([null])
  expect(await onDisk()).toHaveLength(2)
  await reservationList.clock.advance(10_000)
  expect(await onDisk()).toEqual([expect.not.stringContaining('"old"')])
  reservationList.clock.sleep(2 * hour)
  expect(await stored(reservationList)).toEqual([])
  expect(await onDisk()).toHaveLength(1)
  await reservationList.clock.advance(10_000)
  expect(await onDisk()).toEqual([])

  await keep(reservationList, draft({ name: 'Spoiled Inventada' }))
  await reservationList.inFile((db) => db.run(`UPDATE drafts SET draft = draft || '}'`))
  expect(await stored(reservationList)).toEqual([])
  const aside = () =>
    reservationList.inFile((db) =>
      JSON.stringify(db.all('SELECT row FROM set_aside')).includes('Spoiled'),
    )
  expect(await aside()).toBe(true)
  expect(await reservationList.call('guests.purge', {})).toMatchObject({ ok: true })
  expect(await aside()).toBe(false)
})

test('edits of another page of the same screen stay; in one field the last edit wins', async () => {
  const { call } = await openTestStore()
  const keepTyped = async (base: Partial<Draft> | null, typed: Partial<Draft>) =>
    valueOfOk(
      await call(
        'drafts.save',
        { kind: 'reservation', subject: 'r1', base, draft: typed },
        counter,
      ),
    )
  const base = { requests: 'Silla' }
  await keepTyped(null, base)
  await keepTyped(base, { requests: 'Silla', partySize: '3' })
  expect(await keepTyped(base, { requests: 'Silla', allergies: 'maní' })).toEqual({
    draft: { requests: 'Silla', allergies: 'maní', partySize: '3' },
    conflicts: [],
  })
  expect(await keepTyped(base, { requests: 'Silla', partySize: '5' })).toEqual({
    draft: { requests: 'Silla', allergies: 'maní', partySize: '5' },
    conflicts: [{ field: 'partySize', stored: '5', given: '3' }],
  })
  // The host deleted the draft meanwhile, so the merge starts from what this page last received.
  valueOfOk(await call('drafts.discard', { kind: 'reservation', subject: 'r1' }, counter))
  expect((await keepTyped(base, { ...base, email: 'x' })).draft).toEqual({ ...base, email: 'x' })
})

const typedOf = async ({ call }: TestStore, who = counter) =>
  valueOfOk(await call('drafts.list', {}, who)).map(({ draft: typed }) => typed)

const couponDraft: CouponDraft = {
  at: '2026-11-20T15:00:00.000Z',
  typed: { name: 'Martes', active: false, allowedEmails: 'ana@taller.example.com' },
  seen: {
    name: 'Lunes',
    active: true,
    endDate: null,
    percentageOff: 20,
    allowedEmails: ['luis@clinica.example.com'],
  },
}
const keepCoupon = (store: TestStore, typed = couponDraft, subject = office) =>
  store.call('drafts.save', { kind: 'coupon', subject, base: null, draft: typed }, counter)

test('a coupon’s is there after a restart but for the addresses, which stand neither on the disk nor in the log', async () => {
  const { store } = await openCoupons()
  valueOfOk(await keepCoupon(store))
  const { allowedEmails: _seen, ...seen } = couponDraft.seen
  valueOfOk(
    await keepCoupon(store, { ...couponDraft, typed: { allowedEmails: 'x@y.example' } }, 'other'),
  )
  expect(await typedOf(store)).toHaveLength(2)
  expect((await typedOf(store))[0]).toEqual(couponDraft)
  await store.restart()
  expect(await typedOf(store)).toEqual([
    { ...couponDraft, typed: { name: 'Martes', active: false }, seen },
  ])
  expect(databaseText(store) + store.log.text()).not.toMatch(/taller|clinica|y\.example/)
})

test('a purge deletes the addresses of a coupon’s draft, and keeps the rest', async () => {
  const { store } = await openCoupons()
  valueOfOk(await keepCoupon(store))
  valueOfOk(await store.call('guests.purge', {}))
  expect(await typedOf(store)).toMatchObject([{ typed: { name: 'Martes', active: false } }])
  expect(JSON.stringify(await typedOf(store))).not.toContain('@')
  await expect.poll(() => store.events).toContainEqual({ type: 'drafts.changed' })
})

test('a change of a coupon discards its draft on that screen, one that is refused does not; else it goes after 30 days', async () => {
  const { store, clock } = await openCoupons()
  valueOfOk(await keepCoupon(store))
  const request = { changeId: 'c1', couponId: office, before: {}, changed: { name: 'Martes' } }
  expect(await store.call('coupons.change', { ...request, changed: {} }, counter)).toMatchObject({
    ok: false,
  })
  valueOfOk(await change(store, office, {}, { name: 'Otro' }))
  expect(await typedOf(store)).toHaveLength(1)
  valueOfOk(await store.call('coupons.change', request, counter))
  expect(await typedOf(store)).toEqual([])
  valueOfOk(await keepCoupon(store))
  clock.sleep(30 * 24 * hour - 1)
  expect(await typedOf(store)).toHaveLength(1)
  clock.sleep(2)
  expect(await typedOf(store)).toEqual([])
})

test('a count cannot be read or stored as a draft, and screens are not notified of it', async () => {
  const store = await openShifts()
  const shiftId = endedShift(store)
  await readShift(store, shiftId)
  await keepCount(store, shiftId, (count) => ({ ...count, notes: 'a medias' }))
  const bad = { kind: 'count', subject: shiftId } as never
  for (const role of roles) {
    const who: Caller = { screen: '', name: '', role }
    const mayDraft = role === 'counter' || role === 'manager'
    const code = mayDraft ? 'bad-input' : 'not-allowed'
    expect(await store.call('drafts.discard', bad, who)).toMatchObject({ error: { code } })
    const stored = { ...(bad as object), base: null, draft: {} } as never
    expect(await store.call('drafts.save', stored, who)).toMatchObject({ error: { code } })
    // A count belongs to no screen, so `drafts.list` never returns it.
    if (mayDraft) expect(await typedOf(store, who)).toEqual([])
  }
  valueOfOk(await store.call('guests.purge', {}))
  expect((await readShift(store, shiftId)).count.draft.notes).toBe('a medias')
})

import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import type { Guest, GuestRow } from '#contract/guests/guests.ts'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import { FakeClock } from '#test/support/fake-clock.ts'
import {
  openTestStore,
  typeAllergies,
  typedAllergies,
  type TestStore,
} from '#test/support/kitchen.ts'
import { openDatabase } from '../db/open.ts'

const valueOf = <Value>(result: Result<Value>): Value => {
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.detail ?? ''}`)
  return result.value
}

const list = async (store: TestStore, sentence = '', page = 1) =>
  valueOf(await store.call('guests.list', { text: sentence, page }))

/** A guest with a phone, an e-mail and points, whose movements fit on one page. */
async function somebody(store: TestStore): Promise<{ row: GuestRow; guest: Guest }> {
  const { guests } = await list(store)
  const row = guests.find(
    ({ phone, email, pointsBalance, ordersCount }) =>
      phone !== null &&
      email !== null &&
      (pointsBalance ?? 0) > 0 &&
      (ordersCount ?? 0) > 2 &&
      (ordersCount ?? 0) < 20,
  )
  if (row === undefined) throw new Error('nobody to test with')
  return { row, guest: valueOf(await store.call('guests.get', { clientId: row.clientId })) }
}

test('a telephone is read in groups, and kept as it came', async () => {
  const store = await openTestStore()
  const { row, guest } = await somebody(store)
  expect(row.phone).toMatch(/^\+56\d{9}$/)
  expect(row.phoneShown).toMatch(/^\+56 9 \d{4} \d{4}$/)
  expect(row.phoneShown?.replaceAll(' ', '')).toBe(row.phone)
  expect(guest).toMatchObject({ phone: row.phone, phoneShown: row.phoneShown })
})

test('lists guests by pages of 50, finds one by any of three words, and opens the one page', async () => {
  const store = await openTestStore({ clients: 150 })
  const first = await list(store)
  expect(first).toMatchObject({ page: 1, hasMore: true, total: 150, leftOut: 0 })
  expect(first.guests).toHaveLength(50)
  expect((await list(store, '', 3)).hasMore).toBe(false)
  const { row, guest } = await somebody(store)
  for (const sentence of [row.phone ?? '', row.phoneShown ?? '', row.email ?? ''])
    expect((await list(store, sentence)).guests).toEqual([row])
  expect((await list(store, row.name ?? '')).guests).toContainEqual(row)
  expect(guest).toMatchObject({
    clientId: row.clientId,
    fullName: row.name,
    phone: row.phone,
    email: row.email,
    totalOrders: row.ordersCount,
    balance: row.pointsBalance,
    lastOrderAt: row.lastOrder,
    allergies: '',
    storedUntil: null,
    unread: [],
  })
  expect(guest.lastOrderStore).toEqual(expect.any(String))
  const byUser = await store.call('guests.get', { serviceUserId: guest.serviceUserId ?? '' })
  expect(byUser).toEqual(ok(guest))
  expect(await store.call('guests.get', { clientId: 'nobody' })).toMatchObject({
    error: { code: 'refused' },
  })
})

test('shows the movements of one guest by every filter, and never those of everybody', async () => {
  const store = await openTestStore()
  const { guest } = await somebody(store)
  const all = {
    serviceUserId: guest.serviceUserId ?? '',
    from: null,
    to: null,
    type: null,
    page: 1,
  }
  const { movements } = valueOf(await store.call('guests.movements', all))
  expect(movements.length).toBeGreaterThan(0)
  expect(movements[0]?.balance).toBe(guest.balance)
  const origins = new Set(movements.map(({ origin }) => origin))
  expect(origins).toContain('accumulation')
  const some = valueOf(await store.call('guests.movements', { ...all, type: 'accumulation' }))
  expect(some.movements).toEqual(movements.filter(({ origin }) => origin === 'accumulation'))
  const day = movements.at(-1)?.at?.slice(0, 10) ?? ''
  const early = valueOf(await store.call('guests.movements', { ...all, from: day, to: day }))
  expect(early.movements).toEqual(movements.filter(({ at }) => at?.startsWith(day)))
  // Without an id the platform would return the movements of all clients, so nothing is requested.
  expect(await store.call('guests.movements', { ...all, serviceUserId: '' })).toMatchObject({
    error: { code: 'bad-input' },
  })
})

test('a platform that ignores our name for the user returns everybody’s movements: none of them is shown', async () => {
  const store = await openTestStore({
    inFront: async ({ v3 }) => {
      const server = createServer((request, response) => {
        const url = (request.url ?? '').replace(/([?&])[A-Za-z]*UserId=[^&]*/g, '$1')
        void fetch(v3 + url, { headers: { authorization: request.headers.authorization ?? '' } })
          .then(async (answer) => {
            response.writeHead(answer.status, { 'content-type': 'application/json' })
            response.end(await answer.text())
          })
          .catch(() => response.destroy())
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      onTestFinished(() => void server.close())
      return `http://127.0.0.1:${String((server.address() as { port: number }).port)}`
    },
  })
  const { guest } = await somebody(store)
  const asked = {
    serviceUserId: guest.serviceUserId ?? '',
    from: null,
    to: null,
    type: null,
    page: 1,
  }
  expect(await store.call('guests.movements', asked)).toEqual(
    fail('unreadable', 'data.movements: of other users'),
  )
})

test('shows the program’s figures, with points by the days until they expire', async () => {
  const store = await openTestStore()
  const summary = valueOf(await store.call('guests.summary', { from: null, to: null }))
  expect(summary.totalClients).toBe(100)
  expect(summary.expiring.map(({ within }) => within)).toEqual([
    'lessThan10',
    'lessThan30',
    'lessThan60',
    'lessThan90',
    'moreThan90',
    'noExpiration',
  ])
  const left = summary.expiring.reduce((sum, { points }) => sum + points, 0)
  expect(left).toBe(summary.pointsInCirculation)
  const short = valueOf(
    await store.call('guests.summary', { from: '2020-01-01', to: '2020-01-31' }),
  )
  expect(short.totalOrders).toBe(0)
})

test('what is noted of a guest is on their open ticket and on the next, by telephone, address or id', async () => {
  const store = await openTestStore()
  const { practice } = store
  practice.setReceiver(store.host.webhookUrl)
  const { guest } = await somebody(store)
  const { _id: open } = await practice.placeOrder({ phone: guest.phone ?? '', email: '' })
  const other = await practice.placeOrder({ phone: '+56900009999', email: 'x@example.com' })
  const allergiesOn = async (id: string) => (await store.ticket(id))?.guestAllergies
  await expect.poll(() => allergiesOn(open)).toBeNull()
  const noted = { clientId: guest.clientId, allergies: 'maní, mariscos' }
  expect(await store.call('guests.setAllergies', noted)).toEqual(ok(null))
  await expect
    .poll(() =>
      store.events.some(
        (event) =>
          event.type === 'tickets.changed' &&
          event.tickets.some(
            ({ id, guestAllergies }) => id === open && guestAllergies === 'maní, mariscos',
          ),
      ),
    )
    .toBe(true)
  expect(await allergiesOn(open)).toBe('maní, mariscos')
  await expect.poll(() => allergiesOn(other._id)).toBeNull()
  const byAddress = await practice.placeOrder({
    phone: '',
    email: guest.email?.toUpperCase() ?? '',
  })
  await expect.poll(() => allergiesOn(byAddress._id)).toBe('maní, mariscos')
  const stored = valueOf(await store.call('guests.get', { clientId: guest.clientId }))
  expect(stored.allergies).toBe('maní, mariscos')
  await store.restart()
  expect(await allergiesOn(open)).toBe('maní, mariscos')
  // Deleting a note sends no request.
  practice.misbehave({ path: '/royalty', kind: 'status', status: 503 })
  expect(await store.call('guests.setAllergies', { ...noted, allergies: '' })).toEqual(ok(null))
  expect(await allergiesOn(open)).toBeNull()
})

test('a note goes by itself once it is as old as the settings allow', async () => {
  const clock = new FakeClock('2026-11-20T15:00:00.000Z')
  const store = await openTestStore({ clock })
  const { guest } = await somebody(store)
  await store.call('guests.setAllergies', { clientId: guest.clientId, allergies: 'maní' })
  const read = async () => valueOf(await store.call('guests.get', { clientId: guest.clientId }))
  expect((await read()).storedUntil).toBe('2026-12-20T15:00:00.000Z')
  clock.sleep(30 * 24 * 3_600_000 - 20_000)
  await clock.advance(10_000)
  expect((await read()).allergies).toBe('maní')
  // An answer that was in flight while the machine slept reports another time; then nothing is
  // deleted for an hour.
  const later = async () => {
    await clock.advance(20_000)
    clock.sleep(600_000)
    return read()
  }
  await expect.poll(later).toMatchObject({ allergies: '', storedUntil: null })
})

test('what a screen types is there again after a restart, for it alone, until it is noted or given up', async () => {
  const store = await openTestStore()
  const { guest } = await somebody(store)
  const { clientId } = guest
  const [one, other] = (['one', 'other'] as const).map((screen) => ({
    screen,
    name: '',
    role: 'counter' as const,
  }))
  const typedOn = async (caller: typeof one) => {
    const read = valueOf(await store.call('guests.get', { clientId }, caller))
    return { typed: await typedAllergies(store, clientId, caller), noted: read.allergies }
  }
  await typeAllergies(store, clientId, 'ma', one)
  await typeAllergies(store, clientId, 'maní ', one)
  await store.restart()
  expect(await typedOn(one)).toEqual({ typed: 'maní ', noted: '' })
  expect(await typedOn(other)).toEqual({ typed: null, noted: '' })
  await typeAllergies(store, clientId, 'nueces', other)
  await store.call('guests.setAllergies', { clientId, allergies: 'maní' }, one)
  expect(await typedOn(one)).toEqual({ typed: null, noted: 'maní' })
  expect(await typedOn(other)).toEqual({ typed: 'nueces', noted: 'maní' })
  await typeAllergies(store, clientId, null, other)
  expect(await typedOn(other)).toEqual({ typed: null, noted: 'maní' })
})

test('a draft expires as a note does', async () => {
  const clock = new FakeClock('2026-11-20T15:00:00.000Z')
  const store = await openTestStore({ clock })
  const { guest } = await somebody(store)
  const { clientId } = guest
  await typeAllergies(store, clientId, 'maní')
  const typed = () => typedAllergies(store, clientId)
  clock.sleep(30 * 24 * 3_600_000 - 20_000)
  await clock.advance(10_000)
  expect(await typed()).toBe('maní')
  const later = async () => {
    await clock.advance(20_000)
    clock.sleep(600_000)
    return typed()
  }
  await expect.poll(later).toBeNull()
})

test('every screen is notified when guests were forgotten, also one that was off then', async () => {
  const clock = new FakeClock('2026-11-20T15:00:00.000Z')
  const store = await openTestStore({ clock })
  const reported = async () => valueOf(await store.call('status.get', {})).guestsForgottenAt
  expect(await reported()).toBeNull()
  await store.call('guests.purge', {})
  const at = '2026-11-20T15:00:00.000Z'
  expect(await reported()).toBe(at)
  // The purge itself notifies screens; the check of every ten seconds is not needed.
  await clock.advance(1_000)
  const statuses = store.events.flatMap((event) =>
    event.type === 'status.changed' ? [event.status.guestsForgottenAt] : [],
  )
  expect(statuses.at(-1)).toBe(at)
  await store.restart()
  expect(await reported()).toBe(at)
})

test('one button forgets every guest: nothing of them is in the file, its log, the log or the status', async () => {
  const store = await openTestStore()
  const { guest, row } = await somebody(store)
  await list(store, row.email ?? '')
  const noted = { clientId: guest.clientId, allergies: 'pistachos-de-Ana' }
  await store.call('guests.setAllergies', { ...noted, allergies: 'nueces-de-Ana' })
  await store.call('guests.setAllergies', noted)
  await typeAllergies(store, guest.clientId, 'avellanas-de-Ana')
  await typeAllergies(store, guest.clientId, 'almendras-de-Ana')
  const onDisk = () =>
    ['', '-wal'].map((suffix) => readFileSync(store.file + suffix, 'latin1')).join('')
  const [phone = '', email = ''] = [guest.phone?.slice(1), guest.email?.toLowerCase()]
  const left = [phone, email, 'pistachos-de-Ana', 'almendras-de-Ana', guest.lastName ?? '?']
  const personal = [...left, 'nueces-de-Ana', 'avellanas-de-Ana']
  const within = (text: string) => personal.filter((reported) => text.includes(reported))
  expect(within(onDisk())).toEqual(left)
  // A damaged row is set aside unchanged.
  await store.host.close()
  const db = openDatabase(store.file)
  db.run("UPDATE guest_notes SET contacts = '[' || contacts")
  db.run("UPDATE drafts SET kind = 'spoiled'")
  db.close()
  await store.restart()
  await store.call('guests.get', { clientId: guest.clientId })
  expect(within(onDisk())).toEqual(left)
  await store.call('guests.setAllergies', noted)
  expect(await store.call('guests.purge', {})).toEqual(ok({ forgotten: 1 }))
  expect(within(onDisk())).toEqual([])
  expect(within(JSON.stringify(await store.call('status.get', {})))).toEqual([])
  expect(within(store.log.text())).toEqual([])
})

test('whole pages of the file that a purge frees are overwritten as well', async () => {
  const store = await openTestStore()
  const typed = 'avellanas-de-alguien '.repeat(14)
  for (let nth = 0; nth < 60; nth++) await typeAllergies(store, `cli-${String(nth)}`, typed)
  const onDisk = () =>
    ['', '-wal'].map((suffix) => readFileSync(store.file + suffix, 'latin1')).join('')
  expect(onDisk()).toContain('avellanas')
  await store.call('guests.purge', {})
  expect(onDisk()).not.toContain('avellanas')
})

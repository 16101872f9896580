import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import type { Input } from '#contract/index.ts'
import type { Visit } from '#contract/reservations/reservations.ts'
import { fail, ok } from '#contract/shared/result.ts'
import { counter, openReservationStore, valueOfOk } from '#test/support/reservations.ts'

const phone = '+56 9 8765 4321'
const stranger = 'phone:56987654321'
const dayMs = 24 * 3_600_000

async function openEvening() {
  const opened = await openReservationStore()
  const { take, clock } = opened
  /** Requests to the platform are paced, so time goes on until one is answered. */
  const call: typeof opened.call = async (...request) => {
    const waiting = new Set(['answer'])
    const answer = opened.call(...request).finally(() => waiting.clear())
    while (waiting.size > 0) await clock.advance(100)
    return answer
  }
  /** `ahead` in milliseconds, so that it is today at any hour. */
  const reserve = async (ahead: number, request: Parameters<typeof take>[0] = {}) =>
    valueOfOk(
      await take(
        { startsAt: new Date(clock.now() + ahead).toISOString(), tableIds: [], ...request },
        { kind: 'waiting' },
      ),
    )
  return {
    ...opened,
    call,
    reserve,
    /** A visit some days ago, with its mark. */
    came: async (days: number, visit: Exclude<Visit, 'late' | 'cancelled'>, request = {}) => {
      const { id } = await reserve(-days * dayMs, request)
      expect(await call('reservations.setVisit', { reservationId: id, visit }, counter)).toEqual(
        ok(null),
      )
      return id
    },
    tonight: async () => valueOfOk(await call('guests.tonight', {}, counter)).guests,
    list: async (request: Partial<Input<'guests.list'>>) =>
      valueOfOk(await call('guests.list', { text: '', page: 1, ...request }, counter)),
    /** With a phone, an e-mail and a birthday. */
    someMember: async () => {
      const { guests } = valueOfOk(await call('guests.list', { text: '', page: 1 }, counter))
      for (const member of guests.filter((each) => each.phone !== null && each.email !== null)) {
        const { clientId } = member
        const { birthday } = valueOfOk(await call('guests.get', { clientId }, counter))
        if (birthday !== null) return member
      }
      throw new Error('nobody to test with')
    },
  }
}

test('tonight lists the guests by time with what is known here, and asks nothing of the platform', async () => {
  const { store, call, reserve, came, tonight, someMember } = await openEvening()
  const member = await someMember()
  await call('guests.setAllergies', { clientId: member.clientId, allergies: 'maní' }, counter)
  await call('guests.setTags', { clientId: member.clientId, tags: ['vip'] }, counter)
  await came(9, 'left', { clientId: member.clientId })
  await came(4, 'no-show', { clientId: null, phone: member.phone ?? '', email: '' })
  store.practice.misbehave({ path: '/royalty', kind: 'status', status: 503 })
  await reserve(2_000, { phone, firstName: 'Noa', lastName: '', allergies: 'leche' })
  await reserve(1_000, { clientId: null, phone: member.phone ?? '', firstName: 'Ana', email: '' })
  await reserve(3_000, { phone: '', email: '', firstName: 'Eva', lastName: '' })
  expect(await tonight()).toMatchObject([
    {
      clientId: member.clientId,
      name: 'Ana Inventada',
      phoneShown: member.phoneShown,
      tags: ['vip'],
      allergies: 'maní',
      visits: 1,
      noShows: 1,
    },
    { clientId: stranger, name: 'Noa', tags: [], allergies: 'leche', visits: 0, noShows: 0 },
    { clientId: null, name: 'Eva', phoneShown: null, kind: 'waiting' },
  ])
})

test('who is not in the points program has tags and a note by telephone, however it is typed', async () => {
  const { call, reserve, came, tonight, store, list } = await openEvening()
  expect(await call('guests.setTags', { clientId: stranger, tags: ['vip'] }, counter)).toEqual(
    fail('not-found'),
  )
  await came(2, 'left', { phone: '9 8765 4321' })
  await reserve(1_000, { phone, tableIds: [] })
  const of = { clientId: stranger }
  expect(await call('guests.setTags', { ...of, tags: ['window', 'vip'] }, counter)).toEqual(
    ok(null),
  )
  expect(await call('guests.setNote', { ...of, note: 'Mesa 7' }, counter)).toEqual(ok(null))
  await store.restart()
  expect((await tonight())[0]).toMatchObject({
    clientId: stranger,
    tags: ['vip', 'window'],
    visits: 1,
  })
  const guest = valueOfOk(await call('guests.get', of, counter))
  expect(guest).toMatchObject({
    isMember: false,
    fullName: 'Amparo Inventada',
    phone: '+56987654321',
    phoneToDial: '+56987654321',
    serviceUserId: null,
    tags: ['vip', 'window'],
    note: 'Mesa 7',
    allergies: '',
  })
  expect(guest.storedUntil).not.toBeNull()
  // Found by a search that asks for them, and never by one that needs the platform's clients.
  const matching = await list({ text: '8765', hasOthers: true })
  expect(matching).toMatchObject({ total: 1, hasMore: false, guests: [{ clientId: stranger }] })
  expect((await list({ text: '8765' })).guests).toEqual([])
  expect((await list({ tag: 'vip', hasOthers: true })).guests).toMatchObject([
    { clientId: stranger, visits: 1, isMember: false },
  ])
})

test('a guest’s reservations, newest first, with what became of them', async () => {
  const { call, came, reserve, someMember, clock } = await openEvening()
  const { clientId, phone: number, email, ...member } = await someMember()
  const reach = { clientId, phone: number, email }
  for (let days = 1; days <= 22; days++) await came(days, 'left', { clientId })
  await came(23, 'no-show', { clientId })
  const { id, startsAt } = await reserve(dayMs, { clientId, partySize: 5 })
  const cancelled = await reserve(2 * dayMs, { clientId })
  await call(
    'reservations.cancel',
    { reservationId: cancelled.id, tapId: 'c', reason: '' },
    counter,
  )
  // Of somebody else with the same telephone.
  await came(3, 'left', { clientId: 'other', phone: number ?? '' })
  const visits = valueOfOk(await call('guests.visits', reach, counter))
  expect(visits).toMatchObject({ visits: 22, noShows: 1, cancellations: 1 })
  expect(visits.latest).toHaveLength(20)
  expect(visits.latest.slice(0, 3)).toMatchObject([
    { visit: 'cancelled' },
    { reservationId: id, startsAt, partySize: 5, visit: 'expected' },
    { visit: 'left' },
  ])
  const listed = valueOfOk(
    await call('guests.list', { text: member.name ?? '', page: 1 }, counter),
  ).guests.find((each) => each.clientId === clientId)
  expect(listed).toMatchObject({ visits: Math.max(22, member.ordersCount ?? 0), noShows: 1 })
  expect(Date.parse(listed?.lastVisit ?? '')).toBeGreaterThan(clock.now() - 2 * dayMs)
})

test('the whole list is filtered and sorted by what the platform does not know', async () => {
  const { call, list, someMember } = await openEvening()
  const { clientId } = await someMember()
  const { birthday } = valueOfOk(await call('guests.get', { clientId }, counter))
  await call('guests.setTags', { clientId, tags: ['wheelchair'] }, counter)
  const month = Number(birthday?.slice(5, 7))
  for (const filter of [{ tag: 'wheelchair' as const }, { birthdayMonth: month }])
    expect(await list(filter)).toMatchObject({
      sorted: 'all',
      total: 1,
      guests: [{ clientId, tags: ['wheelchair'], birthdayMonth: month }],
    })
  const visits = (await list({ minVisits: 5, order: 'visits' })).guests.map((each) => each.visits)
  expect(visits.length).toBeGreaterThan(1)
  expect(visits).toEqual(visits.toSorted((one, other) => (other ?? 0) - (one ?? 0)))
  expect(visits.at(-1)).toBeGreaterThanOrEqual(5)
  const all = (await list({ order: 'last-visit' })).guests.map(({ lastVisit }) => lastVisit ?? '')
  const day = all[10]?.slice(0, 10) ?? ''
  const until = await list({ lastVisitTo: day, order: 'last-visit' })
  const since = await list({ lastVisitFrom: day, order: 'last-visit', isReversed: true })
  expect(until.guests[0]?.lastVisit?.slice(0, 10) ?? '').toMatch(/^\d/)
  expect((since.total ?? 0) + (until.total ?? 0)).toBeGreaterThan(10)
  expect(since.guests.at(-1)?.lastVisit).toBe(all[0])
})

test('a note is typed safely: it is a draft until it is saved, and goes with the purge', async () => {
  const { call, reserve, store } = await openEvening()
  await reserve(1_000, { phone })
  const draft = { kind: 'guestNote' as const, subject: stranger }
  const typed = { ...draft, base: null, draft: { note: 'Mesa-junto-al-limonero' } }
  await call('drafts.save', typed, counter)
  await store.restart()
  expect(valueOfOk(await call('drafts.list', {}, counter))).toMatchObject([
    { kind: 'guestNote', draft: { note: 'Mesa-junto-al-limonero' } },
  ])
  await call('guests.setNote', { clientId: stranger, note: 'Mesa-junto-al-limonero' }, counter)
  expect(valueOfOk(await call('drafts.list', {}, counter))).toEqual([])
  await call('drafts.save', typed, counter)
  valueOfOk(await store.call('guests.purge', {}))
  expect(valueOfOk(await call('drafts.list', {}, counter))).toEqual([])
  const onDisk = ['', '-wal'].map((suffix) => readFileSync(store.file + suffix, 'latin1')).join('')
  expect(onDisk).not.toContain('limonero')
  expect(await call('guests.get', { clientId: stranger }, counter)).toEqual(fail('not-found'))
  expect(valueOfOk(await call('guests.tonight', {}, counter)).guests).toEqual([])
})

test('screens are told that something was noted', async () => {
  const { call, reserve, store } = await openEvening()
  await reserve(1_000, { phone })
  const changes = () => store.events.filter(({ type }) => type === 'guests.changed').length
  await call('guests.setTags', { clientId: stranger, tags: ['vip'] }, counter)
  await expect.poll(changes).toBe(1)
})

test('probable duplicates: the same phone or e-mail at the platform, or name and birthday here', async () => {
  const { call, list, someMember } = await openEvening()
  const member = await someMember()
  const { guests } = await list({})
  const twin = guests.find((each) => each.email !== null && each.clientId !== member.clientId)
  const nobody = { clientId: 'new', phone: null, email: null, name: null, birthday: null }
  const same = async (request: Partial<Input<'guests.duplicates'>>) =>
    valueOfOk(await call('guests.duplicates', { ...nobody, ...request }, counter)).map(
      ({ clientId, same: what }) => [clientId, what],
    )
  expect(await same({ phone: member.phone?.slice(3) ?? '' })).toEqual([[member.clientId, 'phone']])
  expect(await same({ email: twin?.email?.toUpperCase() ?? '' })).toEqual([
    [twin?.clientId, 'email'],
  ])
  expect(await same({ clientId: member.clientId, phone: member.phone })).toEqual([])
  const { fullName: name, birthday } = valueOfOk(
    await call('guests.get', { clientId: member.clientId }, counter),
  )
  expect(await same({ name, birthday })).toEqual([])
  await call('guests.setTags', { clientId: member.clientId, tags: ['regular'] }, counter)
  expect(await same({ name: name?.toUpperCase() ?? '', birthday })).toEqual([
    [member.clientId, 'name-and-birthday'],
  ])
  expect(await same({ name, birthday: '1900-01-01' })).toEqual([])
})

test('the export has tags, notes and visits, also of guests who are not in the program', async () => {
  const { store, call, came, someMember, clock } = await openEvening()
  const { clientId } = await someMember()
  await came(2, 'left', { clientId })
  await came(1, 'no-show', { phone })
  await call('guests.setAllergies', { clientId, allergies: 'maní' }, counter)
  await call('guests.setTags', { clientId, tags: ['vip', 'regular'] }, counter)
  await call('guests.setNote', { clientId: stranger, note: 'Mesa 7' }, counter)
  const path = join(dirname(store.file), 'guests.csv')
  valueOfOk(await store.call('guests.export', { path }))
  await expect
    .poll(async () => {
      await clock.advance(100)
      return valueOfOk(await store.call('guests.exportState', {}))?.job.state
    })
    .toBe('done')
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
  expect(lines).toHaveLength(102)
  expect(lines.find((line) => line.startsWith(`${clientId},`))).toMatch(/,vip regular,maní,1,0$/)
  expect(lines.at(-1)).toMatch(
    /^phone:56987654321,Amparo Inventada,.*,\+56987654321,.*,Mesa 7,0,1$/,
  )
})

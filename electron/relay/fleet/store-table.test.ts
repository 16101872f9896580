import { expect, test } from 'vitest'
import { compareStores, storeStates, type FleetStore } from '#contract/relay/fleet.ts'
import { maxStatusBytes, readStoreStatus } from '#contract/relay/store-status.ts'
import { FakeClock } from '#test/support/fake-clock.ts'
import { statusOf } from '#test/support/nats/test-fleet.ts'
import type { NamedStore } from '../chain/folder.ts'
import { StoreTable } from './store-table.ts'

const listed = (storeId: string, more: Partial<NamedStore> = {}): NamedStore => ({
  ...{ websiteId: 'w', storeId, name: '', region: '', tags: [] },
  ...more,
})

function open() {
  const clock = new FakeClock()
  const table = new StoreTable(clock)
  return {
    ...{ table, clock },
    pass: (milliseconds: number) => clock.advance(milliseconds),
    send: (storeId: string, fields = {}) => table.noteStatus(`w.${storeId}`, statusOf(fields), 0),
    states: () =>
      Object.fromEntries(table.takeChanges().stores.map(({ storeId, state }) => [storeId, state])),
  }
}

test('the worst trouble is the state', () => {
  const { table, send } = open()
  const cases: [string, object][] = [
    ['not-saving', { isSaving: false, platform: 'refused', lateTickets: 1 }],
    ['refused', { platform: 'refused', lateTickets: 1 }],
    ['offline', { platform: 'not-reached', lateTickets: 1 }],
    ['late', { lateTickets: 1, needsPerson: 1 }],
    ['needs-person', { needsPerson: 1, diskFreeMb: 999 }],
    ['disk', { diskFreeMb: 999, isBackupFailing: true }],
    ['backup', { isBackupFailing: true }],
    ['well', { platform: 'unknown', diskFreeMb: null, backupAge: null, waiting: 4 }],
  ]
  for (const [name, fields] of cases) send(name, fields)
  for (const { storeId, state } of table.takeChanges().stores) expect(state).toBe(storeId)
  send('old', { backupAge: 48 * 3_600 + 1 })
  expect(table.takeChanges().stores).toMatchObject([{ storeId: 'old', troubles: ['backup'] }])
})

test('only what changed comes, and a repeated state keeps its beginning', async () => {
  const { table, send, states, pass } = open()
  table.setNames([listed('a')])
  send('a')
  send('b', { lateTickets: 1 })
  expect(states()).toEqual({ a: 'well', b: 'late' })
  expect(states()).toEqual({})
  await pass(30_000)
  send('b', { lateTickets: 2 })
  const [late] = table.takeChanges().stores
  expect(late).toMatchObject({ storeId: 'b', status: { lateTickets: 2 } })
  expect((late?.seenAt ?? 0) - (late?.since ?? 0)).toBe(30_000)
  await pass(61_000)
  send('b')
  expect(states()).toEqual({ a: 'silent', b: 'well' })
})

test('a store that is silent is so since its last status', async () => {
  const { table, send, pass } = open()
  send('a')
  table.setNames([listed('a')])
  table.takeChanges()
  const sentAt = table.all()[0]?.seenAt
  await pass(200_000)
  table.takeChanges()
  expect(table.all()[0]).toMatchObject({ state: 'silent', since: sentAt, name: 'Downtown' })
})

test('a clock that is set ahead or back calls no store silent', async () => {
  const { table, send, clock, pass, states } = open()
  send('a')
  expect(states()).toEqual({ a: 'well' })
  clock.jump(48 * 3_600_000)
  expect(states()).toEqual({})
  clock.jump(-96 * 3_600_000)
  await pass(89_000)
  expect(states()).toEqual({})
  await pass(2_000)
  expect(table.takeChanges().gone).toEqual(['w.a'])
})

test('a status that waited is as old as it says', () => {
  const { table, states } = open()
  table.setNames(['a', 'b'].map((storeId) => listed(storeId)))
  table.noteStatus('w.a', statusOf(), 89_000)
  table.noteStatus('w.b', statusOf(), 91_000)
  expect(states()).toEqual({ a: 'well', b: 'silent' })
})

test('a store outside the list is shown until it is silent', async () => {
  const { table, send, pass } = open()
  table.setNames([])
  send('a')
  expect(table.takeChanges()).toMatchObject({ stores: [{ storeId: 'a' }], gone: [] })
  await pass(100_000)
  expect(table.takeChanges()).toEqual({ stores: [], gone: ['w.a'] })
  expect(table.all()).toEqual([])
  table.setNames([listed('a', { name: 'A' })])
  expect(table.takeChanges().stores).toMatchObject([{ name: 'A', state: 'silent' }])
})

test('an id that is no store of a chain is not taken', () => {
  const { table } = open()
  for (const id of ['', 'w', 'w.a.b', 'w.unknown', 'w.=####', 'w.a b'])
    table.noteStatus(id, statusOf(), 0)
  expect(table.takeChanges().stores).toEqual([])
})

test('the order is by trouble, then by its beginning, then by name', () => {
  const store = (state: FleetStore['state'], since: number, name: string): FleetStore => ({
    ...{ id: name, websiteId: 'w', storeId: name, name, state, troubles: [], since },
    ...{ seenAt: null, status: null, region: '', tags: [] },
  })
  const sorted = [
    store('well', 1, 'd'),
    store('silent', 2, 'c'),
    store('silent', 1, 'e'),
    store('silent', 1, 'b'),
    store('late', 0, 'a'),
  ].toSorted(compareStores)
  expect(sorted.map(({ name }) => name)).toEqual(['b', 'e', 'c', 'a', 'd'])
  expect(storeStates[0]).toBe('silent')
})

test('a status of a newer version is read, and a wrong one is refused with its field', () => {
  const newer = JSON.stringify({ ...statusOf(), more: 1 })
  expect(readStoreStatus(newer)).toEqual({ ok: true, value: statusOf() })
  const wrong: [string, string][] = [
    [JSON.stringify({ ...statusOf(), lateTickets: 'x' }), 'lateTickets'],
    ['[', 'not JSON'],
    [JSON.stringify({ ...statusOf(), more: 'x'.repeat(maxStatusBytes) }), 'too long'],
  ]
  for (const [text, detail] of wrong)
    expect(readStoreStatus(text)).toMatchObject({ ok: false, error: { code: 'bad-input', detail } })
})

/** Open every day from 12:00 to 15:00 in Santiago, which is 15:00 to 18:00 in UTC. */
const atLunch = {
  zone: 'America/Santiago',
  week: Array.from({ length: 7 }, () => [[720, 900]]),
  days: [],
}
const minuteMs = 60_000

test('a silent store is closed while its own hours say so, and silent from the opening on', async () => {
  const { table, clock, send, pass } = open()
  table.setNames([listed('a', { name: 'A' }), listed('b')])
  // The clock begins at 15:30 UTC.
  send('a', { hours: atLunch })
  send('b')
  table.takeChanges()
  const sentAt = clock.now()
  const stateOf = () => {
    table.takeChanges()
    const [a, b] = table.all()
    return [a?.state, b?.state]
  }
  await pass(2 * minuteMs)
  expect(stateOf()).toEqual(['silent', 'silent'])
  expect(table.all()[0]?.since).toBe(sentAt)
  await pass(148 * minuteMs)
  expect(stateOf()).toEqual(['closed', 'silent'])
  expect(table.all()[0]).toMatchObject({ troubles: [], since: sentAt })
  await pass(20 * 60 * minuteMs)
  expect(stateOf()).toEqual(['closed', 'silent'])
  await pass(60 * minuteMs)
  expect(stateOf()).toEqual(['silent', 'silent'])
  expect(table.all()[0]?.since).toBe(Date.parse('2026-11-21T15:00:00.000Z'))
  send('a', { hours: atLunch })
  expect(stateOf()).toEqual(['well', 'silent'])
})

test('a store that reports outside its hours is what it says', async () => {
  const { table, send, pass, states } = open()
  await pass(5 * 60 * minuteMs)
  send('a', { hours: atLunch, lateTickets: 1 })
  table.setNames([listed('a')])
  expect(states()).toEqual({ a: 'late' })
})

test('a clock that is set back asks again whether the store is closed', async () => {
  const { table, clock, send, pass, states } = open()
  table.setNames([listed('a')])
  send('a', { hours: atLunch })
  await pass(5 * 60 * minuteMs)
  expect(states()).toEqual({ a: 'closed' })
  clock.jump(-4 * 60 * minuteMs)
  expect(states()).toEqual({ a: 'silent' })
})

test('a closed store that left the list is gone', async () => {
  const { table, send, pass } = open()
  send('a', { hours: atLunch })
  table.takeChanges()
  await pass(5 * 60 * minuteMs)
  expect(table.takeChanges().gone).toEqual(['w.a'])
})

test('region and tags are those of the list, as it is now', () => {
  const { table, send } = open()
  table.setNames([listed('a', { region: 'Norte', tags: ['Airport'] })])
  send('a')
  expect(table.takeChanges().stores).toMatchObject([{ region: 'Norte', tags: ['Airport'] }])
  table.setNames([listed('a', { region: 'Sur', tags: ['Airport'] })])
  expect(table.takeChanges().stores).toMatchObject([{ region: 'Sur', tags: ['Airport'] }])
  table.setNames([listed('a', { region: 'Sur' })])
  expect(table.takeChanges().stores).toMatchObject([{ region: 'Sur', tags: [] }])
  expect(table.takeChanges().stores).toEqual([])
})

test('the hours of a store are for this server, and its figures for the pages', () => {
  const { table, send } = open()
  send('a', { hours: atLunch, salesToday: { amount: 5, currency: 'CLP' }, coversToday: 3 })
  const [store] = table.takeChanges().stores
  expect(store?.status).not.toHaveProperty('hours')
  expect(store?.status).toMatchObject({ salesToday: { amount: 5 }, coversToday: 3 })
})

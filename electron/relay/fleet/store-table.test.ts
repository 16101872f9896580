import { expect, test } from 'vitest'
import { compareStores, storeStates, type FleetStore } from '#contract/relay/fleet.ts'
import { longestStatus, readStoreStatus } from '#contract/relay/store-status.ts'
import { FakeClock } from '#test/support/fake-clock.ts'
import { statusOf } from '#test/support/nats/test-fleet.ts'
import { createStoreTable } from './store-table.ts'

function open() {
  const clock = new FakeClock()
  const table = createStoreTable(clock)
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
  table.setNames([{ websiteId: 'w', storeId: 'a', name: '' }])
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
  table.setNames([{ websiteId: 'w', storeId: 'a', name: '' }])
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
  table.setNames(['a', 'b'].map((storeId) => ({ websiteId: 'w', storeId, name: '' })))
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
  table.setNames([{ websiteId: 'w', storeId: 'a', name: 'A' }])
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
    ...{ seenAt: null, status: null },
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
    [JSON.stringify({ ...statusOf(), more: 'x'.repeat(longestStatus) }), 'too long'],
  ]
  for (const [text, detail] of wrong)
    expect(readStoreStatus(text)).toMatchObject({ ok: false, error: { code: 'bad-input', detail } })
})

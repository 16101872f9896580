import { expect, test } from 'vitest'
import { maxStatusBytes, readStoreStatus } from '#contract/relay/store-status.ts'
import { noRelay } from '#contract/status/relay.ts'
import { storeStatus, type StatusFacts } from './store-status.ts'

const now = '2026-11-20T15:30:00.000Z'
const before = (seconds: number): string =>
  new Date(Date.parse(now) - seconds * 1_000).toISOString()

const quiet: StatusFacts = {
  app: '1.2.3',
  status: {
    now,
    store: null,
    webhook: { state: 'off', address: null, lastEventAt: null, message: null, tokensUsedAt: [] },
    poller: { state: 'waiting', lastOkAt: null, error: null },
    relay: noRelay,
    outbox: { pending: 0, sending: 0, unknown: 0, needsPerson: 0, paused: null },
    inbox: { refusing: false },
    backup: null,
  },
  rail: { open: 0, late: 0, lastReceivedAt: null },
  diskFree: null,
  acceptsInstructions: true,
  ...{ hours: null, salesToday: null, coversToday: null },
  instructions: [],
}
const hours: StatusFacts['hours'] = {
  zone: 'America/Santiago',
  week: Array.from({ length: 7 }, () => [[660, 1_500]]),
  days: [['2026-12-25', []]],
}
const outcome = {
  ...{ id: 'recall-1', state: 'partly' as const, items: 3, confirmed: 2, changed: 1 },
  missing: ['Salmon'],
}
const withStatus = (changed: Partial<StatusFacts['status']>) =>
  storeStatus({ ...quiet, status: { ...quiet.status, ...changed } })

test('a store that knows nothing yet', () => {
  expect(storeStatus(quiet)).toEqual({
    version: 1,
    app: '1.2.3',
    name: '',
    platform: 'unknown',
    lastOrderAge: null,
    openTickets: 0,
    lateTickets: 0,
    waiting: 0,
    needsPerson: 0,
    feedAge: null,
    isSaving: true,
    diskFreeMb: null,
    backupAge: null,
    isBackupFailing: false,
    acceptsInstructions: true,
    hours: null,
    salesToday: null,
    coversToday: null,
    instructions: [],
  })
})

test('what a busy store says', () => {
  const status = storeStatus({
    app: '1.2.3',
    status: {
      ...quiet.status,
      store: { id: 's', name: 'Colón', brand: 'b', timeZone: 'UTC', countryCode: 'CL' },
      webhook: { ...quiet.status.webhook, lastEventAt: before(90.9) },
      poller: { state: 'fresh', lastOkAt: before(61), error: null },
      relay: { ...noRelay, lastContactAt: before(75) },
      outbox: { pending: 4, sending: 1, unknown: 2, needsPerson: 3, paused: null },
      inbox: { refusing: true },
      backup: { lastAt: before(600), failing: false },
    },
    rail: { open: 7, late: 2, lastReceivedAt: before(120) },
    diskFree: 12_345_678_901,
    acceptsInstructions: false,
    ...{ hours, salesToday: { amount: 1_250_000, currency: 'CLP' }, coversToday: 84 },
    instructions: [outcome],
  })
  expect(status).toMatchObject({
    ...{ name: 'Colón', platform: 'reached', lastOrderAge: 120, openTickets: 7, lateTickets: 2 },
    ...{ waiting: 4, needsPerson: 3, feedAge: 61, isSaving: false, diskFreeMb: 12_345 },
    ...{ backupAge: 600, isBackupFailing: false },
    ...{ acceptsInstructions: false, hours, instructions: [outcome] },
    ...{ salesToday: { amount: 1_250_000, currency: 'CLP' }, coversToday: 84 },
  })
})

const refused = { code: 'unauthorised', detail: '401' } as const
const unreachable = { code: 'unreachable' } as const

test.for<[string, Partial<StatusFacts['status']>, string]>([
  ['no list', { poller: { state: 'unsupported', lastOkAt: now, error: null } }, 'reached'],
  [
    'a list that fails',
    { poller: { state: 'failing', lastOkAt: now, error: unreachable } },
    'not-reached',
  ],
  [
    'a list that rejects the key',
    { poller: { state: 'failing', lastOkAt: now, error: refused } },
    'refused',
  ],
  ['a list that is off', { poller: { state: 'off', lastOkAt: null, error: null } }, 'unknown'],
  [
    'a rejected key, though the list was fresh',
    {
      poller: { state: 'fresh', lastOkAt: now, error: null },
      outbox: { ...quiet.status.outbox, paused: refused },
    },
    'refused',
  ],
  [
    'no key',
    { outbox: { ...quiet.status.outbox, paused: { code: 'unauthorised', reason: 'no-token' } } },
    'not-reached',
  ],
  [
    'an address without encryption',
    { outbox: { ...quiet.status.outbox, paused: { code: 'unreachable', reason: 'unencrypted' } } },
    'not-reached',
  ],
])('the platform: %s', ([, changed, platform]) => {
  expect(withStatus(changed).platform).toBe(platform)
})

test('a failed backup and a failed test of a restore', () => {
  expect(withStatus({ backup: { lastAt: null, failing: true } })).toMatchObject({
    backupAge: null,
    isBackupFailing: true,
  })
  const testFailedAt = before(5)
  expect(withStatus({ backup: { lastAt: before(9), failing: false, testFailedAt } })).toMatchObject(
    {
      backupAge: 9,
      isBackupFailing: true,
    },
  )
})

test('whatever the clock, the store and the platform say, the chain can read it', () => {
  const huge = Number.MAX_SAFE_INTEGER
  const fill = <Value>(length: number, value: Value): Value[] => Array.from({ length }, () => value)
  const full = fill<[number, number]>(6, [1_439, 2_879])
  const day: [string, [number, number][]] = ['2026-12-25', full]
  const status = storeStatus({
    app: '1.2.3',
    status: {
      ...quiet.status,
      store: { id: 's', name: '\u0000'.repeat(999), brand: '', timeZone: 'UTC', countryCode: '' },
      webhook: { ...quiet.status.webhook, lastEventAt: 'yesterday' },
      poller: { state: 'fresh', lastOkAt: before(-3_600), error: null },
      outbox: { pending: huge, sending: huge, unknown: huge, needsPerson: huge, paused: null },
      backup: { lastAt: '0001-01-01T00:00:00.000Z', failing: false },
    },
    rail: { open: huge, late: huge, lastReceivedAt: before(-1) },
    diskFree: 1e30,
    acceptsInstructions: true,
    hours: { zone: 'America/Argentina/ComodRivadavia', week: fill(7, full), days: fill(16, day) },
    salesToday: { amount: huge, currency: 'CLP' },
    coversToday: 1_000_000_000,
    instructions: [],
  })
  const text = JSON.stringify(status)
  expect(new TextEncoder().encode(text).length).toBeLessThan(maxStatusBytes)
  expect(readStoreStatus(text)).toEqual({ ok: true, value: status })
  expect(status).toMatchObject({ lastOrderAge: 0, feedAge: 0 })
})

test('an odd figure or odd hours hide nothing else of a status', () => {
  const status = storeStatus(quiet)
  const odd = { hours: { zone: '' }, salesToday: 'a lot', coversToday: -1 }
  const read = readStoreStatus(JSON.stringify({ ...status, ...odd }))
  expect(read).toEqual({ ok: true, value: status })
  const { hours: _hours, salesToday: _sales, coversToday: _covers, ...ofOlderVersion } = status
  expect(readStoreStatus(JSON.stringify(ofOlderVersion))).toEqual({ ok: true, value: status })
})

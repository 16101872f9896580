import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { noRelay, type RelayStatus } from '#contract/status/relay.ts'
import type { MenuChoice } from '#contract/stock/stock.ts'
import type { Tone } from '../state/health/health.ts'
import { openConnection } from '../test-support/open-connection.ts'

beforeEach(() => page.viewport(1024, 768))

test.each<[MenuChoice, string]>([
  [{ by: 'name', taken: 1, others: 0 }, '1 menu assigned to this store'],
  [
    { by: 'name', taken: 2, others: 1 },
    '2 menus assigned to this store · 1 menu without a store is ignored',
  ],
  [
    { by: 'no-name', taken: 3, others: 4 },
    'No menu is assigned to this store. Using the 3 without a store.',
  ],
  [{ by: 'none', taken: 0, others: 2 }, 'All 2 menus are assigned to other stores'],
  [{ by: 'none', taken: 0, others: 0 }, 'No menus for this access key'],
])('says how the menus were chosen: %o', async (menus, text) => {
  await openConnection({}, { menus })
  await expect.element(page.getByText(text, { exact: true })).toBeVisible()
})

const minutesAgo = (n: number) => new Date(Date.now() - n * 60_000).toISOString()

test('the ages of the last backup and of the order list advance with time, and show their state', async () => {
  const bridge = await openConnection(
    {},
    {
      backup: { lastAt: minutesAgo(5), failing: false },
      poller: { state: 'fresh', lastOkAt: minutesAgo(0), error: null },
    },
  )
  await expect.element(page.getByText('Last backup: 5 min ago')).toBeVisible()
  const list = page.getByText(/^checked \d+ s ago$/)
  await expect.element(list).toHaveAttribute('data-tone', 'good')
  // The age keeps counting while the host sends nothing.
  await expect.element(page.getByText(/^checked [1-9]\d* s ago$/)).toBeVisible()
  bridge.notify({
    type: 'status.changed',
    status: {
      ...bridge.status,
      backup: { lastAt: minutesAgo(7), failing: false },
      poller: { state: 'fresh', lastOkAt: minutesAgo(3), error: null },
    },
  })
  await expect.element(page.getByText('Last backup: 7 min ago')).toBeVisible()
  await expect.element(page.getByText(/^checked 3 min ago/)).toHaveAttribute('data-tone', 'stale')
})

const relay: RelayStatus = { ...noRelay, state: 'connected', lastContactAt: minutesAgo(0) }

test('a relay is shown where one is used, with what waits there', async () => {
  const bridge = await openConnection({}, { relay: { ...relay, hasMore: true } })
  await expect.element(page.getByText(/^answered \d+ s ago$/)).toHaveAttribute('data-tone', 'good')
  await expect.element(page.getByText('Fetching more events from the relay…')).toBeVisible()
  bridge.notify({ type: 'status.changed', status: { ...bridge.status, relay: noRelay } })
  await expect.element(page.getByText(/answered/)).not.toBeInTheDocument()
  await expect.element(page.getByText('Relay', { exact: true })).not.toBeInTheDocument()
})

test.for<[Partial<RelayStatus>, RegExp, Tone, RegExp | null]>([
  [{ state: 'connecting' }, /^connecting$/, 'quiet', null],
  [{ lastContactAt: minutesAgo(2) }, /^answered 2 min ago$/, 'stale', null],
  [
    { state: 'failing', problem: 'not-reached', lastContactAt: minutesAgo(3) },
    /^not working, last answer 3 min ago$/,
    'bad',
    /^The relay can’t be reached/,
  ],
  [
    { state: 'failing', problem: 'not-ready', lastContactAt: null },
    /^not working$/,
    'bad',
    /but isn’t ready/,
  ],
  [
    { state: 'refused', problem: 'refused', details: '401 unknown token' },
    /^refuses this store’s file$/,
    'bad',
    /Ask your chain’s IT for a new one/,
  ],
])('a relay %o', async ([some, text, tone, sentence]) => {
  await openConnection({}, { relay: { ...relay, ...some } })
  await expect.element(page.getByText(text)).toHaveAttribute('data-tone', tone)
  if (sentence !== null) await expect.element(page.getByText(sentence)).toBeVisible()
})

test('waiting changes are retried with a tap', async () => {
  const bridge = await openConnection(
    {},
    { outbox: { pending: 1, sending: 0, unknown: 0, needsPerson: 0, paused: null } },
  )
  bridge.answers['connection.resume'] = null
  await page.getByRole('button', { name: 'Try again now' }).click()
  await expect.poll(() => bridge.asked('connection.resume')).toHaveLength(1)
})

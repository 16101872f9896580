import { Kvm } from '@nats-io/kv'
import { expect, onTestFinished, test } from 'vitest'
import type { StoreHours } from '#contract/store-hours/store-hours.ts'
import { readRelayFile } from '#contract/relay/relay-file.ts'
import { maxStatusBytes, readStoreStatus, statusEveryMs } from '#contract/relay/store-status.ts'
import { fleetBucket, fleetKey } from '#contract/relay/subjects.ts'
import { practiceStore } from '#practice/practice-store.ts'
import { FakeClock } from '#test/support/fake-clock.ts'
import { openTestStore, type TestStore } from '#test/support/kitchen.ts'
import { hasNoNatsServer, needsNatsServer } from '#test/support/nats/nats-server.ts'
import { openTestChain } from '#test/support/nats/test-chain.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import { appVersion } from '../core/versions.ts'

const minuteMs = 60_000
/** Of each order here: no status may have any of it. */
const guest = {
  buyerName: 'Inés Quiroga',
  phone: '+56912345678',
  email: 'ines@example.com',
  amountToPay: 987_654,
}
const fields = [
  ...['version', 'app', 'name', 'platform', 'lastOrderAge', 'openTickets', 'lateTickets'],
  ...['waiting', 'needsPerson', 'feedAge', 'isSaving', 'diskFreeMb', 'backupAge'],
  ...['isBackupFailing', 'acceptsInstructions', 'hours', 'salesToday', 'coversToday'],
  'instructions',
]
const place = { websiteId: practiceStore.websiteId, storeId: practiceStore.id }

/** A chain with a bucket for statuses, and a store with orders that knows its file. */
async function openStores() {
  const chain = await openTestChain(temporaryFolder())
  onTestFinished(() => chain.close())
  await chain.startRelay()
  const bucket = await new Kvm(await chain.nats()).create(fleetBucket, { history: 1 })
  const file = readRelayFile(await chain.addStore(place))
  if (!file.ok) throw new Error(file.error.detail)

  const clock = new FakeClock()
  const store = await openTestStore({ clock, backups: true })
  await expect
    .poll(() => store.call('status.get', {}))
    .toMatchObject({ value: { storeSeen: { state: 'seen' }, poller: { state: 'unsupported' } } })
  store.practice.setReceiver(store.host.webhookUrl)
  async function placeOrder(id: string, dueInMs: number): Promise<void> {
    const deliverAt = new Date(clock.now() + dueInMs).toISOString()
    await store.practice.placeOrder({ _id: id, deliverAt, isScheduled: false, ...guest })
    await expect.poll(() => store.ticket(id)).toBeDefined()
  }

  /** The number of statuses so far, and the last one. */
  async function last() {
    const entry = await bucket.get(fleetKey(place))
    if (entry === null) return { nth: 0, text: '', status: null }
    const status = readStoreStatus(entry.string())
    return { nth: entry.revision, text: entry.string(), status: status.ok ? status.value : null }
  }
  return { chain, store, clock, placeOrder, last, relayFile: file.value }
}

async function knownHours(store: TestStore): Promise<StoreHours['known']> {
  const hours = await store.call('storeHours.get', {})
  return hours.ok ? hours.value.known : null
}

test.skipIf(hasNoNatsServer)(
  `the chain has the status of a store at each connection, and every 30 s (${needsNatsServer})`,
  async () => {
    const { chain, store, clock, placeOrder, last, relayFile } = await openStores()
    await placeOrder('order-1', 20_000)
    await placeOrder('order-2', 20 * minuteMs)
    expect((await last()).nth).toBe(0)

    await store.host.useRelay(relayFile)
    await expect.poll(async () => (await last()).nth).toBe(1)
    const first = await last()
    expect(first.status).toMatchObject({
      app: appVersion,
      name: 'Colón',
      platform: 'reached',
      lastOrderAge: 0,
      openTickets: 2,
      lateTickets: 0,
      feedAge: 0,
      isSaving: true,
      isBackupFailing: false,
    })
    expect(first.status?.diskFreeMb).toBeGreaterThan(0)

    await clock.advance(statusEveryMs)
    await expect.poll(async () => (await last()).nth).toBe(2)
    expect((await last()).status).toMatchObject({
      lastOrderAge: 30,
      openTickets: 2,
      lateTickets: 1,
    })

    const [node] = chain.nodes
    await node?.end('SIGTERM')
    await expect
      .poll(() => store.call('status.get', {}))
      .toMatchObject({ value: { relay: { state: 'failing' } } })
    await node?.start()
    const downAt = clock.monotonic()
    await expect
      .poll(
        async () => {
          // Only the pauses between two attempts pass.
          await clock.advance(500)
          return (await last()).nth
        },
        { interval: 100 },
      )
      .toBeGreaterThan(2)
    expect(clock.monotonic() - downAt).toBeLessThan(statusEveryMs)

    await store.host.useRelay(null)
    const { nth } = await last()
    await clock.advance(3 * statusEveryMs)
    expect((await last()).nth).toBe(nth)
  },
)

test.skipIf(hasNoNatsServer)(
  `a status has nothing of an order, and knows the last one after a restart (${needsNatsServer})`,
  async () => {
    const { store, clock, last, placeOrder, relayFile } = await openStores()
    await placeOrder('order-1', minuteMs)
    await clock.advance(60_000)
    await store.restart()
    // Of the menu, which the start reads.
    await expect.poll(async () => knownHours(store)).not.toBeNull()
    await store.host.useRelay(relayFile)
    await expect.poll(async () => (await last()).nth).toBe(1)
    const { status, text } = await last()
    expect(status?.lastOrderAge).toBe(60)
    expect(text.length).toBeLessThan(maxStatusBytes / 4)
    expect(status).toMatchObject({ salesToday: null, coversToday: null })
    expect(status?.hours?.week).toHaveLength(7)

    expect(Object.keys(JSON.parse(text) as object)).toEqual(fields)
    const detail = await store.call('tickets.get', { ticketId: 'order-1' })
    expect(JSON.stringify(detail)).toContain(guest.phone)
    for (const secret of [...Object.values(guest), 'order-1'])
      expect(text).not.toContain(String(secret))
  },
)

test.skipIf(hasNoNatsServer)(
  `the chain sees the day’s sales of a store that shares them (${needsNatsServer})`,
  async () => {
    const { store, clock, last, placeOrder, relayFile } = await openStores()
    await placeOrder('order-1', minuteMs)
    await placeOrder('order-2', minuteMs)
    await store.host.useRelay(relayFile)
    await expect.poll(async () => (await last()).nth).toBe(1)
    await store.call('settings.change', { chainFigures: true })
    await clock.advance(statusEveryMs)
    await expect.poll(async () => (await last()).nth).toBe(2)
    const details = await Promise.all(
      ['order-1', 'order-2'].map((ticketId) => store.call('tickets.get', { ticketId })),
    )
    const totals = details.map((detail) => (detail.ok ? (detail.value.payment.total ?? 0) : 0))
    const amount = totals.reduce((sum, total) => sum + total, 0)
    expect(amount).toBeGreaterThan(0)
    expect((await last()).status).toMatchObject({
      salesToday: { amount, currency: 'CLP' },
      coversToday: 0,
    })
    await store.call('settings.change', { chainFigures: false })
    await clock.advance(statusEveryMs)
    await expect.poll(async () => (await last()).nth).toBe(3)
    expect((await last()).status).toMatchObject({ salesToday: null, coversToday: null })
  },
)

import { expect, test } from 'vitest'
import type { UpdateFault, Updates } from '#contract/updates/updates.ts'
import type { Settings } from '#contract/settings/settings.ts'
import { FakeClock } from '#test/support/fake-clock.ts'
import { openTestStore, type TestStore } from '#test/support/kitchen.ts'
import { valueOfOk } from '#test/support/reservations.ts'
import { noNotes, type InstallingUpdater, type Tried, type UpdateNotes } from '../core/updater.ts'
import { appVersion } from '../core/versions.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const newer = '99.0.0'

/** Electron's part: what it offers, and what it was asked. The rest is the real host. */
class Shell implements InstallingUpdater {
  readonly way = 'installs'
  offer: Tried<string> = { ok: true, value: newer }
  file: Tried<null> = { ok: true, value: null }
  fault: UpdateFault = 'not-started'
  asked: string[] = []
  remembered: UpdateNotes = noNotes
  /** Called when the installer starts. */
  onInstall = (): void => undefined
  readonly notes = {
    read: (): UpdateNotes => this.remembered,
    write: (notes: UpdateNotes): void => {
      this.remembered = notes
    },
  }
  check(channel: string): Promise<Tried<string>> {
    this.asked.push(`check ${channel}`)
    return Promise.resolve(this.offer)
  }
  download(progress: (percent: number) => void): Promise<Tried<null>> {
    this.asked.push('download')
    progress(40)
    return Promise.resolve(this.file)
  }
  install(): Promise<UpdateFault> {
    this.asked.push('install')
    this.onInstall()
    return Promise.resolve(this.fault)
  }
  get installs(): number {
    return this.asked.filter((name) => name === 'install').length
  }
}

interface Opened extends TestStore {
  clock: FakeClock
  shell: Shell
  read(): Promise<Updates>
}

async function open(settings: Partial<Settings> = {}, shell = new Shell()): Promise<Opened> {
  const clock = new FakeClock('2026-11-20T15:30:00.000Z')
  const store = await openTestStore({ clock, updater: shell })
  valueOfOk(await store.call('settings.change', settings))
  const read = async () => valueOfOk(await store.call('updates.get', {}))
  // `restart` and `host` stay those of the store.
  return Object.assign(Object.create(store) as TestStore, { clock, shell, read })
}

/** Lets time pass in steps of the host, until this is true. */
async function passUntil(store: Opened, isTrue: (updates: Updates) => boolean): Promise<Updates> {
  let last = await store.read()
  await expect
    .poll(
      async () => {
        if (isTrue((last = await store.read()))) return true
        await store.clock.advance(10_000)
        return isTrue((last = await store.read()))
      },
      { interval: 5 },
    )
    .toBe(true)
  return last
}

const is =
  (state: Updates['state']['is']) =>
  (updates: Updates): boolean =>
    updates.state.is === state
const atNoTime = { updateWhen: 'set-time', updateTime: '03:00' } as const

async function place(store: Opened, id: string): Promise<void> {
  store.practice.setReceiver(store.host.webhookUrl)
  await store.practice.placeOrder({ _id: id, isScheduled: false })
  await expect.poll(() => store.ticket(id)).toBeDefined()
}

test('a version is found, downloaded and installed at a quiet start, and remembered before', async () => {
  const store = await open()
  store.shell.onInstall = () => {
    expect(store.shell.remembered.tried).toEqual({ version: newer, times: 1, isSeen: false })
  }
  await passUntil(store, () => store.shell.installs > 0)
  expect(store.shell.asked).toEqual(['check stable', 'download', 'install'])
  expect(store.clock.monotonic()).toBeGreaterThanOrEqual(5 * minuteMs)
  expect(store.clock.monotonic()).toBeLessThan(10 * minuteMs)
})

test('a start with an update that is ready looks at once', async () => {
  const shell = new Shell()
  shell.remembered = { tried: null, ready: { version: newer, since: '2026-11-19T10:00:00.000Z' } }
  const store = await open({}, shell)
  await passUntil(store, () => shell.installs > 0)
  expect(store.clock.monotonic()).toBeLessThan(3 * minuteMs)
})

test('after the start it waits for the next one', async () => {
  const store = await open(atNoTime)
  await passUntil(store, is('ready'))
  await store.clock.advance(10 * minuteMs)
  valueOfOk(await store.call('settings.change', { updateWhen: 'next-start' }))
  await store.clock.advance(5 * minuteMs)
  expect((await store.read()).state).toEqual({
    is: 'ready',
    version: newer,
    wait: 'next-start',
    openTickets: 0,
  })
  expect(store.shell.installs).toBe(0)
})

test('a clock that is set to the time for updates installs nothing while a ticket is open', async () => {
  const store = await open(atNoTime)
  await place(store, 'order-1')
  await passUntil(store, is('ready'))
  const ticket = await store.ticket('order-1')
  expect(ticket).toBeDefined()
  // The store is in Santiago, three hours behind.
  store.clock.jump(Date.parse('2026-11-21T06:05:00.000Z') - store.clock.now())
  await store.clock.advance(5 * minuteMs)
  expect((await store.read()).state).toMatchObject({ wait: 'tickets-open', openTickets: 1 })
  expect(valueOfOk(await store.call('updates.install', {}))).toBe('tickets-open')
  await store.clock.advance(5 * minuteMs)
  expect(store.shell.installs).toBe(0)
  valueOfOk(await store.call('tickets.markReady', { ticketId: 'order-1', tapId: 'tap-1' }))
  await passUntil(store, () => store.shell.installs > 0)
})

test('a manager installs at any time, but an order in the last moment stops it', async () => {
  const store = await open(atNoTime)
  await passUntil(store, is('ready'))
  expect(valueOfOk(await store.call('updates.install', {}))).toBe('installing')
  expect((await store.read()).state.is).toBe('installing')
  await place(store, 'order-1')
  await store.clock.advance(minuteMs)
  expect(store.shell.installs).toBe(0)
  expect((await store.read()).state).toMatchObject({ is: 'ready', openTickets: 1 })
  valueOfOk(await store.call('tickets.markReady', { ticketId: 'order-1', tapId: 'tap-1' }))
  await store.clock.advance(minuteMs)
  expect(valueOfOk(await store.call('updates.install', {}))).toBe('installing')
  await passUntil(store, () => store.shell.installs > 0)
})

test('what failed to install is said once, and after three times the next version is awaited', async () => {
  const store = await open(atNoTime)
  for (let count = 1; count <= 3; count += 1) {
    await passUntil(store, is('ready'))
    expect(valueOfOk(await store.call('updates.install', {}))).toBe('installing')
    const failed = await passUntil(store, is('failed'))
    expect(failed).toMatchObject({ notInstalled: newer, state: { fault: 'not-started' } })
    expect(store.shell.installs).toBe(count)
    valueOfOk(await store.call('updates.seen', {}))
    expect((await store.read()).notInstalled).toBeNull()
    valueOfOk(await store.call('updates.check', {}))
  }
  await passUntil(store, is('gave-up'))
  await store.clock.advance(hourMs)
  expect(store.shell.installs).toBe(3)
  store.shell.offer = { ok: true, value: '99.0.1' }
  valueOfOk(await store.call('updates.check', {}))
  await passUntil(store, is('ready'))
})

test('a restart into the old version says that the new one was not installed', async () => {
  const shell = new Shell()
  shell.remembered = { ...noNotes, tried: { version: newer, times: 1, isSeen: false } }
  expect((await (await open({}, shell)).read()).notInstalled).toBe(newer)
  shell.remembered = { ...noNotes, tried: { version: appVersion, times: 1, isSeen: false } }
  expect((await (await open({}, shell)).read()).notInstalled).toBeNull()
})

test.for(['0.0.1', appVersion, '98.0.0-beta.1', 'garbage'])(
  'of %s nothing is downloaded by those who want finished versions',
  async (version) => {
    const store = await open()
    store.shell.offer = { ok: true, value: version }
    await passUntil(store, is('newest'))
    await store.clock.advance(minuteMs)
    expect(store.shell.asked).toEqual(['check stable'])
    expect((await store.read()).checkedAt).not.toBeNull()
  },
)

test('another channel is asked at once, and a beta is downloaded there', async () => {
  const store = await open(atNoTime)
  store.shell.offer = { ok: true, value: '98.0.0-beta.1' }
  await passUntil(store, is('newest'))
  valueOfOk(await store.call('settings.change', { updateChannel: 'beta' }))
  await passUntil(store, is('ready'))
  expect(store.shell.asked).toEqual(['check stable', 'check beta', 'download'])
  // Back again, what was downloaded is no longer installed.
  valueOfOk(await store.call('settings.change', { updateChannel: 'stable' }))
  await passUntil(store, is('newest'))
  expect(valueOfOk(await store.call('updates.install', {}))).toBe('not-ready')
})

test('a channel that is left during a download installs nothing of it', async () => {
  const store = await open({ ...atNoTime, updateChannel: 'beta' })
  store.shell.offer = { ok: true, value: '98.0.0-beta.1' }
  const file = Promise.withResolvers<Tried<null>>()
  store.shell.download = () => file.promise
  await passUntil(store, is('downloading'))
  valueOfOk(await store.call('settings.change', { updateChannel: 'stable' }))
  file.resolve({ ok: true, value: null })
  await expect.poll(async () => (await store.read()).state.is).toBe('never')
  expect(valueOfOk(await store.call('updates.install', {}))).toBe('not-ready')
  await passUntil(store, is('newest'))
  expect(store.shell.asked).toEqual(['check beta', 'check stable'])
})

test('without automatic downloads a manager downloads', async () => {
  const store = await open({ ...atNoTime, updateDownload: false })
  await passUntil(store, is('found'))
  await store.clock.advance(10 * minuteMs)
  expect(store.shell.asked).toEqual(['check stable'])
  valueOfOk(await store.call('updates.download', {}))
  await passUntil(store, is('ready'))
})

test('a file that is refused three times is not downloaded again', async () => {
  const store = await open(atNoTime)
  store.shell.file = { ok: false, fault: 'not-signed' }
  await passUntil(store, is('failed'))
  expect(await store.read()).toMatchObject({ notInstalled: null, state: { fault: 'not-signed' } })
  await passUntil(store, is('gave-up'))
  const asked = store.shell.asked.filter((name) => name === 'download')
  expect(asked).toHaveLength(3)
})

test('a server that can’t be reached is asked again, later each time', async () => {
  const store = await open()
  store.shell.offer = { ok: false, fault: 'unreachable' }
  await passUntil(store, is('failed'))
  await store.clock.advance(10 * minuteMs)
  expect(store.shell.asked).toHaveLength(1)
  await store.clock.advance(10 * minuteMs)
  expect(store.shell.asked).toHaveLength(2)
  await store.clock.advance(20 * minuteMs)
  expect(store.shell.asked).toHaveLength(2)
  store.shell.check = () => Promise.reject(new Error('a bug'))
  valueOfOk(await store.call('updates.check', {}))
  expect((await store.read()).state).toMatchObject({ is: 'failed', fault: 'unknown' })
  expect(store.log.text()).toContain('a bug')
})

test('an update that waits for days is overdue', async () => {
  const store = await open(atNoTime)
  await passUntil(store, is('ready'))
  expect((await store.read()).isOverdue).toBe(false)
  store.clock.jump(3 * 24 * hourMs + minuteMs)
  expect((await store.read()).isOverdue).toBe(true)
})

test('a program that installs nothing only tells, and one without an updater says so', async () => {
  const clock = new FakeClock()
  const reporting = await openTestStore({
    clock,
    updater: { way: 'tells', check: () => Promise.resolve({ ok: true, value: newer }) },
  })
  valueOfOk(await reporting.call('updates.check', {}))
  valueOfOk(await reporting.call('updates.download', {}))
  expect(valueOfOk(await reporting.call('updates.get', {}))).toMatchObject({
    way: 'tells',
    state: { is: 'found', version: newer },
  })
  expect(reporting.log.text()).toContain(newer)
  const byHand = await openTestStore({ clock })
  expect(valueOfOk(await byHand.call('updates.get', {}))).toMatchObject({ way: 'by-hand' })
  expect(valueOfOk(await byHand.call('updates.install', {}))).toBe('not-ready')
})

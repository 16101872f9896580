import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { BackupFileWork } from '#contract/backup-files/backup-files.ts'
import type { Status } from '#contract/status/status.ts'
import type { TicketsSnapshot } from '#contract/tickets/ticket.ts'
import { manager } from '#test/support/caller.ts'
import { FakeClock } from '#test/support/fake-clock.ts'
import { openGoBetween, type GoBetween } from '#test/support/go-between.ts'
import { askForCode, enter, type SecureHost } from '#test/support/network-screen.ts'
import { createRecordingLog } from '#test/support/recording-log.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import { testCosts } from '#test/support/scrypt-costs.ts'
import { NetworkHost } from '#network/network.ts'
import { practiceProfile } from '#host/connection/profile.ts'
import { Kitchen } from '#host/kitchen.ts'
import { createSessionVault } from '#host/core/vault.ts'

const passphrase = 'seven wet onions'
const moved = { code: 'unreachable', reason: 'moved' }
/** Longer than a tap can be undone. */
const undoMs = 30_000
/** Longer than from one order list to the next. */
const pollMs = 60_000

/** The screens on the network of a computer. */
const networkOf = (dataDir: string, clock: FakeClock) =>
  new NetworkHost({
    ...{ dataDir, clock, log: createRecordingLog(), port: 0, given: null, fromAnywhere: false },
    ...{ others: { names: [], addresses: [] }, addresses: () => ['127.0.0.2'] },
    announce: () => Promise.resolve({ others: () => [], stop: () => Promise.resolve() }),
  })

/** A computer with the store, connected to the platform. */
async function openComputer(between: GoBetween, dataDir = temporaryFolder()) {
  const clock = new FakeClock(new Date().toISOString())
  const { v3Url, token } = between.connection
  const network = networkOf(dataDir, clock)
  const kitchen = await Kitchen.open({
    scryptCosts: testCosts,
    networkScreens: network,
    ...{
      computer: dataDir,
      dataDir,
      clock,
      vault: createSessionVault(),
      log: createRecordingLog(),
    },
    startPractice: () => Promise.reject(new Error('no practice')),
    provision: {
      profile: { ...practiceProfile, mode: 'store', v3Url, storeId: between.practice.storeId },
      secrets: { 'platform-token': token, 'webhook-token': between.practice.webhookToken },
      webhookPort: 0,
      dialect: {},
    },
  })
  const pageDir = join(dataDir, 'page')
  mkdirSync(join(pageDir, 'assets'), { recursive: true })
  writeFileSync(join(pageDir, 'index.html'), '<head></head><title>Kitchen Pass</title>')
  await network.serve(kitchen, pageDir)
  onTestFinished(async () => {
    await network.close()
    await kitchen.close()
  })
  async function ask(name: string, input: object = {}): Promise<unknown> {
    const answer = await kitchen.call(manager, name, input)
    return answer.ok ? answer.value : answer.error
  }
  async function ended(): Promise<BackupFileWork> {
    const read = async () => (await ask('backupFiles.get')) as BackupFileWork | null
    await expect.poll(async () => (await read())?.state).toMatch(/done|failed/)
    return (await read()) as BackupFileWork
  }
  return {
    ...{ kitchen, clock, dataDir, ask, ended },
    secure: {
      port: () => network.read().port,
      authority: () => readFileSync(join(dataDir, 'network/authority.pem'), 'utf8'),
    } satisfies SecureHost,
    status: async () => (await ask('status.get')) as Status,
    tickets: async () => ((await ask('tickets.list')) as TicketsSnapshot).tickets,
    markReady: (ticketId: string, tapId: string) => ask('tickets.markReady', { ticketId, tapId }),
    async handOverTo(path: string) {
      kitchen.choose(path)
      await ask('backupFiles.export', { backupId: null, passphrase, path, handOver: true })
      return ended()
    },
    async open(path: string) {
      const bytes = readFileSync(path)
      const { workId } = (await ask('backupFiles.receive', { bytes: bytes.length })) as {
        workId: string
      }
      for (let at = 0; at < bytes.length; at += 100_000)
        await ask('backupFiles.part', {
          ...{ workId, at },
          part: bytes.subarray(at, at + 100_000).toString('base64'),
        })
      await ask('backupFiles.open', { workId, passphrase })
      return ended()
    },
    restore: ({ id }: BackupFileWork) => ask('backupFiles.restore', { workId: id, pin: null }),
  }
}

/** A computer with two open tickets, of which the first is bumped and not sent yet. */
async function withWaitingBump() {
  const between = await openGoBetween()
  const old = await openComputer(between)
  between.practice.setReceiver(old.kitchen.webhookUrl)
  await expect.poll(async () => (await old.status()).storeSeen.state).toBe('seen')
  const orders = []
  for (let nth = 0; nth < 2; nth++)
    orders.push(await between.practice.placeOrder({ deliveryType: 'go', isScheduled: false }))
  await expect.poll(async () => (await old.tickets()).length).toBe(2)
  const [first = '', second = ''] = orders.map(({ _id }) => _id)
  expect(await old.markReady(first, 'tap')).toBeNull()
  const readies = () => between.asked.filter((each) => each.includes('preparation-ready')).length
  const path = join(temporaryFolder(), 'a.kpbackup')
  return { between, old, first, second, readies, path }
}

test('after a hand-over the old computer sends nothing, also after a restart, and the new one sends what waits once', async () => {
  const { between, old, second, readies, path } = await withWaitingBump()
  expect(await old.handOverTo(path)).toMatchObject({ state: 'done', fault: null })
  const { movedAt, outbox } = await old.status()
  expect(outbox).toMatchObject({ pending: 1, paused: moved })
  expect(await old.markReady(second, 'later')).toEqual(moved)

  const asked = between.asked.length
  await old.clock.advance(undoMs)
  await old.ask('connection.resume')
  await old.kitchen.close()
  const again = await openComputer(between, old.dataDir)
  await again.clock.advance(undoMs)
  await again.ask('connection.resume')
  const { poller, ...away } = await again.status()
  expect(away).toMatchObject({ movedAt, outbox: { pending: 1 } })
  // It doesn't ask for orders, so nothing fails.
  expect(poller.state).not.toBe('failing')
  expect(between.asked.slice(asked)).toEqual([])
  expect(await again.tickets()).toHaveLength(2)

  const fresh = await openComputer(between)
  const opened = await fresh.open(path)
  expect(opened).toMatchObject({ state: 'done', preview: { handOver: { at: movedAt } } })
  expect(await fresh.restore(opened)).toBeNull()
  // The old computer had stopped, so there is no doubt about what was sent.
  expect((await fresh.status()).outbox).toMatchObject({ pending: 1, unknown: 0 })
  await fresh.clock.advance(undoMs)
  await expect.poll(async () => (await fresh.status()).outbox).toMatchObject({ pending: 0 })
  expect(readies()).toBe(1)
  const { outbox: sent, ...now } = await fresh.status()
  expect(sent).toMatchObject({ unknown: 0, needsPerson: 0, paused: null })
  expect(now).not.toHaveProperty('movedAt')
  expect(await fresh.open(path)).toMatchObject({ state: 'failed', fault: 'hand-over-used' })
})

test('what one of two computers of a store marks ready, the other notices, and not the one that did', async () => {
  const { between, old, first, second } = await withWaitingBump()
  const other = await openComputer(between)
  await expect.poll(async () => (await other.tickets()).length).toBe(2)
  await old.clock.advance(undoMs)
  await expect.poll(async () => (await old.status()).outbox).toMatchObject({ pending: 0 })
  // `second` is marked by somebody who has none of the two.
  for (const id of [first, second]) await between.practice.markReadyElsewhere(id)
  const marked = async ({ clock, tickets }: typeof old) => {
    await clock.advance(pollMs)
    const ready = (await tickets()).filter(({ isReadyElsewhere }) => isReadyElsewhere)
    return ready.map(({ id }) => id).toSorted()
  }
  await expect.poll(() => marked(other)).toEqual([first, second].toSorted())
  await expect.poll(() => marked(old)).toEqual([second])
})

test('a screen on the network that knows the old computer is let in by the new one, with its name and role', async () => {
  const { between, old, path } = await withWaitingBump()
  await old.ask('network.allow', { isAllowed: true })
  const { id, code, token } = await askForCode(old.secure)
  const place = { name: 'Grill', role: 'kitchen' }
  expect(await old.ask('network.approve', { waitingId: id, code, ...place })).toBeNull()
  const authority = old.secure.authority()
  await old.handOverTo(path)

  const fresh = await openComputer(between)
  const opened = await fresh.open(path)
  expect(await fresh.restore(opened)).toBeNull()
  // It trusts the old computer's authority, and nothing else.
  const screen = await enter({ port: fresh.secure.port, authority: () => authority }, token)
  const { all } = (await fresh.ask('screens.get')) as { all: object[] }
  expect(all).toContainEqual(expect.objectContaining({ id: screen.id, ...place }))
})

test('a file that is no hand-over has no identity', async () => {
  const { between, old, path } = await withWaitingBump()
  await old.ask('network.allow', { isAllowed: true })
  old.kitchen.choose(path)
  await old.ask('backupFiles.export', { backupId: null, passphrase, path })
  await old.ended()
  const fresh = await openComputer(between)
  expect(await fresh.restore(await fresh.open(path))).toBeNull()
  expect(await fresh.ask('network.get')).toMatchObject({ isAllowed: false })
})

test('an export that fails takes its lease back, and the bump is sent', async () => {
  const { old, readies } = await withWaitingBump()
  const nowhere = join(temporaryFolder(), 'gone', 'a.kpbackup')
  expect(await old.handOverTo(nowhere)).toMatchObject({ state: 'failed', fault: 'not-written' })
  expect(await old.status()).not.toHaveProperty('movedAt')
  await old.clock.advance(undoMs)
  await expect.poll(readies).toBe(1)
})

test('who takes the kitchen back sends again, and the old file is refused there', async () => {
  const { old, readies, path } = await withWaitingBump()
  await old.handOverTo(path)
  await old.clock.advance(undoMs)
  expect(readies()).toBe(0)
  expect(await old.ask('backupFiles.takeBack')).toBeNull()
  expect(await old.ask('backupFiles.takeBack')).toMatchObject({ code: 'too-late' })
  await expect.poll(readies).toBe(1)
  expect(await old.open(path)).toMatchObject({ state: 'failed', fault: 'hand-over-used' })
})

test('a second hand-over counts, also after the clock was set back', async () => {
  const { between, old, path } = await withWaitingBump()
  await old.handOverTo(path)
  const fresh = await openComputer(between)
  expect(await fresh.restore(await fresh.open(path))).toBeNull()
  expect(await old.ask('backupFiles.takeBack')).toBeNull()
  old.clock.jump(-3_600_000)
  const second = join(temporaryFolder(), 'b.kpbackup')
  expect(await old.handOverTo(second)).toMatchObject({ state: 'done' })
  expect(await fresh.open(second)).toMatchObject({ state: 'done', fault: null })
})

test('a backup from before the hand-over doesn’t bring the old computer back to sending', async () => {
  const { old, readies, path } = await withWaitingBump()
  await old.ask('backups.create')
  const { backups } = (await old.ask('backups.list')) as { backups: { id: string }[] }
  await old.handOverTo(path)
  const backupId = backups[0]?.id
  expect(await old.ask('backups.restore', { backupId, pin: null })).toBeNull()
  expect(await old.status()).toHaveProperty('movedAt')
  await old.clock.advance(undoMs)
  expect(readies()).toBe(0)
})

import { existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { BackupList, RestorePreview } from '#contract/backups/backups.ts'
import type { Status } from '#contract/status/status.ts'
import type { TicketsSnapshot } from '#contract/tickets/ticket.ts'
import { damagePage } from '#test/support/damage-page.ts'
import { databaseIn } from '#test/support/database-in.ts'
import { openLoneKitchen } from '#test/support/lone-kitchen.ts'
import { quarantineOf } from '../db/store-folder.ts'
import { createSessionVault, type Vault } from '../core/vault.ts'
import { temporaryFolder } from '#test/support/temporary.ts'

/** A kitchen with a file of its own, some orders, and what a manager asks of its backups. */
async function openKitchen(vault = createSessionVault()) {
  const dataDir = temporaryFolder()
  const opened = await openLoneKitchen(dataDir, { vault })
  onTestFinished(() => opened.kitchen.close())
  const { ask, post } = opened
  const tickets = async () => ((await ask('tickets.list')) as TicketsSnapshot).tickets.length
  const list = async () => (await ask('backups.list')) as BackupList
  return {
    ...opened,
    dataDir,
    file: databaseIn(dataDir),
    tickets,
    list,
    async order() {
      const before = await tickets()
      expect(await post()).toBe(200)
      await expect.poll(tickets).toBe(before + 1)
    },
    async newest() {
      const [newest] = (await list()).backups
      if (newest === undefined) throw new Error('no backup')
      return newest
    },
    async checked() {
      await expect
        .poll(async () => (await list()).backups.some(({ state }) => state === 'checking'))
        .toBe(false)
      return (await list()).backups.map(({ state }) => state)
    },
    damage: async () => ((await ask('status.get')) as Status).damage,
    restore: (backupId: string, pin: string | null = null) =>
      ask('backups.restore', { backupId, pin }),
  }
}

type Opened = Awaited<ReturnType<typeof openKitchen>>

/** A backup with one order, and two orders since. */
async function withOlderBackup(vault?: Vault): Promise<Opened & { id: string }> {
  const kitchen = await openKitchen(vault)
  await kitchen.order()
  expect(await kitchen.ask('backups.create')).toBe('made')
  const { id } = await kitchen.newest()
  await kitchen.order()
  await kitchen.order()
  return { ...kitchen, id }
}

/** The paths of what was set aside. */
function quarantined({ file }: Opened): string[] {
  const folder = quarantineOf(file)
  return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : []
}

const leftovers = ({ file }: Opened): string[] =>
  readdirSync(dirname(file)).filter((name) => /restored|next/.test(name))

test('a backup is made now, once for the same data, and the screens hear of it', async () => {
  const { ask, order, list, checked, events } = await openKitchen()
  await order()
  expect(await ask('backups.create')).toBe('made')
  expect(await ask('backups.create')).toBe('unchanged')
  await expect.poll(() => events.map(({ type }) => type)).toContain('backups.changed')
  const { folder, backups, status, nextAt } = await list()
  expect(readdirSync(folder)).toContain(backups[0]?.id)
  expect(backups[0]?.bytes).toBeGreaterThan(0)
  expect(status).toEqual({ lastAt: expect.any(String) as string, failing: false })
  expect(Date.parse(nextAt)).toBeGreaterThan(Date.now() - 1_000)
  expect(new Set(await checked())).toEqual(new Set(['sound']))
})

test('a damaged backup is in the list as damaged, the others are sound', async () => {
  const { ask, order, list, checked } = await openKitchen()
  for (let nth = 0; nth < 3; nth++) {
    await order()
    await ask('backups.create')
  }
  const { folder, backups } = await list()
  const [, damaged] = backups
  damagePage(join(folder, damaged?.id ?? ''), 'tickets')
  expect(await checked()).toEqual(['sound', 'damaged', 'sound'])
})

test('a preview counts what would change, and changes nothing', async () => {
  const kitchen = await withOlderBackup()
  await kitchen.ask('settings.change', { undoSeconds: 3 })
  const preview = (await kitchen.ask('backups.preview', { backupId: kitchen.id })) as RestorePreview
  expect(preview).toMatchObject({
    now: { openTickets: 3, tickets: 3, reservations: 0, closeOuts: 0, waiting: 0 },
    then: { openTickets: 1, tickets: 1, reservations: 0, closeOuts: 0, waiting: 0 },
    settingsDiffer: true,
    pinDiffers: false,
  })
  expect(await kitchen.tickets()).toBe(3)
  expect(leftovers(kitchen)).toEqual([])
})

test('a restore brings back the older state while screens are connected, and says so', async () => {
  const kitchen = await withOlderBackup()
  const before = kitchen.events.filter(({ type }) => type === 'host.replaced').length
  const { at } = await kitchen.newest()
  expect(await kitchen.restore(kitchen.id)).toBeNull()
  expect(await kitchen.tickets()).toBe(1)
  const replaced = kitchen.events.filter(({ type }) => type === 'host.replaced')
  expect(replaced).toHaveLength(before + 1)
  const [aside = ''] = quarantined(kitchen)
  const keptAs = relative(kitchen.dataDir, aside)
  expect(await kitchen.damage()).toEqual({ kind: 'chosen', keptAs, restoredFrom: at })
  expect(leftovers(kitchen)).toEqual([])
  // The kitchen works on.
  await kitchen.order()
  expect(await kitchen.ask('backups.create')).toBe('made')
  // What was there before was backed up when the store closed, so there is a way back.
  const { backups } = await kitchen.list()
  const counts: number[] = []
  for (const { id } of backups) {
    const preview = (await kitchen.ask('backups.preview', { backupId: id })) as RestorePreview
    counts.push(preview.then.tickets)
  }
  expect(counts).toContain(3)
})

test('with a PIN, only the right one restores', async () => {
  const kitchen = await withOlderBackup()
  expect(await kitchen.ask('screens.setPin', { pin: '2468' })).toBeNull()
  for (const pin of [null, '1111'])
    expect(await kitchen.restore(kitchen.id, pin)).toMatchObject({ code: 'wrong-pin' })
  expect(await kitchen.tickets()).toBe(3)
  expect(await kitchen.ask('backups.preview', { backupId: kitchen.id })).toMatchObject({
    pinDiffers: true,
  })
  expect(await kitchen.restore(kitchen.id, '2468')).toBeNull()
  expect(await kitchen.tickets()).toBe(1)
})

test('who deletes all guest data deletes replaced files too', async () => {
  const kitchen = await withOlderBackup()
  expect(await kitchen.restore(kitchen.id)).toBeNull()
  expect(quarantined(kitchen)).not.toEqual([])
  await kitchen.ask('guests.purge')
  expect(quarantined(kitchen)).toEqual([])
})

test('a database that was overwritten with garbage is replaced, and moves to quarantine', async () => {
  const kitchen = await withOlderBackup()
  truncateSync(`${kitchen.file}-wal`)
  writeFileSync(kitchen.file, 'garbage'.repeat(10_000))
  expect(await kitchen.restore(kitchen.id)).toBeNull()
  expect(await kitchen.tickets()).toBe(1)
  const [kept = ''] = quarantined(kitchen).filter((name) => name.endsWith('.sqlite'))
  expect(readFileSync(kept, 'utf8')).toContain('garbage')
})

test('a restore of a damaged or unknown backup leaves all as it was', async () => {
  const kitchen = await withOlderBackup()
  const { folder, backups } = await kitchen.list()
  for (const { id } of backups) damagePage(join(folder, id), 'tickets')
  for (const { id } of backups)
    expect(await kitchen.restore(id)).toEqual({ code: 'unreadable', reason: 'backup-damaged' })
  expect(await kitchen.restore('../connection.json')).toEqual({ code: 'not-found' })
  expect(await kitchen.tickets()).toBe(3)
  expect(await kitchen.damage()).toBeNull()
  expect([...quarantined(kitchen), ...leftovers(kitchen)]).toEqual([])
  expect(kitchen.events.map(({ type }) => type)).not.toContain('host.replaced')
})

test('a disk that refuses the replacement leaves all as it was', async () => {
  const kitchen = await withOlderBackup()
  // Nothing can be moved to quarantine where a file has its name.
  writeFileSync(quarantineOf(kitchen.file), '')
  expect(await kitchen.restore(kitchen.id)).toMatchObject({ code: 'storage' })
  expect(await kitchen.tickets()).toBe(3)
  expect(await kitchen.damage()).toBeNull()
  await kitchen.order()
})

test('a restored store that doesn’t open makes way for the one of before', async () => {
  const session = createSessionVault()
  let refusals = 0
  const vault: Vault = {
    ...session,
    read(name) {
      if (refusals-- > 0) throw new Error('the key store is gone')
      return session.read(name)
    },
  }
  const kitchen = await withOlderBackup(vault)
  refusals = 1
  expect(await kitchen.restore(kitchen.id)).toEqual({
    code: 'storage',
    detail: 'the key store is gone',
  })
  expect(await kitchen.tickets()).toBe(3)
  expect(await kitchen.damage()).toBeNull()
  await kitchen.order()
})

import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import type { BackupList } from '#contract/backups/backups.ts'
import type { Status } from '#contract/status/status.ts'
import type { TicketsSnapshot } from '#contract/tickets/ticket.ts'
import { damagePage } from '#test/support/damage-page.ts'
import { databaseIn } from '#test/support/database-in.ts'
import { openLoneKitchen } from '#test/support/lone-kitchen.ts'
import { createRecordingLog } from '#test/support/recording-log.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import { tables } from '../nouns.ts'
import { storedHandOver } from './hand-over.ts'
import { openDatabase } from './open.ts'
import { openStore } from './open-store.ts'
import { backupsOf } from './store-folder.ts'
import { createValues } from './values.ts'

async function openKitchen(dataDir: string) {
  const { ask, post, kitchen, log } = await openLoneKitchen(dataDir)
  onTestFinished(() => kitchen.close())
  const tickets = async () => ((await ask('tickets.list')) as TicketsSnapshot).tickets.length
  return {
    kitchen,
    log,
    tickets,
    async order(count: number) {
      const before = await tickets()
      for (let nth = 0; nth < count; nth++) expect(await post()).toBe(200)
      await expect.poll(tickets).toBe(before + count)
    },
    backUp: () => ask('backups.create'),
    list: async () => (await ask('backups.list')) as BackupList,
    damage: async () => ((await ask('status.get')) as Status).damage,
    movedAt: async () => ((await ask('status.get')) as Status).movedAt,
  }
}

/** A closed folder whose newest backup has three orders. */
async function closedStore() {
  const dataDir = temporaryFolder()
  const kitchen = await openKitchen(dataDir)
  await kitchen.order(3)
  await kitchen.kitchen.close()
  return { dataDir, file: databaseIn(dataDir) }
}

/** Overwrites bytes of a closed file. */
function overwrite(file: string, from: number, length: number): void {
  const bytes = readFileSync(file)
  bytes.fill(0xee, from, from + length)
  writeFileSync(file, bytes)
}

function run(file: string, sql: string): void {
  const db = new DatabaseSync(file)
  db.exec(sql)
  db.close()
}

const faults: [string, (file: string) => void, string][] = [
  ['its head', (file) => overwrite(file, 0, 100), 'damaged'],
  ['the page of its schema', (file) => overwrite(file, 100, 3_996), 'damaged'],
  ['a page of tickets', (file) => damagePage(file, 'tickets'), 'damaged'],
  ['a page of an index', (file) => damagePage(file, 'inbox_unread'), 'damaged'],
  [
    'its end, which is cut off',
    (file) => writeFileSync(file, readFileSync(file).subarray(0, statSync(file).size / 2)),
    'damaged',
  ],
  [
    'all of it, which is garbage',
    (file) => writeFileSync(file, 'garbage'.repeat(9_000)),
    'damaged',
  ],
  ['all of it, which is empty', (file) => writeFileSync(file, ''), 'missing'],
  ['all of it, which is gone', (file) => rmSync(file), 'missing'],
  ['its version, which is newer', (file) => run(file, 'PRAGMA user_version = 99'), 'newer'],
]

test.each(faults)(
  'a file that lost %s: the newest backup takes its place',
  async (_what, harm, kind) => {
    const { dataDir, file } = await closedStore()
    harm(file)
    const lost = existsSync(file) ? readFileSync(file) : null
    const kitchen = await openKitchen(dataDir)
    expect(await kitchen.tickets()).toBe(3)
    const damage = await kitchen.damage()
    const { backups } = await kitchen.list()
    expect(damage).toMatchObject({ kind, restoredFrom: backups.at(-1)?.at })
    if (lost === null) expect(damage?.keptAs).toBeNull()
    else expect(readFileSync(join(dataDir, damage?.keptAs ?? ''))).toEqual(lost)
    // The kitchen works on, and the next start has nothing to say.
    await kitchen.order(1)
    await kitchen.kitchen.close()
    const again = await openKitchen(dataDir)
    expect([await again.tickets(), await again.damage()]).toEqual([4, null])
  },
)

test('if the newest backup is damaged too, the one before it takes the place', async () => {
  const { dataDir, file } = await closedStore()
  const first = await openKitchen(dataDir)
  await first.order(1)
  await first.kitchen.close()
  const folder = backupsOf(file)
  const names = readdirSync(folder).toSorted()
  damagePage(join(folder, names.at(-1) ?? ''), 'tickets')
  damagePage(file, 'tickets')
  const kitchen = await openKitchen(dataDir)
  expect(await kitchen.tickets()).toBe(3)
  expect(kitchen.log.text()).toContain('backup not usable')
})

test('without a backup, an empty file takes the place, and the status says so', async () => {
  const { dataDir, file } = await closedStore()
  rmSync(backupsOf(file), { recursive: true })
  overwrite(file, 0, 100)
  const kitchen = await openKitchen(dataDir)
  expect(await kitchen.tickets()).toBe(0)
  expect(await kitchen.damage()).toMatchObject({ kind: 'damaged', restoredFrom: null })
  await kitchen.order(1)
})

test('a crash while a backup takes the place: the next start does it again', async () => {
  const { dataDir, file } = await closedStore()
  // The damaged file is in quarantine, and its replacement has no name yet.
  writeFileSync(`${file}-next`, 'half of a backup')
  rmSync(file)
  const kitchen = await openKitchen(dataDir)
  expect(await kitchen.tickets()).toBe(3)
  expect(readdirSync(dirname(file)).filter((name) => name.includes('-next'))).toEqual([])
})

test('a store that moved to another computer stays away when its file is lost', async () => {
  const { dataDir, file } = await closedStore()
  const moved = { id: 'lease', at: '2026-11-20T12:00:00.000Z', from: 'old', state: 'away' } as const
  const folder = backupsOf(file)
  for (const path of [file, ...readdirSync(folder).map((name) => join(folder, name))]) {
    const db = openDatabase(path)
    storedHandOver(createValues(db, createRecordingLog())).write(moved)
    db.close()
  }
  overwrite(file, 0, 100)
  const kitchen = await openKitchen(dataDir)
  expect(await kitchen.damage()).toMatchObject({ kind: 'damaged' })
  expect(await kitchen.movedAt()).toBe(moved.at)
})

test('a log that was cut off costs what it had, and nothing else', async () => {
  const dataDir = temporaryFolder()
  const kitchen = await openKitchen(dataDir)
  await kitchen.order(3)
  const file = databaseIn(dataDir)
  const copy = temporaryFolder()
  const log = readFileSync(`${file}-wal`)
  writeFileSync(join(copy, 'store.sqlite'), readFileSync(file))
  writeFileSync(join(copy, 'store.sqlite-wal'), log.subarray(0, log.length - 3_000))
  const recording = createRecordingLog()
  const { db, damage } = openStore(join(copy, 'store.sqlite'), Date.now(), recording, { tables })
  onTestFinished(() => db.close())
  expect([damage, db.all('SELECT id FROM inbox').length]).toEqual([null, expect.toBeOneOf([2, 3])])
})

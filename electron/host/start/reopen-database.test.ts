import { closeSync, openSync, readdirSync, writeSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { FakeClock } from '#test/support/fake-clock.ts'
import { fillInbox } from '#test/support/fill-inbox.ts'
import { createRecordingLog } from '#test/support/recording-log.ts'
import { databaseIn } from '#test/support/database-in.ts'
import { openLoneKitchen } from '#test/support/lone-kitchen.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import { quarantineOf } from '../db/store-folder.ts'
import { DatabaseRepair } from './reopen-database.ts'

/** All pages of an index except the first. */
function leavesOf(file: string, index: string): number[] {
  const db = new DatabaseSync(file)
  const pages = db
    .prepare(`SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf'`)
    .all(index)
  db.close()
  return pages.map(({ pageno }) => Number(pageno))
}

/** The disk returns nonsense while the kitchen has the file open. */
function spoil(file: string, pages: readonly number[]): void {
  const disk = openSync(file, 'r+')
  for (const page of pages) writeSync(disk, Buffer.alloc(4096, 0xee), 0, 4096, (page - 1) * 4096)
  closeSync(disk)
}

/** A kitchen whose file is larger than SQLite's cache. */
async function openKitchen() {
  const dataDir = temporaryFolder()
  await (await openLoneKitchen(dataDir)).kitchen.close()
  const file = databaseIn(dataDir)
  await fillInbox(file, 900, 6)
  const leaves = leavesOf(file, 'sqlite_autoindex_inbox_1')
  const opened = await openLoneKitchen(dataDir)
  onTestFinished(() => opened.kitchen.close())
  return { ...opened, file, damage: () => spoil(file, leaves) }
}

test('a damaged inbox page while the kitchen works: 503, reported, reopened, and 200 again', async () => {
  const { log, events, file, post, ask, damage } = await openKitchen()
  damage()
  expect(await post()).toBe(503)
  await expect.poll(post).toBe(200)
  expect(await post()).toBe(200)
  expect(events.filter(({ type }) => type === 'host.replaced')).toHaveLength(1)
  expect(log.text().split('damage met while running')).toHaveLength(2)
  expect(await ask('status.get')).toMatchObject({
    damage: { keptAs: expect.any(String) as string },
    inbox: { refusing: false },
  })
  expect(readdirSync(quarantineOf(file))).not.toEqual([])
})

test('damage that comes again and again ends in a store that stays closed, and says why', async () => {
  const log = createRecordingLog()
  const clock = new FakeClock()
  let opened = 0
  let closed = 0
  const repair = new DatabaseRepair({
    clock,
    log,
    openAgain: () => Promise.resolve(++opened),
    giveUp: () => Promise.resolve(++closed),
  })
  const meet = async (): Promise<void> => {
    repair.met(new Error('malformed'))
    repair.met(new Error('malformed'))
    await clock.advance(1_000)
    await clock.advance(1_000)
  }
  for (let nth = 0; nth < 3; nth++) await meet()
  expect([opened, closed, repair.closed]).toEqual([3, 0, null])
  await clock.advance(11 * 60_000)
  for (let nth = 0; nth < 3; nth++) await meet()
  expect([opened, closed]).toEqual([6, 0])
  await meet()
  await meet()
  expect([opened, closed, repair.closed]).toEqual([6, 1, 'malformed'])
  expect(log.text().split('stays closed')).toHaveLength(2)
})

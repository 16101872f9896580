import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ArchiveFile, type PackedOrder } from '#host/archive/archive-file.ts'
import { archiveUsed } from '#host/archive/archive.ts'
import { archiveOf } from '#host/db/files.ts'
import { openDatabase, type Database } from '#host/db/open.ts'
import { createValues } from '#host/db/values.ts'
import { createRecordingLog } from '#test/support/recording-log.ts'
import { codeOf, fillSampleDay, ordersADay, type SampleDay } from './sample-day.ts'
import { freshFolder } from './subject.ts'

/** For so many days a store has the ids of events and the names of guests, and an archive the events. */
const [guestDays, textDays] = [30, 7]
/** Its orders are still in the store's own file; those of the newest have not left it for a day. */
const liveDays = 2

/** What is a day's own in a table: its ids, and its instants. */
const tables = {
  bumps: { ids: ['id'], times: ['bumped_at', 'queue_at', 'promised_at'] },
  outbox: {
    ids: ['id', 'subject'],
    times: ['since', 'undo_until', 'created_at', 'due_at', 'first_sent_at'],
  },
  inbox: { ids: ['key', 'order_id'], times: ['received_at'] },
  tickets: { ids: ['id'], times: ['left_at'] },
}

/** Past days end an hour earlier than their time, so that all orders of the second are over. */
const shiftOf = (day: number): string => `-${String(day === 0 ? 0 : 24 * day + 1)} hours`

function columnsOf(db: Database, table: string): string[] {
  const all = db.all(`PRAGMA table_info(${table})`).map(({ name }) => String(name))
  return table === 'inbox' ? all.filter((name) => name !== 'id') : all
}

/** Adds the sample's rows of a table, as they were so many days ago. */
function copyRows(db: Database, table: keyof typeof tables, day: number): void {
  const { ids, times } = tables[table]
  const columns = columnsOf(db, table)
  const values = columns.map((name) => {
    if (ids.includes(name)) return `?1 || ${name}`
    if (times.includes(name)) return `strftime('%Y-%m-%dT%H:%M:%fZ', ${name}, ?2)`
    return name === 'body' && day >= liveDays ? `''` : name
  })
  db.run(
    `INSERT INTO ${table} (${columns.join(', ')})
     SELECT ${values.join(', ')} FROM sample.${table} ORDER BY rowid`,
    `${String(day)}-`,
    shiftOf(day),
  )
}

function copyDay(db: Database, day: number): void {
  db.transact(() => {
    copyRows(db, 'bumps', day)
    copyRows(db, 'outbox', day)
    if (day < guestDays) copyRows(db, 'inbox', day)
    if (day < liveDays) copyRows(db, 'tickets', day)
  })
}

/** The sample's orders as the archive has them so many days later. Only their codes are their own. */
function archivedDay({ packed }: SampleDay, day: number, firstRow: number): PackedOrder[] {
  const back = Number(shiftOf(day).split(' ')[0]) * 3_600_000
  return packed.map(({ order, messages }, nth) => {
    const left_at = new Date(Date.parse(String(order['left_at'])) + back).toISOString()
    const code = String(100_000 + firstRow + nth)
    const words = String(order['words']).replaceAll(codeOf(nth), code)
    return {
      row: firstRow + nth,
      order: { ...order, id: `${String(day)}-${String(order['id'])}`, left_at, words, has_guest: day < guestDays ? 1 : 0 },
      messages: day < textDays ? messages && { ...messages, left_at } : undefined,
    }
  })
}

/**
 * Adds past orders to a closed store, 500 a day until now, as its mover and its retention leave them:
 * one day through the host's own code, which is then copied row by row.
 */
export async function addPastOrders(dataDir: string, count: number): Promise<void> {
  const file = readdirSync(dataDir).find((name) => /^store-.*\.sqlite$/.test(name))
  if (file === undefined) throw new Error('no database to fill')
  const day = await fillSampleDay(freshFolder())
  const db = openDatabase(join(dataDir, file))
  const archive = new ArchiveFile(archiveOf(join(dataDir, file)))
  db.run(`ATTACH '${day.file}' AS sample`)
  db.run('PRAGMA synchronous = OFF')
  for (let back = Math.ceil(count / ordersADay) - 1, row = 1; back >= 0; back--, row += ordersADay) {
    copyDay(db, back)
    if (back >= liveDays) archive.takeOver('', archivedDay(day, back, row), null)
  }
  archiveUsed(createValues(db, createRecordingLog())).write(true)
  archive.close()
  db.close()
}

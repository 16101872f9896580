import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { OrderFacts } from '#domain/tickets/order-facts.ts'
import { unpackContent, unpackMessages } from '#host/archive/content.ts'
import { archiveOf } from '#host/db/store-folder.ts'
import { readCopy } from './stored.ts'

type Row = Record<string, unknown>
const rows = (db: DatabaseSync, sql: string): Row[] => db.prepare(sql).all()
const ids = (db: DatabaseSync, sql: string): Set<string> =>
  new Set(rows(db, sql).map(({ id }) => String(id)))

/** What SQLite finds wrong in a database; empty if nothing is. */
const faultsIn = (db: DatabaseSync): string[] =>
  rows(db, 'PRAGMA quick_check').flatMap(({ quick_check: answer }) =>
    answer === 'ok' ? [] : [String(answer)],
  )

export const faultsOf = (file: string): string[] => readCopy(file, faultsIn)

/** The orders in the live file of a killed store and in its archive, and the events in its inbox. */
export interface BothFiles {
  faults: string[]
  live: Set<string>
  archived: Set<string>
  keys: Set<string>
  /** The orders that events were read for. */
  ordersOfEvents: Set<string>
  /** Bumps that were being sent, and those that were not over. */
  sending: string[]
  open: string[]
}

const inLive = (db: DatabaseSync) => ({
  faults: faultsIn(db),
  live: ids(db, 'SELECT id FROM tickets'),
  keys: ids(db, 'SELECT key AS id FROM inbox'),
  ordersOfEvents: ids(db, 'SELECT order_id AS id FROM inbox WHERE order_id IS NOT NULL'),
  ...bumpsIn(db),
})

const subjects = (db: DatabaseSync, where: string): string[] => [
  ...ids(db, `SELECT subject AS id FROM outbox WHERE kind = 'preparation-ready' AND ${where}`),
]
const bumpsIn = (db: DatabaseSync) => ({
  sending: subjects(db, `state = 'sending'`),
  open: subjects(db, 'open = 1'),
})

export const openBumps = (file: string): string[] => readCopy(file, bumpsIn).open

export function readBothFiles(file: string): BothFiles {
  const live = readCopy(file, inLive)
  const archive = archiveOf(file)
  if (!existsSync(archive)) return { ...live, archived: new Set() }
  return readCopy(archive, (db) => ({
    ...live,
    faults: [...live.faults, ...faultsIn(db)],
    // A kill may have come before its tables.
    archived:
      rows(db, `SELECT 1 FROM sqlite_schema WHERE name = 'orders'`).length === 0
        ? new Set<string>()
        : ids(db, 'SELECT id FROM orders'),
  }))
}

/** What is known of each order in the archive. */
export const archivedFacts = (file: string): Map<string, OrderFacts> =>
  readCopy(
    archiveOf(file),
    (db) =>
      new Map(
        rows(db, 'SELECT id, content FROM orders').map(({ id, content }) => [
          String(id),
          (unpackContent(content as Uint8Array) as { known: OrderFacts }).known,
        ]),
      ),
  )

/** The events that were not read, each with the reason. The order list may come just before an end. */
export const unreadIn = (file: string): Row[] =>
  readCopy(file, (db) =>
    rows(db, `SELECT key, state, reason FROM inbox WHERE state <> 'done' AND source = 'webhook'`),
  )

/** The texts of events in both files, each as often as it is there, by the key of its event. */
export function textsOf(file: string): Map<string, string[]> {
  const texts = new Map<string, string[]>()
  const add = (key: string, body: string): void => {
    texts.set(key, [...(texts.get(key) ?? []), body])
  }
  readCopy(file, (db) => {
    for (const { key, body } of rows(db, `SELECT key, body FROM inbox WHERE body <> ''`))
      add(String(key), String(body))
  })
  readCopy(archiveOf(file), (db) => {
    for (const { content } of rows(db, 'SELECT content FROM messages'))
      for (const { key, body } of unpackMessages(content as Uint8Array)) add(key, body)
  })
  return texts
}

/** How many orders the mover still has to move, in a file that is in use. */
export function countOver(file: string, before: string): number {
  const db = new DatabaseSync(file, { readOnly: true, timeout: 5_000 })
  try {
    const sql = 'SELECT count(*) AS n FROM tickets WHERE open = 0 AND left_at < ?'
    return Number(db.prepare(sql).get(before)?.['n'])
  } finally {
    db.close()
  }
}

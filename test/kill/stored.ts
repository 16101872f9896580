import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { databaseIn } from '#test/support/database-in.ts'
import type { OrderFacts } from '#domain/tickets/order-facts.ts'
import type { Marks } from '#domain/tickets/marks.ts'

/** What a killed web shell left on disk, the inbox in the order of arrival. */
export interface StoredValue {
  inbox: { key: string; state: string; receivedAt: string }[]
  tickets: Map<string, { known: OrderFacts; marks: Marks; open: boolean }>
  outbox: { id: string; subject: string; state: string; attempts: number }[]
}

/**
 * Reads a copy of a database including the write-ahead log, so that the next start finds the files
 * as the kill left them.
 */
export function readCopy<Read>(file: string, read: (db: DatabaseSync) => Read): Read {
  const folder = mkdtempSync(join(tmpdir(), 'kitchen-pass-kept-'))
  const copy = join(folder, 'copy')
  for (const end of ['', '-wal']) if (existsSync(file + end)) copyFileSync(file + end, copy + end)
  const db = new DatabaseSync(copy)
  try {
    return read(db)
  } finally {
    db.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

export function readStored(dataDir: string): StoredValue {
  return readCopy(databaseIn(dataDir), (db) => {
    const inbox = db.prepare('SELECT key, state, received_at FROM inbox ORDER BY id').all()
    const tickets = db.prepare('SELECT id, known, marks, open FROM tickets').all()
    const outbox = db.prepare('SELECT id, subject, state, attempts FROM outbox').all()
    return {
      inbox: inbox.map((row) => ({
        key: String(row['key']),
        state: String(row['state']),
        receivedAt: String(row['received_at']),
      })),
      tickets: new Map(
        tickets.map((row) => [
          String(row['id']),
          {
            known: JSON.parse(String(row['known'])) as OrderFacts,
            marks: JSON.parse(String(row['marks'])) as Marks,
            open: row['open'] === 1,
          },
        ]),
      ),
      outbox: outbox.map((row) => ({
        id: String(row['id']),
        subject: String(row['subject']),
        state: String(row['state']),
        attempts: Number(row['attempts']),
      })),
    }
  })
}

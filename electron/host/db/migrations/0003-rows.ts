import { hash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { sealedHash } from '../seal.ts'

/**
 * Rows with JSON get a version and a hash (rows.ts); a row that fails its hash is set aside. An
 * outbox entry gets its payload. An order from the order list is stored without an event around it,
 * with the date of the list.
 */
const shape = `
ALTER TABLE tickets ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
ALTER TABLE tickets ADD COLUMN hash TEXT;
ALTER TABLE stock ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
ALTER TABLE stock ADD COLUMN hash TEXT;
ALTER TABLE stock_processes ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
ALTER TABLE stock_processes ADD COLUMN hash TEXT;
ALTER TABLE ingredients ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
ALTER TABLE ingredients ADD COLUMN hash TEXT;
ALTER TABLE menus ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
ALTER TABLE menus ADD COLUMN hash TEXT;
ALTER TABLE settings ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
ALTER TABLE settings ADD COLUMN hash TEXT;

ALTER TABLE outbox RENAME COLUMN operation TO kind;
ALTER TABLE outbox RENAME COLUMN digest TO hash;
ALTER TABLE outbox ADD COLUMN payload TEXT NOT NULL DEFAULT 'null';
ALTER TABLE outbox ADD COLUMN version INTEGER NOT NULL DEFAULT 1;

ALTER TABLE inbox ADD COLUMN told_at TEXT;

CREATE TABLE set_aside (
  id INTEGER PRIMARY KEY,
  origin TEXT NOT NULL,
  key TEXT NOT NULL,
  reason TEXT NOT NULL,
  at TEXT NOT NULL,
  row TEXT NOT NULL
) STRICT;
`

type Row = Record<string, unknown>

function parsed(text: unknown): Row {
  try {
    const value: unknown = JSON.parse(String(text))
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

const entryColumns = [
  'id',
  'kind',
  'subject',
  'state',
  'created_at',
  'due_at',
  'wait_ms',
  'attempts',
  'repeats',
  'first_sent_at',
  'words',
]

/**
 * Gives an entry of the previous schema its payload: empty for a bump, the last desired value for a
 * stock change. An entry with a wrong hash keeps it, and is set aside when it is read.
 */
export function raiseEntry({ operation, digest, ...row }: Row, desired: unknown): Row {
  const entry: Row = { ...row, kind: row['kind'] ?? operation, hash: row['hash'] ?? digest }
  const columns = entryColumns.map((name) => entry[name] ?? null)
  if (entry['hash'] !== hash('sha256', JSON.stringify(columns), 'hex'))
    return { ...entry, payload: 'null', version: 1 }
  const payload =
    entry['kind'] === 'preparation-ready' ? '{}' : JSON.stringify({ item: null, desired })
  return { ...entry, payload, version: 2, hash: sealedHash(2, [...columns, payload]) }
}

function fillOutbox(db: DatabaseSync): void {
  const rows = db
    .prepare(
      `SELECT * FROM outbox WHERE state IN ('queued', 'sending', 'unknown', 'unconfirmed', 'rejected')`,
    )
    .all()
  const wanted = db.prepare('SELECT row FROM stock WHERE key = ?')
  const fill = db.prepare('UPDATE outbox SET payload = ?, version = ?, hash = ? WHERE id = ?')
  for (const row of rows) {
    const { own } = parsed(wanted.get(String(row['subject']))?.['row'])
    const entry = raiseEntry(row, own ?? null)
    fill.run(
      String(entry['payload']),
      Number(entry['version']),
      String(entry['hash']),
      String(row['id']),
    )
  }
}

/** Unwraps unread orders of the order list from the artificial event around them. */
function unwrapPolled(db: DatabaseSync): void {
  const rows = db
    .prepare(`SELECT id, body FROM inbox WHERE source = 'poll' AND state = 'arrived'`)
    .all()
  const keep = db.prepare('UPDATE inbox SET type = ?, body = ?, told_at = ? WHERE id = ?')
  for (const { id, body } of rows) {
    const { date, data } = parsed(body)
    const { order } = parsed(JSON.stringify(data ?? null))
    if (typeof date === 'string' && order !== undefined)
      keep.run('', JSON.stringify(order), date, Number(id))
  }
}

export function rows(db: DatabaseSync): void {
  db.exec(shape)
  fillOutbox(db)
  unwrapPolled(db)
}

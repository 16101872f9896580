import type { DatabaseSync } from 'node:sqlite'
import { isSealed, sealedHash } from '../../seal.ts'
import { raiseEntry } from '../0003-rows.ts'
import { columns, type Entries, type Entry } from './entries.ts'
import { stockEntries, tickets } from './tickets-and-stock.ts'
import { channelOrderEntries } from './channel-orders.ts'
import { reservationDeliveries } from './reservations.ts'

/**
 * Moves all sending state into the outbox. An entry has a state of the contract
 * (contract/deliveries.ts), its reason, its start, and whether a user must decide.
 */
const shape = `
ALTER TABLE outbox RENAME TO outbox_before;
DROP INDEX outbox_one_each;
DROP INDEX outbox_owed;
DROP INDEX outbox_sending;
DROP INDEX outbox_due;
DROP INDEX outbox_subject;
CREATE TABLE outbox (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  subject TEXT NOT NULL,
  lane TEXT,
  payload TEXT NOT NULL,
  state TEXT NOT NULL,
  reason TEXT,
  message TEXT,
  needs_decision INTEGER NOT NULL,
  open INTEGER NOT NULL,
  since TEXT NOT NULL,
  undo_until TEXT,
  created_at TEXT NOT NULL,
  due_at TEXT NOT NULL,
  wait_ms INTEGER NOT NULL,
  attempts INTEGER NOT NULL,
  repeats INTEGER NOT NULL,
  first_sent_at TEXT,
  version INTEGER NOT NULL,
  hash TEXT
) STRICT;
CREATE INDEX outbox_subject ON outbox (subject, kind);
CREATE UNIQUE INDEX outbox_one_each ON outbox (kind, subject) WHERE open = 1;
CREATE INDEX outbox_owed ON outbox (due_at, id)
  WHERE state IN ('queued', 'unknown') AND needs_decision = 0 AND lane IS NULL;
CREATE INDEX outbox_sending ON outbox (id) WHERE state = 'sending';
CREATE INDEX outbox_due ON outbox (kind, needs_decision, state, due_at, id)
  WHERE open = 1 AND lane IS NULL;
CREATE INDEX outbox_lanes ON outbox (lane) WHERE state = 'queued' AND lane IS NOT NULL;
CREATE INDEX outbox_lane_made ON outbox (created_at) WHERE lane IS NOT NULL;
`

type Row = Record<string, unknown>

const version = 3

type State = Pick<Row, 'state' | 'reason' | 'needs_decision' | 'open'>

const closed = { reason: null, needs_decision: 0, open: 0 }
const states: Readonly<Record<string, State>> = {
  queued: { state: 'queued', reason: null, needs_decision: 0, open: 1 },
  sending: { state: 'sending', reason: null, needs_decision: 0, open: 1 },
  unknown: { state: 'unknown', reason: null, needs_decision: 0, open: 1 },
  unconfirmed: { state: 'unknown', reason: null, needs_decision: 1, open: 1 },
  rejected: { state: 'refused', reason: null, needs_decision: 1, open: 1 },
  done: { ...closed, state: 'confirmed' },
  withdrawn: { ...closed, state: 'withdrawn' },
  dropped: { ...closed, state: 'withdrawn', reason: 'not-needed' },
  settled: { ...closed, state: 'confirmed', reason: 'by-person' },
}

/**
 * Our own reasons for not sending a coupon. They were stored in place of the platform's message.
 */
const couponReasons = ['conflict', 'emails-forgotten', 'not-listed', 'part-unread']

/**
 * Converts an entry of an earlier schema. A wrong hash stays wrong, so the entry is set aside when
 * it is read.
 */
export function raiseDelivery(before: Row): Row {
  const isFirst = 'operation' in before || 'digest' in before || Number(before['version']) === 1
  const old = isFirst ? raiseEntry(before, null) : before
  const now = states[String(old['state'])] ?? { ...closed, state: 'withdrawn' }
  const words = (old['words'] ?? null) as string | null
  const isOurs = old['kind'] === 'coupon-change' && couponReasons.includes(words ?? '')
  const isStock = String(old['kind']).startsWith('stock-')
  const entry: Row = {
    ...old,
    ...now,
    kind: isStock ? 'stock' : old['kind'],
    reason: isOurs ? words : now.reason,
    message: isOurs ? null : words,
    since: old['first_sent_at'] ?? old['created_at'],
    undo_until: null,
  }
  const values = columns.map((name) => entry[name] ?? null)
  const isWhole = isFirst ? Number(old['version']) > 1 : isSealed(old)
  return {
    ...Object.fromEntries(columns.map((name, nth) => [name, values[nth]])),
    version,
    hash: isWhole ? sealedHash(version, values) : old['hash'],
  }
}

function entriesIn(db: DatabaseSync): Entries {
  const names = [...columns, 'version', 'hash'].join(', ')
  const newest = db.prepare(
    `SELECT ${names} FROM outbox WHERE kind = ? AND subject = ? ORDER BY open DESC, rowid DESC LIMIT 1`,
  )
  const places = columns.map(() => '?').join(', ')
  const add = db.prepare(`INSERT OR IGNORE INTO outbox (${names}) VALUES (${places}, ?, ?)`)
  const change = db.prepare(`UPDATE outbox SET (${names}) = (${places}, ?, ?) WHERE id = ?`)
  const sealed = (entry: Entry) => {
    const values = columns.map((name) => entry[name])
    return [...values, version, sealedHash(version, values)]
  }
  return {
    newest(kind, subject) {
      const row = newest.get(kind, subject)
      // A damaged entry stays as it is, and is set aside when it is read.
      return row === undefined || !isSealed(row) ? null : (row as Entry)
    },
    change: (entry, changes) => void change.run(...sealed({ ...entry, ...changes }), entry.id),
    add: (entry) =>
      void add.run(
        ...sealed({
          payload: '{}',
          lane: null,
          reason: null,
          message: null,
          needs_decision: 0,
          open: 0,
          since: entry.created_at,
          undo_until: null,
          due_at: entry.created_at,
          wait_ms: 0,
          attempts: 1,
          repeats: 0,
          first_sent_at: entry.created_at,
          ...entry,
        }),
      ),
  }
}

function raiseAll(db: DatabaseSync): void {
  const names = [...columns, 'version', 'hash']
  const add = db.prepare(
    `INSERT INTO outbox (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
  )
  const open = new Set<string>()
  for (const row of db.prepare('SELECT * FROM outbox_before ORDER BY rowid').iterate()) {
    const raised = raiseDelivery(row)
    const name = JSON.stringify([raised['kind'], raised['subject']])
    // Two kinds became one. Both were never open at once, but a duplicate must not stop the start.
    if (raised['open'] === 1 && open.has(name)) continue
    if (raised['open'] === 1) open.add(name)
    add.run(...names.map((name) => (raised[name] ?? null) as string | number | null))
  }
  db.exec('DROP TABLE outbox_before')
}

type Come = Partial<Entry> & Pick<Entry, 'state'>

/**
 * A job that was being sent when the program ended becomes `sending`; the start treats it as
 * interrupted.
 */
function comeOf(state: unknown, trouble: unknown): Come {
  const reason = typeof trouble === 'string' ? trouble : null
  if (state === 'printing') return { state: 'sending', open: 1 }
  if (state === 'done') return { state: 'confirmed' }
  if (state === 'unknown') return { state: 'unknown', reason, needs_decision: 1, open: 1 }
  return { state: 'queued', reason, open: 1, attempts: 0, first_sent_at: null }
}

/**
 * Moves print jobs from their own table. A row with a wrong hash is dropped: it can be printed
 * again.
 */
function printing(db: DatabaseSync, entries: Entries): void {
  const jobs = db.prepare('SELECT * FROM print_jobs ORDER BY created_at, rowid').all()
  const isTaken = db.prepare('SELECT 1 FROM outbox WHERE id = ?')
  for (const row of jobs) {
    if (!isSealed(row) || isTaken.get(String(row['id'])) !== undefined) continue
    const { kind, title, trouble } = JSON.parse(String(row['job'])) as Record<string, unknown>
    const printerId = String(row['printer_id'])
    const paper: unknown = JSON.parse(String(row['paper']))
    entries.add({
      id: String(row['id']),
      kind: 'print',
      subject: String(row['id']),
      lane: printerId,
      payload: JSON.stringify({ printerId, printed: kind, title, paper }),
      created_at: String(row['created_at']),
      ...comeOf(row['state'], trouble),
    })
  }
  db.exec('DROP TABLE print_jobs')
}

/** Each moves the sending state of one noun into its entries. */
const nouns: readonly ((db: DatabaseSync, entries: Entries) => void)[] = [
  printing,
  tickets,
  channelOrderEntries,
  stockEntries,
  reservationDeliveries,
]

export function deliveries(db: DatabaseSync): void {
  db.exec(shape)
  raiseAll(db)
  const entries = entriesIn(db)
  for (const take of nouns) take(db, entries)
}

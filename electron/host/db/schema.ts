import { DatabaseSync } from 'node:sqlite'
import { DamagedDatabase } from '../core/damage.ts'

/**
 * The tables of a store, version 1. A released step is never edited: a change is a new step at the
 * end of `steps`.
 */
const firstSchema = `
CREATE TABLE inbox (
  id INTEGER PRIMARY KEY,
  key TEXT NOT NULL UNIQUE,
  type TEXT NOT NULL,
  source TEXT NOT NULL CHECK (source IN ('webhook', 'poll')),
  received_at TEXT NOT NULL,
  -- When the platform listed the order; null for an event.
  told_at TEXT,
  body TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('arrived', 'done', 'unread', 'elsewhere')),
  reason TEXT,
  order_id TEXT
) STRICT;
CREATE INDEX inbox_arrived ON inbox (id) WHERE state = 'arrived';
CREATE INDEX inbox_unread ON inbox (id) WHERE state = 'unread';
CREATE INDEX inbox_elsewhere ON inbox (id) WHERE state = 'elsewhere';
CREATE INDEX inbox_order ON inbox (order_id) WHERE order_id IS NOT NULL;
CREATE INDEX inbox_other ON inbox (id)
  WHERE order_id IS NULL AND body <> '' AND state IN ('done', 'elsewhere');

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
  first_sent_at TEXT
) STRICT;
CREATE INDEX outbox_subject ON outbox (subject, kind);
CREATE UNIQUE INDEX outbox_one_each ON outbox (kind, subject) WHERE open = 1;
CREATE INDEX outbox_due ON outbox (kind, needs_decision, state) WHERE open = 1 AND lane IS NULL;
CREATE INDEX outbox_owed ON outbox (due_at, id)
  WHERE state IN ('queued', 'unknown') AND needs_decision = 0 AND lane IS NULL;
CREATE INDEX outbox_sending ON outbox (id) WHERE state = 'sending';
CREATE INDEX outbox_lanes ON outbox (lane) WHERE state = 'queued' AND lane IS NOT NULL;
CREATE INDEX outbox_lane_made ON outbox (created_at) WHERE lane IS NOT NULL;

CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;

CREATE TABLE set_aside (
  id INTEGER PRIMARY KEY,
  origin TEXT NOT NULL,
  key TEXT NOT NULL,
  reason TEXT NOT NULL,
  at TEXT NOT NULL,
  row TEXT NOT NULL
) STRICT;

CREATE TABLE tickets (
  id TEXT PRIMARY KEY,
  open INTEGER NOT NULL,
  left_at TEXT,
  -- Before the long columns, so that a search reads few bytes.
  words TEXT NOT NULL,
  known TEXT NOT NULL,
  marks TEXT NOT NULL
) STRICT;
CREATE INDEX tickets_open ON tickets (id) WHERE open = 1;
CREATE INDEX tickets_left ON tickets (left_at) WHERE left_at IS NOT NULL;

CREATE TABLE bumps (
  id TEXT PRIMARY KEY,
  bumped_at TEXT NOT NULL,
  queue_at TEXT NOT NULL,
  promised_at TEXT NOT NULL
) STRICT;
CREATE INDEX bumps_time ON bumps (bumped_at);

CREATE TABLE dish_work (
  id TEXT PRIMARY KEY,
  order_id TEXT NOT NULL,
  item TEXT NOT NULL,
  station TEXT NOT NULL,
  product TEXT NOT NULL,
  seconds INTEGER NOT NULL,
  late INTEGER NOT NULL,
  done_at TEXT NOT NULL
) STRICT;
CREATE INDEX dish_work_product ON dish_work (product, done_at DESC, seconds);
CREATE INDEX dish_work_done ON dish_work (done_at);

CREATE TABLE printed_tickets (
  id TEXT PRIMARY KEY,
  order_id TEXT NOT NULL,
  printer_id TEXT NOT NULL,
  received_at TEXT NOT NULL,
  waiting INTEGER NOT NULL,
  printed TEXT NOT NULL
) STRICT;
CREATE INDEX printed_tickets_order ON printed_tickets (order_id);
CREATE INDEX printed_tickets_received ON printed_tickets (received_at);
CREATE INDEX printed_tickets_waiting ON printed_tickets (order_id) WHERE waiting = 1;

CREATE TABLE menus (id TEXT PRIMARY KEY, body TEXT NOT NULL, read_at TEXT NOT NULL) STRICT;

CREATE TABLE stock (key TEXT PRIMARY KEY, row TEXT NOT NULL) STRICT;

CREATE TABLE stock_processes (
  id TEXT PRIMARY KEY,
  heard_at TEXT NOT NULL,
  items TEXT NOT NULL
) STRICT;

CREATE TABLE stock_history (
  id INTEGER PRIMARY KEY,
  key TEXT NOT NULL,
  name TEXT NOT NULL,
  state TEXT NOT NULL,
  left_count INTEGER,
  until TEXT,
  set_at TEXT NOT NULL,
  set_by TEXT NOT NULL,
  ended_at TEXT,
  orders INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX stock_history_lasting ON stock_history (key) WHERE ended_at IS NULL;
CREATE INDEX stock_history_set ON stock_history (set_at);

CREATE TABLE ingredients (id TEXT PRIMARY KEY, name TEXT NOT NULL, keys TEXT NOT NULL) STRICT;

CREATE TABLE screens (id TEXT PRIMARY KEY, name TEXT NOT NULL, role TEXT NOT NULL) STRICT;

CREATE TABLE coupons (id TEXT PRIMARY KEY, read_at TEXT NOT NULL, coupon TEXT NOT NULL) STRICT;
CREATE INDEX coupons_read ON coupons (read_at);

CREATE TABLE reservations (
  id TEXT PRIMARY KEY,
  reference TEXT NOT NULL UNIQUE,
  state TEXT NOT NULL,
  starts_at TEXT NOT NULL,
  undo_until TEXT,
  has_guest INTEGER NOT NULL,
  words TEXT NOT NULL,
  kept TEXT NOT NULL
) STRICT;
CREATE INDEX reservations_time ON reservations (starts_at);
CREATE INDEX reservations_undo ON reservations (undo_until) WHERE undo_until IS NOT NULL;
CREATE INDEX reservations_guests ON reservations (starts_at) WHERE has_guest = 1;

CREATE TABLE guest_notes (
  client_id TEXT PRIMARY KEY,
  allergies TEXT NOT NULL,
  contacts TEXT NOT NULL,
  noted_at TEXT NOT NULL
) STRICT;

CREATE TABLE guest_exports (id TEXT PRIMARY KEY, export TEXT NOT NULL) STRICT;

CREATE TABLE drafts (
  name TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  screen TEXT NOT NULL,
  subject TEXT NOT NULL,
  kept_at TEXT NOT NULL,
  draft TEXT NOT NULL
) STRICT;
CREATE INDEX drafts_screen ON drafts (screen, kind);

CREATE TABLE channel_orders (
  id TEXT PRIMARY KEY,
  asked_at TEXT NOT NULL,
  needs_person INTEGER NOT NULL,
  kept TEXT NOT NULL
) STRICT;
CREATE INDEX channel_orders_asked ON channel_orders (asked_at);
CREATE INDEX channel_orders_undecided ON channel_orders (asked_at) WHERE needs_person = 1;

CREATE TABLE preparation_time (subject TEXT PRIMARY KEY, kept TEXT NOT NULL) STRICT;
CREATE TABLE preparation_changes (id TEXT PRIMARY KEY, at TEXT NOT NULL, kept TEXT NOT NULL) STRICT;
CREATE INDEX preparation_changes_at ON preparation_changes (at);

CREATE TABLE store_hours (subject TEXT PRIMARY KEY, kept TEXT NOT NULL) STRICT;
CREATE TABLE store_changes (id TEXT PRIMARY KEY, at TEXT NOT NULL, kept TEXT NOT NULL) STRICT;
CREATE INDEX store_changes_at ON store_changes (at);

CREATE TABLE instructions (
  id TEXT PRIMARY KEY,
  received_at TEXT NOT NULL,
  instruction TEXT NOT NULL,
  state TEXT NOT NULL,
  keys TEXT NOT NULL,
  names TEXT NOT NULL,
  missing TEXT NOT NULL,
  seen INTEGER NOT NULL
) STRICT;
CREATE INDEX instructions_received ON instructions (received_at);

CREATE TABLE close_outs (
  number INTEGER PRIMARY KEY,
  shift_id TEXT NOT NULL,
  tap_id TEXT NOT NULL UNIQUE,
  corrects INTEGER UNIQUE,
  document TEXT NOT NULL
) STRICT;
CREATE INDEX close_outs_shift ON close_outs (shift_id);
CREATE TRIGGER close_outs_stay BEFORE UPDATE ON close_outs
BEGIN SELECT RAISE(ABORT, 'a close-out is never changed'); END;
CREATE TRIGGER close_outs_remain BEFORE DELETE ON close_outs
BEGIN SELECT RAISE(ABORT, 'a close-out is never deleted'); END;

CREATE TABLE close_out_head (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  number INTEGER NOT NULL,
  hash TEXT NOT NULL
) STRICT;
`

const tagsOfGuests = `
ALTER TABLE guest_notes ADD COLUMN tags TEXT NOT NULL DEFAULT '[]';
ALTER TABLE guest_notes ADD COLUMN note TEXT NOT NULL DEFAULT '';
`

/** Each step brings a file from one version to the next. */
const steps: readonly string[] = [firstSchema, tagsOfGuests]

/** A newer Kitchen Pass wrote the file; this version can't read it. */
export class NewerDatabase extends Error {
  override name = 'NewerDatabase'
}

const versionOf = (db: DatabaseSync): number =>
  Number(db.prepare('PRAGMA user_version').get()?.['user_version'])

/** Brings a file to the newest version, each step in a transaction. Throws `NewerDatabase`. */
export function migrate(db: DatabaseSync, through: readonly string[] = steps): void {
  const version = versionOf(db)
  if (version > through.length) throw new NewerDatabase(`version ${String(version)}`)
  for (const [index, sql] of through.entries()) {
    if (index < version) continue
    db.exec('BEGIN IMMEDIATE')
    db.exec(`${sql}; PRAGMA user_version = ${String(index + 1)}; COMMIT`)
  }
}

/** Tables, indexes and triggers with their SQL. FTS5's own tables belong to SQLite's version. */
function partsOf(db: DatabaseSync): Map<string, string> {
  const rows = db
    .prepare(
      `SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL
         AND NOT (name LIKE 'past\\_index\\_%' ESCAPE '\\')`,
    )
    .all()
  return new Map(rows.map(({ name, sql }) => [String(name), String(sql)]))
}

/**
 * Throws `DamagedDatabase` if a file in the newest version has other tables, or runs other code,
 * than ours: a backup may come from elsewhere.
 */
export function checkSchema(db: DatabaseSync): void {
  const fresh = new DatabaseSync(':memory:')
  try {
    migrate(fresh)
    const [own, actual] = [partsOf(fresh), partsOf(db)]
    for (const name of new Set([...own.keys(), ...actual.keys()]))
      if (own.get(name) !== actual.get(name)) throw new DamagedDatabase(`not our ${name}`)
  } finally {
    fresh.close()
  }
}

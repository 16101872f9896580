import type { DatabaseSync } from 'node:sqlite'
import { rows } from './0003-rows.ts'

// In order of their numbers; 0003 has its own file. TypeScript instead of .sql files, so that the
// bundle includes them.

/**
 * 0001. The first schema of a store's database. `digest` is a hash over the row, so that a damaged
 * file can be salvaged row by row.
 */
const kitchen = `
CREATE TABLE inbox (
  id INTEGER PRIMARY KEY,
  key TEXT NOT NULL UNIQUE,
  type TEXT NOT NULL,
  source TEXT NOT NULL CHECK (source IN ('webhook', 'poll')),
  received_at TEXT NOT NULL,
  body TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'arrived' CHECK (state IN ('arrived', 'done', 'unread', 'elsewhere')),
  reason TEXT
) STRICT;
CREATE INDEX inbox_arrived ON inbox (id) WHERE state = 'arrived';
CREATE INDEX inbox_unread ON inbox (id) WHERE state = 'unread';
CREATE INDEX inbox_elsewhere ON inbox (id) WHERE state = 'elsewhere';

CREATE TABLE tickets (
  id TEXT PRIMARY KEY,
  known TEXT NOT NULL,
  marks TEXT NOT NULL,
  open INTEGER NOT NULL,
  left_at TEXT
) STRICT;
CREATE INDEX tickets_open ON tickets (id) WHERE open = 1;
CREATE INDEX tickets_left ON tickets (left_at) WHERE left_at IS NOT NULL;

CREATE TABLE outbox (
  id TEXT PRIMARY KEY,
  operation TEXT NOT NULL,
  subject TEXT NOT NULL,
  state TEXT NOT NULL,
  created_at TEXT NOT NULL,
  due_at TEXT NOT NULL,
  wait_ms INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  repeats INTEGER NOT NULL DEFAULT 0,
  first_sent_at TEXT,
  words TEXT,
  digest TEXT NOT NULL
) STRICT;
CREATE INDEX outbox_owed ON outbox (due_at) WHERE state IN ('queued', 'sending', 'unknown');
CREATE UNIQUE INDEX outbox_one_each ON outbox (operation, subject)
  WHERE state IN ('queued', 'sending', 'unknown', 'unconfirmed', 'rejected');

CREATE TABLE settings (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT;
`

/**
 * 0002. The 86 board: the menu as last read, the known stock of each item, and the history of
 * sold-out items.
 */
const stock = `
CREATE TABLE menus (
  id TEXT PRIMARY KEY,
  body TEXT NOT NULL,
  read_at TEXT NOT NULL
) STRICT;

CREATE TABLE stock (
  key TEXT PRIMARY KEY,
  row TEXT NOT NULL
) STRICT;

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

CREATE TABLE pictures (
  url TEXT PRIMARY KEY,
  type TEXT NOT NULL,
  body BLOB NOT NULL,
  read_at TEXT NOT NULL
) STRICT;

CREATE TABLE ingredients (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  keys TEXT NOT NULL
) STRICT;
`

/** 0004. Displays with a name or a role. */
const screens = `
CREATE TABLE screens (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  role TEXT NOT NULL,
  version INTEGER NOT NULL,
  hash TEXT NOT NULL
) STRICT;
`

/**
 * 0005. Past orders: their search words, their times, and what was sent. A row is deleted with its
 * ticket. Words are folded before they are stored (domain/tickets/search-words), so the index needs
 * no knowledge of letters. The index reads from `past_words` and can be rebuilt from it.
 */
const past = `
CREATE TABLE past_words (
  row INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE REFERENCES tickets (id) ON DELETE CASCADE,
  words TEXT NOT NULL
) STRICT;
CREATE VIRTUAL TABLE past_index USING fts5 (
  words, content = 'past_words', content_rowid = 'row', tokenize = 'ascii'
);
CREATE TRIGGER past_words_added AFTER INSERT ON past_words BEGIN
  INSERT INTO past_index (rowid, words) VALUES (new.row, new.words);
END;
CREATE TRIGGER past_words_changed AFTER UPDATE ON past_words BEGIN
  INSERT INTO past_index (past_index, rowid, words) VALUES ('delete', old.row, old.words);
  INSERT INTO past_index (rowid, words) VALUES (new.row, new.words);
END;
CREATE TRIGGER past_words_gone AFTER DELETE ON past_words BEGIN
  INSERT INTO past_index (past_index, rowid, words) VALUES ('delete', old.row, old.words);
END;

CREATE TABLE bumps (
  id TEXT PRIMARY KEY REFERENCES tickets (id) ON DELETE CASCADE,
  bumped_at TEXT NOT NULL,
  queue_at TEXT NOT NULL,
  promised_at TEXT NOT NULL
) STRICT;
CREATE INDEX bumps_time ON bumps (bumped_at);

CREATE INDEX outbox_subject ON outbox (subject);
`

/**
 * 0006. Coupons as last read from the platform, so that they can be opened and changed while
 * offline. No personal data.
 */
const coupons = `
CREATE TABLE coupons (
  id TEXT PRIMARY KEY,
  read_at TEXT NOT NULL,
  coupon TEXT NOT NULL,
  version INTEGER NOT NULL,
  hash TEXT NOT NULL
) STRICT;
CREATE INDEX coupons_read ON coupons (read_at);
`

/**
 * 0007. Reservations. `words` are the folded search words (domain/tickets/search-words), each after
 * a space. `has_guest` is 1 while the row has the guest's personal data. `undo_until` is set while
 * a cancellation is not sent yet and can be undone. A screen's drafts are what was typed there and
 * not submitted; they have personal data as well.
 */
const reservations = `
CREATE TABLE reservations (
  id TEXT PRIMARY KEY,
  reference TEXT NOT NULL UNIQUE,
  state TEXT NOT NULL,
  starts_at TEXT NOT NULL,
  undo_until TEXT,
  has_guest INTEGER NOT NULL,
  words TEXT NOT NULL,
  kept TEXT NOT NULL,
  version INTEGER NOT NULL,
  hash TEXT NOT NULL
) STRICT;
CREATE INDEX reservations_time ON reservations (starts_at);
CREATE INDEX reservations_owed ON reservations (starts_at) WHERE state = 'not-yet';
CREATE INDEX reservations_undo ON reservations (undo_until) WHERE undo_until IS NOT NULL;
CREATE TABLE reservation_drafts (
  screen TEXT PRIMARY KEY,
  drafts TEXT NOT NULL,
  version INTEGER NOT NULL,
  hash TEXT NOT NULL
) STRICT;
CREATE INDEX reservations_guests ON reservations (starts_at) WHERE has_guest = 1;
`

/**
 * 0008. Notes on guests, notes typed on a screen and not saved (by screen and guest), and the last
 * export of all guests. All of it is personal data: it is deleted after a number of days, or with
 * one button (host/guests).
 */
const guests = `
CREATE TABLE guest_notes (
  client_id TEXT PRIMARY KEY,
  allergies TEXT NOT NULL,
  contacts TEXT NOT NULL,
  noted_at TEXT NOT NULL,
  version INTEGER NOT NULL,
  hash TEXT NOT NULL
) STRICT;

CREATE TABLE guest_drafts (
  name TEXT PRIMARY KEY,
  typed TEXT NOT NULL,
  typed_at TEXT NOT NULL,
  version INTEGER NOT NULL,
  hash TEXT NOT NULL
) STRICT;

CREATE TABLE guest_exports (
  id TEXT PRIMARY KEY,
  export TEXT NOT NULL,
  version INTEGER NOT NULL,
  hash TEXT NOT NULL
) STRICT;
`

/**
 * 0009. Drafts of shift counts, and the sealed close-outs. A close-out is never changed or deleted,
 * not even by this program: a correction is a new close-out. `close_out_head` stores the end of
 * their chain, so that a missing last one is detected.
 */
const shifts = `
CREATE TABLE shift_counts (
  shift_id TEXT PRIMARY KEY,
  kept TEXT NOT NULL,
  version INTEGER NOT NULL,
  hash TEXT NOT NULL
) STRICT;

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

/**
 * 0010. Jobs of the receipt printers. A job is stored for a day, its content until it is printed.
 */
const printJobs = `
CREATE TABLE print_jobs (
  id TEXT PRIMARY KEY,
  printer_id TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('queued', 'printing', 'unknown', 'done')),
  created_at TEXT NOT NULL,
  job TEXT NOT NULL,
  paper TEXT NOT NULL,
  version INTEGER NOT NULL,
  hash TEXT NOT NULL
) STRICT;
CREATE INDEX print_jobs_pending ON print_jobs (created_at) WHERE state <> 'done';
CREATE INDEX print_jobs_created ON print_jobs (created_at);
`

/**
 * 0011. Orders of the outside sales channel that a user wants to complete. Each has one row
 * whatever its state, which prevents a second request.
 */
const channelOrders = `
CREATE TABLE channel_orders (
  id TEXT PRIMARY KEY,
  asked_at TEXT NOT NULL,
  needs_person INTEGER NOT NULL,
  kept TEXT NOT NULL,
  version INTEGER NOT NULL,
  hash TEXT NOT NULL
) STRICT;
CREATE INDEX channel_orders_asked ON channel_orders (asked_at);
CREATE INDEX channel_orders_undecided ON channel_orders (asked_at) WHERE needs_person = 1;
`

/**
 * 0012. Adds the missing hashes: bumps and the 86 history become hashed rows (rows.ts), and long or
 * often written rows get a checksum (seal.ts). Existing rows have none and are trusted.
 */
const sums = `
ALTER TABLE bumps ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
ALTER TABLE bumps ADD COLUMN hash TEXT;
ALTER TABLE stock_history ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
ALTER TABLE stock_history ADD COLUMN hash TEXT;
ALTER TABLE past_words ADD COLUMN sum INTEGER;
ALTER TABLE pictures ADD COLUMN sum INTEGER;
ALTER TABLE inbox ADD COLUMN sum INTEGER;
ALTER TABLE inbox ADD COLUMN verdict_sum INTEGER;
`

/**
 * 0013. The number of commits that changed something. Each commit counts it up (open.ts) and writes
 * it to the journal next to the file.
 */
const commits = `
CREATE TABLE commits (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  number INTEGER NOT NULL
) STRICT;
INSERT INTO commits (only, number) VALUES (1, 0);
`

/**
 * 0014. Bodies of inbox messages of past days, many in one packed value (inbox/packed.ts). Such a
 * message has an empty body and the id of its pack. `at` is the receipt time of the newest of them.
 */
const packed = `
CREATE TABLE packed_arrivals (
  id INTEGER PRIMARY KEY,
  at TEXT NOT NULL,
  bodies BLOB NOT NULL,
  version INTEGER NOT NULL,
  hash TEXT NOT NULL
) STRICT;
CREATE INDEX packed_arrivals_at ON packed_arrivals (at);
ALTER TABLE inbox ADD COLUMN pack INTEGER;
`

/**
 * 0015. One index per query: the worker asks for due entries, in total and by kind, and the status
 * counts by state.
 */
const clocks = `
DROP INDEX outbox_owed;
CREATE INDEX outbox_owed ON outbox (due_at, id) WHERE state IN ('queued', 'unknown');
CREATE INDEX outbox_sending ON outbox (id) WHERE state = 'sending';
CREATE INDEX outbox_due ON outbox (kind, state, due_at, id)
  WHERE state IN ('queued', 'sending', 'unknown', 'unconfirmed', 'rejected');
`

/**
 * The first migrations, in order: SQL, or a function if it has to read rows. Never change a
 * released one.
 */
export const firstMigrations: readonly (string | ((db: DatabaseSync) => void))[] = [
  kitchen,
  stock,
  rows,
  screens,
  past,
  coupons,
  reservations,
  guests,
  shifts,
  printJobs,
  channelOrders,
  sums,
  commits,
  packed,
  clocks,
]

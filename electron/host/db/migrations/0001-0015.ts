import type { DatabaseSync } from 'node:sqlite'
import { rows } from './0003-rows.ts'

// By their numbers; the third has a file of its own. A TypeScript module and not .sql files, so that it is part of the bundle.

/** 0001. The first shape of a store's database. `digest` is a hash over the row, so that a damaged file can be salvaged row by row. */
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

/** 0002. The 86 board: the menu as last read, what is known of each item's stock, and what was sold out when. */
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

/** 0004. The displays that have a name or a role of their own. */
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
 * 0005. What is asked of orders that are past: by which words they are found, how quick they were, and what was sent of them. A
 * row goes with its ticket. Words are folded before they come here (domain/tickets/search-words), so the index
 * need not know letters; it takes what a search needs from `past_words`, and can be built anew from there.
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

/** 0006. Coupons as the platform last told them, so that one can be opened and changed while there is no line. No person's data. */
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
 * 0007. The book. `words` are what a reservation is found by, folded (domain/tickets/search-words), a space before each;
 * `has_guest` is 1 as long as the guest's own data stands in the row, `undo_until` is there while nobody else is told of its
 * cancellation and it can be taken back. A screen's drafts are what was typed there and not taken yet, guests' data as well.
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
 * 0008. What is noted here of guests, what a screen has typed and not noted yet (by the screen and the guest), and the last
 * export of all of them. People's data: all is forgotten after so many days, and by one button (host/guests).
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
 * 0009. Counts of shifts as they are being typed, and the sealed close-outs. A close-out is never changed nor deleted, not by
 * this program either: a correction is another one. `close_out_head` has where their chain ends, so that a missing end shows.
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

/** 0010. What receipt printers are to print: kept for a day, what is on it until it is printed. */
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
 * 0011. Orders of the outside sales channel that somebody here wants complete, one row each, whatever became of it: it is what
 * keeps a second request from being sent.
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
 * 0012. What had no hash yet: bumps and the 86 history become rows like others (rows.ts), and what is long or often written has a
 * checksum (seal.ts). What stands there from before has none, and is believed.
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

/** 0013. How many commits changed something, ever: counted with each (open.ts), and told to the journal beside the file. */
const commits = `
CREATE TABLE commits (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  number INTEGER NOT NULL
) STRICT;
INSERT INTO commits (only, number) VALUES (1, 0);
`

/**
 * 0014. The texts of arrivals whose day is over, many in one packed value (inbox/packed.ts): an arrival then has an empty body and
 * the pack that it is in. `at` is when the newest of them was received.
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

/** 0015. The worker asks for what is due, in all and of a kind, and the status counts by state: none looks at anything else. */
const clocks = `
DROP INDEX outbox_owed;
CREATE INDEX outbox_owed ON outbox (due_at, id) WHERE state IN ('queued', 'unknown');
CREATE INDEX outbox_sending ON outbox (id) WHERE state = 'sending';
CREATE INDEX outbox_due ON outbox (kind, state, due_at, id)
  WHERE state IN ('queued', 'sending', 'unknown', 'unconfirmed', 'rejected');
`

/** The first migrations, in their order: SQL, or a function where rows have to be read for it. A released one is never changed. */
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

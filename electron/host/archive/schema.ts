import type { DatabaseSync } from 'node:sqlite'
import { DamagedDatabase, isSqlError } from '../core/damage.ts'
import { neverWait } from '../db/open.ts'

/** The version of the schema. A newer file is set aside, and what this version knows is copied. */
const version = 1

/**
 * `row` grows with each order, so the newest are found first. `messages` are deleted a week later.
 * `lost` names files from which orders are still being copied, with the last row that was. A search
 * needs no places inside words, hence `detail`. `traces`: words of guests that were deleted are still
 * in parts of the index; 2 while those parts are being merged.
 */
const schema = `
CREATE TABLE orders (
  row INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  left_at TEXT NOT NULL,
  bumped INTEGER NOT NULL,
  has_guest INTEGER NOT NULL,
  words TEXT NOT NULL,
  content BLOB NOT NULL
) STRICT;
CREATE INDEX orders_left ON orders (left_at);
CREATE INDEX orders_unbumped ON orders (left_at) WHERE bumped = 0;
CREATE INDEX orders_guests ON orders (left_at) WHERE has_guest = 1;
CREATE TABLE messages (
  row INTEGER PRIMARY KEY,
  left_at TEXT NOT NULL,
  content BLOB NOT NULL
) STRICT;
CREATE INDEX messages_left ON messages (left_at);
CREATE VIRTUAL TABLE search USING fts5 (
  words, content = 'orders', content_rowid = 'row', tokenize = 'ascii', detail = none, prefix = '1 2 3'
);
CREATE TABLE lost (file TEXT PRIMARY KEY, row INTEGER NOT NULL) STRICT;
CREATE TABLE counts (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  changes INTEGER NOT NULL,
  copied INTEGER NOT NULL,
  traces INTEGER NOT NULL
) STRICT;
INSERT INTO counts VALUES (1, 0, 0, 0);
PRAGMA user_version = ${String(version)};
`

const names = ['orders', 'messages', 'search', 'lost', 'counts']

const numberOf = (db: DatabaseSync, pragma: string): number =>
  Number(Object.values(db.prepare(`PRAGMA ${pragma}`).get() ?? {})[0])

function hasAllTables(db: DatabaseSync): boolean {
  const tables = db.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).all()
  return names.every((name) => tables.some((row) => row['name'] === name))
}

/**
 * Makes a connection ready, and the tables in a new file. Throws `DamagedDatabase` for a file that
 * isn't ours.
 */
export function prepareArchive(db: DatabaseSync): void {
  try {
    db.exec('PRAGMA busy_timeout = 2000')
    const isNew = numberOf(db, 'page_count') === 0
    // A page has room for seven orders; a usual one would have room for three.
    if (isNew) db.exec('PRAGMA page_size = 8192; PRAGMA auto_vacuum = INCREMENTAL')
    db.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      PRAGMA fullfsync = ON;
      PRAGMA secure_delete = ON;
    `)
    if (isNew) db.exec(`BEGIN IMMEDIATE; ${schema} COMMIT`)
    const stored = numberOf(db, 'user_version')
    if (stored > version) throw new NewerArchive(`version ${String(stored)}`)
    if (stored < version || !hasAllTables(db)) throw new DamagedDatabase('not ours')
    // SQLite also opens a file that it can't write.
    db.exec('BEGIN IMMEDIATE; ROLLBACK')
    neverWait(db)
  } catch (cause) {
    if (isSqlError(cause)) throw new DamagedDatabase('not to be read', { cause })
    throw cause
  }
}

/** A newer Kitchen Pass wrote it. */
export class NewerArchive extends DamagedDatabase {
  override name = 'NewerArchive'
}

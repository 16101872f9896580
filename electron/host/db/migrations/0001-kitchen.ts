/**
 * The first shape of a store's database. A TypeScript module and not a .sql file, so that it is part of the bundle.
 * `digest` is a hash over the row, so that a damaged file can be salvaged row by row.
 */
export const kitchen = `
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

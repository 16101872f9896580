/** The preparation time and the hours of the store, and who changed them. */
export const store = `
CREATE TABLE preparation_time (
  subject TEXT PRIMARY KEY,
  kept TEXT NOT NULL,
  version INTEGER NOT NULL,
  hash TEXT NOT NULL
) STRICT;
CREATE TABLE preparation_changes (
  id TEXT PRIMARY KEY,
  at TEXT NOT NULL,
  kept TEXT NOT NULL,
  version INTEGER NOT NULL,
  hash TEXT NOT NULL
) STRICT;
CREATE INDEX preparation_changes_at ON preparation_changes (at);
CREATE TABLE store_hours (
  subject TEXT PRIMARY KEY,
  kept TEXT NOT NULL,
  version INTEGER NOT NULL,
  hash TEXT NOT NULL
) STRICT;
CREATE TABLE store_changes (
  id TEXT PRIMARY KEY,
  at TEXT NOT NULL,
  kept TEXT NOT NULL,
  version INTEGER NOT NULL,
  hash TEXT NOT NULL
) STRICT;
CREATE INDEX store_changes_at ON store_changes (at);
`

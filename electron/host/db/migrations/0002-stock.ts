/** The 86 board: the menu as last read, what is known of each item's stock, and what was sold out when. */
export const stock = `
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

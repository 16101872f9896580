/** What the chain of the store wants of it. */
export const instructions = `
CREATE TABLE instructions (
  id TEXT PRIMARY KEY,
  received_at TEXT NOT NULL,
  instruction TEXT NOT NULL,
  state TEXT NOT NULL,
  keys TEXT NOT NULL,
  names TEXT NOT NULL,
  missing TEXT NOT NULL,
  seen INTEGER NOT NULL,
  version INTEGER NOT NULL,
  hash TEXT NOT NULL
) STRICT;
CREATE INDEX instructions_received ON instructions (received_at);
`

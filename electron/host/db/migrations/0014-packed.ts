/**
 * The texts of arrivals whose day is over, many in one packed value (inbox/packed.ts): an arrival then has an empty body and
 * the pack that it is in. `at` is when the newest of them was received.
 */
export const packed = `
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

/**
 * Counts of shifts as they are being typed, and the sealed close-outs. A close-out is never changed nor deleted, not by
 * this program either: a correction is another one. `close_out_head` has where their chain ends, so that a missing end shows.
 */
export const shifts = `
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

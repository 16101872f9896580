/** Past orders are in the archive: no index of them, no packed messages, and bumps without a ticket. */
export const archive = `
DROP TRIGGER past_words_added;
DROP TRIGGER past_words_changed;
DROP TRIGGER past_words_gone;
DROP TABLE past_index;
DROP TABLE past_words;
DROP TABLE packed_arrivals;
ALTER TABLE inbox DROP COLUMN pack;
ALTER TABLE inbox ADD COLUMN order_id TEXT;
CREATE INDEX inbox_order ON inbox (order_id) WHERE order_id IS NOT NULL;
CREATE INDEX inbox_other ON inbox (id)
  WHERE order_id IS NULL AND body <> '' AND state IN ('done', 'elsewhere');
ALTER TABLE tickets ADD COLUMN words TEXT NOT NULL DEFAULT '';
CREATE TABLE all_bumps (
  id TEXT PRIMARY KEY,
  bumped_at TEXT NOT NULL,
  queue_at TEXT NOT NULL,
  promised_at TEXT NOT NULL,
  version INTEGER NOT NULL DEFAULT 1,
  hash TEXT
) STRICT;
INSERT INTO all_bumps SELECT * FROM bumps;
DROP TABLE bumps;
ALTER TABLE all_bumps RENAME TO bumps;
CREATE INDEX bumps_time ON bumps (bumped_at);
`

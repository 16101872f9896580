/** How long stations worked on dishes. */
export const dishWork = `
CREATE TABLE dish_work (
  id TEXT PRIMARY KEY,
  order_id TEXT NOT NULL,
  item TEXT NOT NULL,
  station TEXT NOT NULL,
  product TEXT NOT NULL,
  seconds INTEGER NOT NULL,
  late INTEGER NOT NULL,
  done_at TEXT NOT NULL,
  version INTEGER NOT NULL,
  hash TEXT NOT NULL
) STRICT;
CREATE INDEX dish_work_product ON dish_work (product, done_at DESC, seconds);
CREATE INDEX dish_work_done ON dish_work (done_at);
`

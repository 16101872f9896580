/**
 * Orders of the outside sales channel that somebody here wants complete, one row each, whatever became of it: it is what
 * keeps a second request from being sent.
 */
export const channelOrders = `
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

/**
 * The book. `words` are what a reservation is found by, folded (domain/orders/search-words), a space before each;
 * `has_guest` is 1 as long as the guest's own data stands in the row, `undo_until` is there while nobody else is told of its
 * cancellation and it can be taken back. A screen's drafts are what was typed there and not taken yet, guests' data as well.
 */
export const reservations = `
CREATE TABLE reservations (
  id TEXT PRIMARY KEY,
  reference TEXT NOT NULL UNIQUE,
  state TEXT NOT NULL,
  starts_at TEXT NOT NULL,
  undo_until TEXT,
  has_guest INTEGER NOT NULL,
  words TEXT NOT NULL,
  kept TEXT NOT NULL,
  version INTEGER NOT NULL,
  hash TEXT NOT NULL
) STRICT;
CREATE INDEX reservations_time ON reservations (starts_at);
CREATE INDEX reservations_owed ON reservations (starts_at) WHERE state = 'not-yet';
CREATE INDEX reservations_undo ON reservations (undo_until) WHERE undo_until IS NOT NULL;
CREATE TABLE reservation_drafts (
  screen TEXT PRIMARY KEY,
  drafts TEXT NOT NULL,
  version INTEGER NOT NULL,
  hash TEXT NOT NULL
) STRICT;
CREATE INDEX reservations_guests ON reservations (starts_at) WHERE has_guest = 1;
`

/**
 * What is noted here of guests, what a screen has typed and not noted yet (by the screen and the guest), and the last
 * export of all of them. People's data: all is forgotten after so many days, and by one button (host/guests).
 */
export const guests = `
CREATE TABLE guest_notes (
  client_id TEXT PRIMARY KEY,
  allergies TEXT NOT NULL,
  contacts TEXT NOT NULL,
  noted_at TEXT NOT NULL,
  version INTEGER NOT NULL,
  hash TEXT NOT NULL
) STRICT;

CREATE TABLE guest_drafts (
  name TEXT PRIMARY KEY,
  typed TEXT NOT NULL,
  typed_at TEXT NOT NULL,
  version INTEGER NOT NULL,
  hash TEXT NOT NULL
) STRICT;

CREATE TABLE guest_exports (
  id TEXT PRIMARY KEY,
  export TEXT NOT NULL,
  version INTEGER NOT NULL,
  hash TEXT NOT NULL
) STRICT;
`

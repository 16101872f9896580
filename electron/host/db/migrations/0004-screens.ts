/** The displays that have a name or a role of their own. */
export const screens = `
CREATE TABLE screens (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  role TEXT NOT NULL,
  version INTEGER NOT NULL,
  hash TEXT NOT NULL
) STRICT;
`

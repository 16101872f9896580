/** How many commits changed something, ever: counted with each (open.ts), and told to the journal beside the file. */
export const commits = `
CREATE TABLE commits (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  number INTEGER NOT NULL
) STRICT;
INSERT INTO commits (only, number) VALUES (1, 0);
`

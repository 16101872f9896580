/**
 * What is asked of orders that are past: by which words they are found, how quick they were, and what was sent of them. A
 * row goes with its ticket. Words are folded before they come here (domain/orders/search-words), so the index
 * need not know letters; it takes what a search needs from `past_words`, and can be built anew from there.
 */
export const past = `
CREATE TABLE past_words (
  row INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE REFERENCES tickets (id) ON DELETE CASCADE,
  words TEXT NOT NULL
) STRICT;
CREATE VIRTUAL TABLE past_index USING fts5 (
  words, content = 'past_words', content_rowid = 'row', tokenize = 'ascii'
);
CREATE TRIGGER past_words_added AFTER INSERT ON past_words BEGIN
  INSERT INTO past_index (rowid, words) VALUES (new.row, new.words);
END;
CREATE TRIGGER past_words_changed AFTER UPDATE ON past_words BEGIN
  INSERT INTO past_index (past_index, rowid, words) VALUES ('delete', old.row, old.words);
  INSERT INTO past_index (rowid, words) VALUES (new.row, new.words);
END;
CREATE TRIGGER past_words_gone AFTER DELETE ON past_words BEGIN
  INSERT INTO past_index (past_index, rowid, words) VALUES ('delete', old.row, old.words);
END;

CREATE TABLE bumps (
  id TEXT PRIMARY KEY REFERENCES tickets (id) ON DELETE CASCADE,
  bumped_at TEXT NOT NULL,
  queue_at TEXT NOT NULL,
  promised_at TEXT NOT NULL
) STRICT;
CREATE INDEX bumps_time ON bumps (bumped_at);

CREATE INDEX outbox_subject ON outbox (subject);
`

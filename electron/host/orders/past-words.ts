import { isStorageError, type Database } from '../db/open.ts'
import type { Log } from '../log.ts'

/** The words by which tickets are found that are over, on disk. Writes belong into the caller's transaction. */
export interface PastWords {
  /** Writes only where the words are others than before. */
  keep(id: string, words: readonly string[]): void
  /** Ids of the last `limit` that have, for each of the words wanted, one that begins with it; the newest first. */
  find(wanted: readonly string[], limit: number): string[]
  isEmpty(): boolean
  /** Builds the index anew where it is damaged: it must not stand between a kitchen and its bumps. */
  mend(): void
}

const indexed = `SELECT id FROM past_index JOIN past_words ON past_words.row = past_index.rowid
  WHERE past_index MATCH ? ORDER BY past_index.rowid DESC LIMIT ?`

/** Words are letters and digits alone (domain/orders/search-words): between quotes they are no syntax of the index. */
const beginnings = (wanted: readonly string[]): string =>
  wanted.map((word) => `"${word}"*`).join(' ')

export const createPastWords = (db: Database, log: Log): PastWords => ({
  keep(id, words) {
    db.run(
      `INSERT INTO past_words (id, words) VALUES (?, ?)
       ON CONFLICT (id) DO UPDATE SET words = excluded.words WHERE words <> excluded.words`,
      id,
      words.join(' '),
    )
  },
  find: (wanted, limit) =>
    wanted.length === 0
      ? []
      : db.all(indexed, beginnings(wanted), limit).map(({ id }) => String(id)),
  isEmpty: () => db.get('SELECT 1 FROM past_words LIMIT 1') === undefined,
  mend() {
    try {
      db.get(indexed, beginnings(['A']), 1)
    } catch (cause) {
      if (!isStorageError(cause)) throw cause
      log.error('index of past tickets damaged: built anew', { cause: cause.message })
      db.run(`INSERT INTO past_index (past_index) VALUES ('rebuild')`)
    }
  },
})

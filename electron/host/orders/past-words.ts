import { isDamage, isStorageError, type Database } from '../db/open.ts'
import { hasSum, sumOf } from '../db/sum.ts'
import type { Log } from '../log.ts'

const keepWords = `INSERT INTO past_words (id, words, sum) VALUES (?, ?, ?)
  ON CONFLICT (id) DO UPDATE SET words = excluded.words, sum = excluded.sum
  WHERE words <> excluded.words OR sum IS NOT excluded.sum`
const anyWords = 'SELECT words FROM past_words LIMIT 1'
const indexed = `SELECT id FROM past_index JOIN past_words ON past_words.row = past_index.rowid
  WHERE past_index MATCH ? ORDER BY past_index.rowid DESC LIMIT ?`

/** Words are letters and digits alone (domain/orders/search-words): between quotes they are no syntax of the index. */
const beginnings = (wanted: readonly string[]): string =>
  wanted.map((word) => `"${word}"*`).join(' ')

/**
 * The words by which past tickets are found, on disk. Writes belong in the caller's transaction. `onWrong` is called where the
 * words of a ticket were damaged, and are deleted.
 */
export function createPastWords(db: Database, log: Log, onWrong: (id: string) => void) {
  let isSound = true

  db.looks.set('past_words', (after, most) => {
    const found = db.all(
      'SELECT row, id, words, sum FROM past_words WHERE row > ? ORDER BY row LIMIT ?',
      after,
      most,
    )
    for (const row of found) {
      const id = String(row['id'])
      if (hasSum(row['sum'], id, String(row['words']))) continue
      log.error('words of a past ticket damaged', { id })
      db.run('DELETE FROM past_words WHERE row = ?', Number(row['row']))
      onWrong(id)
    }
    return found.length < most ? null : Number(found.at(-1)?.['row'])
  })

  /** Answers whether the disk let it happen. */
  function tried(work: () => unknown): boolean {
    try {
      work()
      return true
    } catch (cause) {
      if (!isStorageError(cause)) throw cause
      log.error('search of past tickets damaged', { cause: cause.message })
      return false
    }
  }

  return {
    /** Writes only where the words have changed. */
    keep(id: string, words: readonly string[]): void {
      if (!isSound) return
      try {
        const text = words.join(' ')
        db.run(keepWords, id, text, sumOf(id, text))
      } catch (cause) {
        // The statement alone is undone: the bump that brought it goes on, and the next start mends the index.
        if (!isDamage(cause)) throw cause
        isSound = false
        log.error('search of past tickets damaged', { cause: cause.message })
      }
    },
    /** Ids of the last `limit` that have, for each of the words wanted, one that begins with it; newest first. */
    find: (wanted: readonly string[], limit: number): string[] =>
      wanted.length === 0 || !isSound
        ? []
        : db.all(indexed, beginnings(wanted), limit).map(({ id }) => String(id)),
    isEmpty: (): boolean => db.get(anyWords) === undefined,
    /**
     * Builds the index anew where it is damaged. False where that fails: then nothing is written or found any more, since a
     * search must not stand between a kitchen and its bumps.
     */
    mend(): boolean {
      isSound =
        tried(() => {
          db.get(indexed, beginnings(['A']), 1)
          db.get(anyWords)
        }) || tried(() => db.run(`INSERT INTO past_index (past_index) VALUES ('rebuild')`))
      return isSound
    },
  }
}

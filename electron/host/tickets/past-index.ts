import { z } from 'zod'
import { isDamage, isStorageError } from '../db/open.ts'
import type { RowFormat } from '../db/table.ts'
import type { Context } from '../noun.ts'

const wordsSchema = z.object({ id: z.string(), words: z.string() })
export const pastIndexRows: RowFormat<z.infer<typeof wordsSchema>> = {
  table: 'past_words',
  key: 'id',
  schema: wordsSchema,
  columns: wordsSchema.keyof().options,
  json: [],
}

const anyText = 'SELECT words FROM past_words LIMIT 1'
const indexed = `SELECT id FROM past_index JOIN past_words ON past_words.row = past_index.rowid
  WHERE past_index MATCH ? ORDER BY past_index.rowid DESC LIMIT ?`

/**
 * Search terms contain only letters and digits (domain/tickets/search-text.ts), so between quotes
 * they are no syntax of the index.
 */
const beginnings = (terms: readonly string[]): string => terms.map((word) => `"${word}"*`).join(' ')

/**
 * The words that find past tickets, on disk. Writes belong in the caller's transaction. `rebuild`
 * is called when a ticket's words were damaged and have been deleted.
 */
export function createPastIndex(
  { db, log, rows }: Pick<Context, 'db' | 'log' | 'rows'>,
  rebuild: (id: string) => void,
) {
  const words = rows({ ...pastIndexRows, rebuild })
  let isSound = true

  /** Answers whether the storage allowed it. */
  function tried(work: () => unknown): boolean {
    try {
      work()
      return true
    } catch (cause) {
      if (!isStorageError(cause)) throw cause
      log.error('table damaged', { table: 'past_index', cause: cause.message })
      return false
    }
  }

  return {
    /** Writes only when the words have changed. */
    keep(id: string, all: readonly string[]): void {
      if (!isSound) return
      try {
        words.put({ id, words: all.join(' ') })
      } catch (cause) {
        // Only this statement is undone: the bump goes on, and the next start repairs the index.
        if (!isDamage(cause)) throw cause
        isSound = false
        log.error('table damaged', { table: 'past_index', cause: cause.message })
      }
    },
    /**
     * Ids of the last `limit` tickets, newest first. Each search term must be the beginning of one
     * of a ticket's words.
     */
    find: (terms: readonly string[], limit: number): string[] =>
      terms.length === 0 || !isSound
        ? []
        : db.all(indexed, beginnings(terms), limit).map(({ id }) => String(id)),
    isEmpty: (): boolean => db.get(anyText) === undefined,
    /**
     * Rebuilds a damaged index. Answers false if that fails; then nothing is indexed or found any
     * more, because search must never stop a bump.
     */
    repair(): boolean {
      isSound =
        tried(() => {
          db.get(indexed, beginnings(['A']), 1)
          db.get(anyText)
        }) || tried(() => db.run(`INSERT INTO past_index (past_index) VALUES ('rebuild')`))
      return isSound
    },
  }
}

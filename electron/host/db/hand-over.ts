import { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { closedUrl } from './separate-thread.ts'
import { storedText, type StoredValue, type Values } from './values.ts'

/**
 * The last planned hand-over that this database knows. `away`: another computer has the store, and
 * nothing is sent from here. `here`: it came to this computer. `back`: a person took it back, or no
 * file was finished.
 */
const handOverSchema = z.object({
  /** The lease: only a computer that has not used it yet may take the store over with it. */
  id: z.string(),
  /** When the old computer stopped sending, ISO. */
  at: z.iso.datetime(),
  /** The name of the old computer. */
  from: z.string(),
  state: z.enum(['away', 'here', 'back']),
})
export type HandOver = z.infer<typeof handOverSchema>

const name = 'handOver'

export const storedHandOver = (values: Values): StoredValue<HandOver | null> =>
  values(name, handOverSchema.nullable())

/** The hand-over in a database that nobody has open; null if there is none or it can't be read. */
export function handOverIn(path: string): HandOver | null {
  let db: DatabaseSync
  try {
    db = new DatabaseSync(closedUrl(path), { readOnly: true })
  } catch {
    return null
  }
  try {
    const text = storedText((sql, key) => db.prepare(sql).get(key), name)
    return handOverSchema.safeParse(JSON.parse(String(text))).data ?? null
  } catch {
    return null
  } finally {
    db.close()
  }
}

/** Whether a computer that knows `own` may take the store over with the lease of a file. */
export const mayTakeOver = (lease: HandOver, own: HandOver | null): boolean =>
  own === null || (own.id !== lease.id && own.at < lease.at)

/** What a database knows after another one, with its own hand-over, took its place. */
export function afterRestore(
  restored: HandOver | null,
  own: HandOver | null,
): { known: HandOver | null; isTakenOver: boolean } {
  if (restored?.state !== 'away' || !mayTakeOver(restored, own))
    return { known: own ?? restored, isTakenOver: false }
  return { known: { ...restored, state: 'here' }, isTakenOver: true }
}

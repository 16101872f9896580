import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { StoreSeen } from '#contract/status/status.ts'
import { contentsOf } from '../db/contents.ts'
import { archiveOf, moveDatabase, replaceFile } from '../db/files.ts'

const knownFiles = z.array(
  z.object({
    file: z.string(),
    v3Url: z.string(),
    /** The id with which it was opened, and all ids of the same store. */
    ids: z.array(z.string()),
    /** Whether the token had that store at the last answer. */
    state: z.enum(['unknown', 'seen', 'not-seen']),
  }),
)
type KnownFile = z.infer<typeof knownFiles>[number]

/** The file name of a store's own database, from its address and id. */
function storeFileName(v3Url: string, storeId: string | null): string {
  const name = createHash('sha256').update(`${v3Url}|${storeId ?? ''}`)
  return `store-${name.digest('hex').slice(0, 16)}.sqlite`
}

/** Whether the file never had a ticket: its inbox then has everything that there is of the store. */
const hasNoOrder = (path: string): boolean => contentsOf(path).tickets === 0

/**
 * Which database in `dataDir` belongs to which store: a store keeps its file, whichever of its ids
 * is used. An unreadable list is started again, and only names are lost.
 */
export function createStoreFiles(dataDir: string) {
  const list = join(dataDir, 'stores.json')
  const has = (file: string): boolean => existsSync(join(dataDir, file))
  /** Whether a file exists and was open when the platform confirmed its store. */
  const wasOpened = (file: string): boolean =>
    known.some((each) => each.file === file && each.state !== 'unknown')
  let known: KnownFile[] = read()

  function read(): KnownFile[] {
    try {
      return knownFiles.parse(JSON.parse(readFileSync(list, 'utf8')))
    } catch {
      return []
    }
  }

  function keep(entry: KnownFile): void {
    const others = known.filter(({ file }) => file !== entry.file)
    const next = [...others, entry]
    if (JSON.stringify(next) === JSON.stringify(known)) return
    known = next
    replaceFile(list, `${JSON.stringify(known, null, 2)}\n`)
  }

  /**
   * Messages that arrived under a wrong id belong to the right store, so its file continues under
   * the right name.
   */
  function takeOver(v3Url: string, own: string): void {
    const wrong = known.findLast(
      (each) =>
        each.v3Url === v3Url &&
        each.state === 'not-seen' &&
        hasNoOrder(join(dataDir, each.file)) &&
        !has(archiveOf(each.file)),
    )
    if (wrong === undefined) return
    moveDatabase(join(dataDir, wrong.file), join(dataDir, own))
    known = known.filter((each) => each !== wrong)
  }

  return {
    wasOpened,
    /** The address and the id of the only store that was opened here; null if there are more. */
    only(): { v3Url: string; storeId: string } | null {
      const [first, ...others] = known.filter(({ file }) => has(file))
      const [storeId] = first?.ids ?? []
      if (first === undefined || storeId === undefined || others.length > 0) return null
      return { v3Url: first.v3Url, storeId }
    },
    /** The name of the file to open, in the data folder. */
    fileOf(v3Url: string, storeId: string | null): string {
      const own = storeFileName(v3Url, storeId)
      if (storeId === null) return own
      if (has(own)) {
        if (!known.some(({ file }) => file === own))
          keep({ file: own, v3Url, ids: [storeId], state: 'unknown' })
        return own
      }
      const same = known.find(
        (each) =>
          each.v3Url === v3Url &&
          each.ids.includes(storeId) &&
          (has(each.file) || wasOpened(each.file)),
      )
      if (same !== undefined) return same.file
      takeOver(v3Url, own)
      keep({ file: own, v3Url, ids: [storeId], state: 'unknown' })
      return own
    },
    /** All ids under which the store of a file is known. */
    idsOf: (file: string): readonly string[] => known.find((each) => each.file === file)?.ids ?? [],
    /** Stores what the platform said of the store in a file. */
    learn(file: string, answer: { state: StoreSeen['state']; ids: string[] }): void {
      const entry = known.find((each) => each.file === file)
      if (entry === undefined) return
      const ids = [...new Set([...entry.ids, ...answer.ids])]
      keep({ ...entry, ids, state: answer.state })
    },
  }
}

import { createHash } from 'node:crypto'
import { existsSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { StoreSeen } from '#contract/status/status.ts'
import { contentsOf } from '../db/contents.ts'
import { replaceFile } from '../db/files.ts'
import { archiveOf, liveOf } from '../db/store-folder.ts'

const knownFolders = z.array(
  z.object({
    folder: z.string(),
    v3Url: z.string(),
    /** The id with which it was opened, and all ids of the same store. */
    ids: z.array(z.string()),
    /** Whether the token had that store at the last answer. */
    state: z.enum(['unknown', 'seen', 'not-seen']),
  }),
)
type KnownFolder = z.infer<typeof knownFolders>[number]

function readFolders(list: string): KnownFolder[] {
  try {
    return knownFolders.parse(JSON.parse(readFileSync(list, 'utf8')))
  } catch {
    return []
  }
}

/** The name of a store's folder, from its address and id. */
function storeFolderName(v3Url: string, storeId: string | null): string {
  const name = createHash('sha256').update(`${v3Url}|${storeId ?? ''}`)
  return `store-${name.digest('hex').slice(0, 16)}`
}

/** Whether the file never had a ticket: its inbox then has everything that there is of the store. */
const hasNoOrder = (path: string): boolean => contentsOf(path).tickets === 0

/**
 * Which folder in the data folder belongs to which store: a store keeps its folder, whichever of its
 * ids is used. An unreadable list is started again, and only names are lost.
 */
export class StoreFolders {
  readonly #dataDir: string
  #folders: KnownFolder[]

  constructor(dataDir: string) {
    this.#dataDir = dataDir
    this.#folders = readFolders(this.#list)
  }

  /** Whether it was open when the platform confirmed its store. */
  wasOpened(folder: string): boolean {
    return this.#folders.some((each) => each.folder === folder && each.state !== 'unknown')
  }

  /** The address and the id of the only store that was opened here; null if there are more. */
  only(): { v3Url: string; storeId: string } | null {
    const [first, ...others] = this.#folders.filter(({ folder }) => this.#has(folder))
    const [storeId] = first?.ids ?? []
    if (first === undefined || storeId === undefined || others.length > 0) return null
    return { v3Url: first.v3Url, storeId }
  }

  /** The name of the store's folder in the data folder. */
  folderOf(v3Url: string, storeId: string | null): string {
    const own = storeFolderName(v3Url, storeId)
    if (storeId === null) return own
    const entry: KnownFolder = { folder: own, v3Url, ids: [storeId], state: 'unknown' }
    if (this.#has(own)) {
      if (!this.#folders.some(({ folder }) => folder === own)) this.#save(entry)
      return own
    }
    const same = this.#folders.find(
      (each) =>
        each.v3Url === v3Url &&
        each.ids.includes(storeId) &&
        (this.#has(each.folder) || this.wasOpened(each.folder)),
    )
    if (same !== undefined) return same.folder
    this.#takeOver(v3Url, own)
    this.#save(entry)
    return own
  }

  /** All ids under which the store of a folder is known. */
  idsOf(folder: string): readonly string[] {
    return this.#folders.find((each) => each.folder === folder)?.ids ?? []
  }

  /** Stores what the platform said of the store in a folder. */
  learn(folder: string, answer: { state: StoreSeen['state']; ids: string[] }): void {
    const entry = this.#folders.find((each) => each.folder === folder)
    if (entry === undefined) return
    const ids = [...new Set([...entry.ids, ...answer.ids])]
    this.#save({ ...entry, ids, state: answer.state })
  }

  get #list(): string {
    return join(this.#dataDir, 'stores.json')
  }

  #fileIn(folder: string): string {
    return liveOf(join(this.#dataDir, folder))
  }

  /** Whether the store has a file: its folder may have only backups. */
  #has(folder: string): boolean {
    return existsSync(this.#fileIn(folder))
  }

  #save(entry: KnownFolder): void {
    const others = this.#folders.filter(({ folder }) => folder !== entry.folder)
    const next = [...others, entry]
    if (JSON.stringify(next) === JSON.stringify(this.#folders)) return
    this.#folders = next
    replaceFile(this.#list, `${JSON.stringify(next, null, 2)}\n`)
  }

  /**
   * Messages that arrived under a wrong id belong to the right store, so its folder continues under
   * the right name.
   */
  #takeOver(v3Url: string, own: string): void {
    const wrong = this.#folders.findLast(
      ({ folder, ...each }) =>
        each.v3Url === v3Url &&
        each.state === 'not-seen' &&
        hasNoOrder(this.#fileIn(folder)) &&
        !existsSync(archiveOf(this.#fileIn(folder))),
    )
    // A folder that has lost its file may have backups of the store itself.
    if (wrong === undefined || existsSync(join(this.#dataDir, own))) return
    renameSync(join(this.#dataDir, wrong.folder), join(this.#dataDir, own))
    this.#folders = this.#folders.filter((each) => each !== wrong)
  }
}

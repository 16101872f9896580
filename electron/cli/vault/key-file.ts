import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import type { VaultWeakness } from '#contract/connection/connection.ts'
import { makeFolder } from '#host/db/files.ts'
import { leaseFolder } from '#host/db/folder-lease.ts'
import { secretNames } from '#host/core/vault.ts'
import { placeProblem, realPlace, type KeyPlace } from './key-place.ts'
import { sealedSchema, type Sealing } from '#host/sealing/sealing.ts'

const secret = z.partialRecord(z.enum(secretNames), z.string())

/** What one data folder has in the key file. */
const entrySchema = z.strictObject({
  secrets: secret,
  /** The hashes of secrets from flags that a person replaced on a screen. */
  replaced: secret,
})
export type Entry = z.infer<typeof entrySchema>

/** By the real path of the data folder. */
const entriesSchema = z.record(z.string(), entrySchema)
type Entries = z.infer<typeof entriesSchema>

const version = 1
const fileSchema = z.union([
  z.strictObject({ version: z.literal(version), entries: entriesSchema }),
  z.strictObject({ version: z.literal(version), sealed: sealedSchema }),
])
type FileContent = z.infer<typeof fileSchema>

const maxBytes = 1024 * 1024

export type KeyFileProblem = Exclude<VaultWeakness, 'session-only' | 'basic-text' | 'unavailable'>

/** A key file that isn't used, and never changed. */
class Refused extends Error {
  readonly problem: KeyFileProblem
  constructor(problem: KeyFileProblem) {
    super(problem)
    this.problem = problem
  }
}

const codeOf = (cause: unknown): string =>
  cause instanceof Error && 'code' in cause ? String(cause.code) : ''

const toText = (content: FileContent): string => `${JSON.stringify(content, null, 2)}\n`

/** Only in the form that `toText` writes, so that no changed byte stays unnoticed. */
function parse(text: string): FileContent {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    // Its message would repeat a part of the text.
    throw new Refused('damaged')
  }
  const content = fileSchema.safeParse(json).data
  if (content === undefined) throw new Refused('damaged')
  if ('sealed' in content && toText(content) !== text) throw new Refused('damaged')
  return content
}

/** Windows has no links to follow and no pipes to wait for. */
const readOnly =
  process.platform === 'win32'
    ? constants.O_RDONLY
    : constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

/** The text of a file that only this account can read; null if there is no file. */
function readPrivate(path: string): string | null {
  let file: number
  try {
    file = openSync(path, readOnly)
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return null
    throw new Refused('unreadable')
  }
  try {
    const stat = fstatSync(file)
    if (!stat.isFile() || stat.size > maxBytes) throw new Refused('unreadable')
    if (process.geteuid !== undefined) {
      if (stat.uid !== process.geteuid()) throw new Refused('not-ours')
      if ((stat.mode & 0o077) !== 0) throw new Refused('open-to-others')
    }
    return readFileSync(file, 'utf8')
  } finally {
    closeSync(file)
  }
}

/** Writes all or nothing, readable by this account only from the first byte on. */
function writePrivate(path: string, text: string): void {
  const next = `${path}.new`
  rmSync(next, { force: true })
  writeFileSync(next, text, { mode: 0o600, flag: 'wx', flush: true })
  renameSync(next, path)
  if (process.platform === 'win32') return
  const folder = openSync(dirname(path), constants.O_RDONLY)
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

/** Whether a new file could be written there: the nearest existing folder decides. */
function isWritable(path: string): boolean {
  const folder = dirname(path)
  if (!existsSync(folder)) return folder !== path && isWritable(folder)
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}

export interface KeyFileAnswer {
  entry: Entry
  problem: KeyFileProblem | null
}

const none: Entry = { secrets: {}, replaced: {} }

/**
 * The key file at a path: the secrets of each data folder, in plain text with mode 0600, or sealed
 * with a passphrase. A file that isn't as it should be is refused and stays as it is.
 */
export class KeyFile {
  readonly #place: KeyPlace
  readonly #sealing: Sealing | null

  constructor(place: KeyPlace, sealing: Sealing | null) {
    this.#place = place
    this.#sealing = sealing
  }

  /** This data folder's entry; with a problem, whatever could be read. */
  read(): KeyFileAnswer {
    const answer = this.#attempt((path, folder): KeyFileAnswer => {
      const file = this.#readEntries(path)
      const entry = file?.entries[folder] ?? none
      const problem = isWritable(path) ? null : 'not-writable'
      // A passphrase is new here: seal what was in plain text.
      const isPlain = this.#sealing !== null && file?.isSealed === false
      return { entry, problem: isPlain && problem === null ? this.change((same) => same) : problem }
    }, 'unreadable')
    return typeof answer === 'string' ? { entry: none, problem: answer } : answer
  }

  /** Changes this data folder's entry. Other programs that use the file wait meanwhile. */
  change(next: (entry: Entry) => Entry): KeyFileProblem | null {
    return this.#attempt((path, folder) => {
      makeFolder(dirname(path))
      const lease = leaseFolder(dirname(path))
      try {
        const entries = this.#readEntries(path)?.entries ?? {}
        this.#write(path, { ...entries, [folder]: next(entries[folder] ?? none) })
        return null
      } finally {
        lease.release()
      }
    }, 'not-writable')
  }

  /** Never throws anything but `Refused`. */
  #readEntries(path: string): { entries: Entries; isSealed: boolean } | null {
    const text = readPrivate(path)
    if (text === null) return null
    const content = parse(text)
    if ('entries' in content) return { entries: content.entries, isSealed: false }
    if (this.#sealing === null) throw new Refused('no-passphrase')
    const opened = this.#sealing.open(content.sealed)
    if (opened === null) throw new Refused('wrong-passphrase')
    return { entries: entriesSchema.parse(JSON.parse(opened)), isSealed: true }
  }

  #write(path: string, entries: Entries): void {
    const content: FileContent =
      this.#sealing === null
        ? { version, entries }
        : { version, sealed: this.#sealing.seal(JSON.stringify(entries)) }
    writePrivate(path, toText(content))
  }

  /** Runs `work` with the real paths of the key file and the data folder. */
  #attempt<T>(work: (path: string, folder: string) => T, otherwise: KeyFileProblem) {
    try {
      const problem = placeProblem(this.#place)
      if (problem !== null) return problem
      return work(realPlace(this.#place.path), realPlace(this.#place.dataDir))
    } catch (cause) {
      return cause instanceof Refused ? cause.problem : otherwise
    }
  }
}

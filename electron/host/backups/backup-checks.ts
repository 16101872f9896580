import { statSync } from 'node:fs'
import { basename } from 'node:path'
import type { BackupState, ListedBackup } from '#contract/backups/backups.ts'
import type { Log } from '../core/log.ts'
import { checkSeparately } from '../db/copy.ts'
import { bytesOf, listBackups, type StoredBackup } from '../db/stored-backups.ts'

export interface CheckedBackup extends StoredBackup {
  bytes: number
  state: Exclude<BackupState, 'checking'>
}

async function stateOf({ path }: StoredBackup): Promise<CheckedBackup['state']> {
  try {
    await checkSeparately(path)
    return 'sound'
  } catch {
    return 'damaged'
  }
}

/** All backups of a folder, the newest first, each read and checked. */
export async function checkBackups(folder: string): Promise<CheckedBackup[]> {
  const checked: CheckedBackup[] = []
  for (const each of listBackups(folder))
    checked.push({ ...each, bytes: bytesOf([each.path]), state: await stateOf(each) })
  return checked
}

/** A changed file is another one. */
function keyOf({ path }: StoredBackup): string {
  const { size = 0, mtimeMs = 0 } = statSync(path, { throwIfNoEntry: false }) ?? {}
  return [path, size, mtimeMs].join(' ')
}

/** What was found of each backup. Those that nobody has checked since the start are read one by one. */
export class BackupChecks {
  readonly #folder: string
  readonly #inTurn: <T>(run: () => Promise<T>) => Promise<T>
  readonly #onEnd: () => void
  readonly #log: Log
  readonly #states = new Map<string, BackupState>()
  #isRunning = false

  constructor(
    folder: string,
    inTurn: <T>(run: () => Promise<T>) => Promise<T>,
    onEnd: () => void,
    log: Log,
  ) {
    this.#folder = folder
    this.#inTurn = inTurn
    this.#onEnd = onEnd
    this.#log = log
  }

  /** The newest first. What isn't checked yet is checked now. */
  list(): ListedBackup[] {
    const backups = listBackups(this.#folder)
    const listed = backups.map((each) => ({
      id: basename(each.path),
      at: each.at,
      bytes: bytesOf([each.path]),
      state: this.#states.get(keyOf(each)) ?? ('checking' as const),
    }))
    if (!this.#isRunning && listed.some(({ state }) => state === 'checking')) {
      this.#isRunning = true
      this.#inTurn(() => this.#check(backups))
        .catch((cause: unknown) => this.#log.warn('backups not checked', { cause: String(cause) }))
        .finally(() => (this.#isRunning = false))
    }
    return listed
  }

  async #check(backups: readonly StoredBackup[]): Promise<void> {
    for (const each of backups) {
      const key = keyOf(each)
      if (!this.#states.has(key)) this.#states.set(key, await stateOf(each))
    }
    this.#onEnd()
  }
}

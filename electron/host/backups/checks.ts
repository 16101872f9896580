import { statSync } from 'node:fs'
import { basename } from 'node:path'
import type { BackupState, ListedBackup } from '#contract/backups.ts'
import type { Log } from '../log.ts'
import { checkBackups } from '../recovery/restore-backup.ts'
import { bytesOf, listBackups, type StoredBackup } from '../recovery/stored-backups.ts'

/** What was found of each backup. All are read when there is one that wasn’t checked since the start. */
export function createChecks(
  folder: string,
  inTurn: <T>(run: () => Promise<T>) => Promise<T>,
  onEnd: () => void,
  log: Log,
) {
  const states = new Map<string, BackupState>()
  let isRunning = false
  /** A changed file is another one. */
  const keyOf = ({ path }: StoredBackup): string => {
    const { size = 0, mtimeMs = 0 } = statSync(path, { throwIfNoEntry: false }) ?? {}
    return [path, size, mtimeMs].join(' ')
  }

  async function check(): Promise<void> {
    for (const each of await checkBackups(folder)) states.set(keyOf(each), each.state)
    onEnd()
  }

  return {
    /** The newest first. What isn't checked yet is checked now. */
    list(): ListedBackup[] {
      const listed = listBackups(folder).map((point) => ({
        id: basename(point.path),
        at: point.at,
        bytes: bytesOf([point.path]),
        state: states.get(keyOf(point)) ?? ('checking' as const),
      }))
      if (!isRunning && listed.some(({ state }) => state === 'checking')) {
        isRunning = true
        void inTurn(check)
          .catch((cause: unknown) => log.warn('backups not checked', { cause: String(cause) }))
          .finally(() => (isRunning = false))
      }
      return listed
    },
  }
}

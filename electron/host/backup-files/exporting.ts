import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { backupFileEnd } from '#contract/backup-file-limits.ts'
import type { BackupFileFault, BackupFileWork } from '#contract/backup-files.ts'
import type { AppError } from '#contract/result.ts'
import { describeBackup } from '../backup-file/about.ts'
import { RefusedFile } from '../backup-file/refused-file.ts'
import { writeBackupFile } from '../backup-file/write-file.ts'
import { backups } from '../backups/backups.ts'
import { makePrivateFolder } from '../db/files.ts'
import type { Context } from '../noun.ts'
import type { Work } from './current-work.ts'

interface Asked {
  backupId: string | null
  passphrase: string
  path: string | null
}

function faultOf({ code, reason }: AppError): BackupFileFault {
  if (code === 'not-found') return 'no-backup'
  if (reason === 'no-room') return 'no-room'
  return 'backup-damaged'
}

/** Writes backups as encrypted files. */
export function createExporting(
  { use, exportsDir }: Pick<Context, 'use' | 'exportsDir'>,
  database: string,
) {
  /** Where the backup is restored to, before it is encrypted. */
  const restoredTo = `${database}-exported`
  const { restores } = use(backups)

  async function write(
    work: Work,
    { backupId, passphrase, path }: Asked,
  ): Promise<Partial<BackupFileWork>> {
    const prepared = await restores?.prepare(backupId, restoredTo)
    if (prepared?.ok !== true)
      throw new RefusedFile(prepared === undefined ? 'no-backup' : faultOf(prepared.error))
    const [{ at, commits }, restored] = prepared.value
    try {
      work.signal.throwIfAborted()
      if (path === null) makePrivateFolder(exportsDir)
      const to = path ?? join(exportsDir, work.view.id + backupFileEnd)
      const about = describeBackup(restored.path, { database, at, commits })
      // A file that a person chose is not ours to delete.
      if (path === null) work.onPutAway(() => rm(to, { force: true }))
      const { bytes } = await writeBackupFile({
        ...{ from: restored.path, about, passphrase, to, signal: work.signal },
        onProgress: (step, done, total) => work.progress(step)(done, total),
      })
      return { exported: { path, bytes, at } }
    } finally {
      restored.discard()
    }
  }

  return {
    restoredTo,
    start(work: Work, asked: Asked): void {
      work.run('preparing', () => write(work, asked))
    },
  }
}

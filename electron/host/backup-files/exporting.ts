import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { backupFileEnd } from '#contract/backup-file-limits.ts'
import type { BackupFileFault, BackupFileWork } from '#contract/backup-files.ts'
import type { AppError } from '#contract/result.ts'
import { describeBackup } from '../backup-file/about.ts'
import { RefusedFile } from '../backup-file/refused-file.ts'
import { writeBackupFile } from '../backup-file/write-file.ts'
import { backups } from '../backups/backups.ts'
import { copyDatabase } from '../db/copy.ts'
import { makePrivateFolder } from '../db/files.ts'
import { handOverIn } from '../db/hand-over.ts'
import { archiveOf, scratchOf } from '../db/store-folder.ts'
import type { Context } from '../noun.ts'
import { fullScryptCosts } from '../sealing/scrypt-costs.ts'
import type { Work } from './current-work.ts'

interface Asked {
  backupId: string | null
  passphrase: string
  path: string | null
  /** The file moves the kitchen to another computer. */
  handOver?: boolean | undefined
}

function faultOf({ code, reason }: AppError): BackupFileFault {
  if (code === 'not-found') return 'no-backup'
  if (reason === 'no-room') return 'no-room'
  return 'backup-damaged'
}

/** Writes backups as encrypted files. */
export function createExporting(
  {
    use,
    exportsDir,
    outbox,
    storeMove,
    networkScreens,
    archive,
    scryptCosts = fullScryptCosts,
  }: Pick<
    Context,
    'use' | 'exportsDir' | 'outbox' | 'storeMove' | 'networkScreens' | 'scryptCosts' | 'archive'
  >,
  database: string,
) {
  /** The folder in which the backup is restored, before it is encrypted. */
  const restoredTo = scratchOf(database, 'exported')
  const { store } = use(backups)
  /** The last export that a browser has fetched. */
  let givenId: string | null = null

  async function write(
    work: Work,
    { backupId, passphrase, path }: Asked,
    lease: { id: string; isNew: boolean } | null,
  ): Promise<Partial<BackupFileWork>> {
    const prepared = await store?.prepare(backupId, restoredTo)
    if (prepared?.ok !== true)
      throw new RefusedFile(prepared === undefined ? 'no-backup' : faultOf(prepared.error))
    const [{ at }, restored] = prepared.value
    try {
      work.signal.throwIfAborted()
      // An older backup, if the disk took no new one.
      if (lease !== null && handOverIn(restored.path)?.id !== lease.id)
        throw new RefusedFile('not-written')
      archive.open()
      if (!archive.isOut && existsSync(archive.path))
        await copyDatabase(archive.path, archiveOf(restored.path))
      if (path === null) makePrivateFolder(exportsDir)
      const to = path ?? join(exportsDir, work.view.id + backupFileEnd)
      const about = {
        ...describeBackup(restored.path, { database, at }),
        ...(lease !== null && { network: networkScreens?.readIdentity() ?? {} }),
      }
      // A file that a person chose is not ours to delete.
      if (path === null)
        work.onPutAway(async () => {
          await rm(to, { force: true })
          // Nobody has the file.
          if (lease?.isNew === true && givenId !== work.view.id) takeBack(lease.id)
        })
      const { bytes } = await writeBackupFile({
        ...{ from: restored.path, about, passphrase, to, signal: work.signal },
        cost: scryptCosts.passphrase,
        onProgress: (step, done, total) => work.progress(step)(done, total),
      })
      return { exported: { path, bytes, at } }
    } finally {
      restored.discard()
    }
  }

  /** Takes back a lease that was in no finished file. */
  function takeBack(lease: string): void {
    if (storeMove.known?.id === lease) storeMove.takeBack()
  }

  /** Stops sending first, so that the file has everything that was sent. */
  async function handOver(work: Work, asked: Asked): Promise<Partial<BackupFileWork>> {
    const { lease, isNew } = storeMove.leave()
    try {
      await outbox.idle()
      return await write(work, asked, { id: lease.id, isNew })
    } catch (cause) {
      if (isNew) takeBack(lease.id)
      throw cause
    }
  }

  return {
    restoredTo,
    /** A browser has the whole file of this export. */
    given(id: string): void {
      givenId = id
    },
    start(work: Work, asked: Asked): void {
      work.run('preparing', () =>
        asked.handOver === true ? handOver(work, asked) : write(work, asked, null),
      )
    },
  }
}

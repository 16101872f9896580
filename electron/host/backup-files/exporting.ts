import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { backupFileEnd } from '#contract/backup-files/backup-file-limits.ts'
import type { BackupFileFault, BackupFileWork } from '#contract/backup-files/backup-files.ts'
import type { AppError } from '#contract/shared/result.ts'
import { describeBackup, type BackupAbout } from '../backup-file/about.ts'
import { RefusedFile } from '../backup-file/refused-file.ts'
import { writeBackupFile } from '../backup-file/write-file.ts'
import { backups } from '../backups/backups.ts'
import { copyDatabase } from '../db/copy.ts'
import { makePrivateFolder } from '../db/files.ts'
import { handOverIn } from '../db/hand-over.ts'
import type { PreparedRestore } from '../db/replace.ts'
import { archiveOf, scratchOf } from '../db/store-folder.ts'
import type { StoredBackup } from '../db/stored-backups.ts'
import type { Context } from '../noun.ts'
import { fullScryptCosts } from '../sealing/scrypt-costs.ts'
import type { Work } from './current-work.ts'

interface Request {
  backupId: string | null
  passphrase: string
  path: string | null
  /** The file moves the kitchen to another computer. */
  handOver?: boolean | undefined
}

interface Lease {
  id: string
  isNew: boolean
}

function faultOf({ code, reason }: AppError): BackupFileFault {
  if (code === 'not-found') return 'no-backup'
  if (reason === 'no-room') return 'no-room'
  return 'backup-damaged'
}

type Services = Pick<
  Context,
  'use' | 'exportsDir' | 'outbox' | 'storeMove' | 'networkScreens' | 'scryptCosts' | 'archive'
>

/** Writes backups as encrypted files. */
export class Exporting {
  /** The folder in which the backup is restored, before it is encrypted. */
  readonly restoredTo: string
  readonly #services: Services
  readonly #database: string
  /** The last export that a browser has fetched. */
  #fetchedId: string | null = null

  constructor(services: Services, database: string) {
    this.#services = services
    this.#database = database
    this.restoredTo = scratchOf(database, 'exported')
  }

  start(work: Work, request: Request): void {
    work.run('preparing', () =>
      request.handOver === true ? this.#handOver(work, request) : this.#write(work, request, null),
    )
  }

  /** A browser has the whole file of this export. */
  fetched(id: string): void {
    this.#fetchedId = id
  }

  /** Stops sending first, so that the file has everything that was sent. */
  async #handOver(work: Work, request: Request): Promise<Partial<BackupFileWork>> {
    const { storeMove, outbox } = this.#services
    const { lease, isNew } = storeMove.leave()
    try {
      await outbox.idle()
      return await this.#write(work, request, { id: lease.id, isNew })
    } catch (cause) {
      if (isNew) this.#takeBack(lease.id)
      throw cause
    }
  }

  async #write(
    work: Work,
    { backupId, passphrase, path }: Request,
    lease: Lease | null,
  ): Promise<Partial<BackupFileWork>> {
    const { exportsDir, scryptCosts = fullScryptCosts } = this.#services
    const [{ at }, restored] = await this.#restore(backupId)
    try {
      work.signal.throwIfAborted()
      // An older backup, if the disk took no new one.
      if (lease !== null && handOverIn(restored.path)?.id !== lease.id)
        throw new RefusedFile('not-written')
      await this.#addArchive(restored.path)
      if (path === null) makePrivateFolder(exportsDir)
      const to = path ?? join(exportsDir, work.view.id + backupFileEnd)
      const about = this.#describe(restored.path, at, lease)
      // A file that a person chose is not ours to delete.
      if (path === null) work.onPutAway(() => this.#discard(to, work, lease))
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

  async #restore(backupId: string | null): Promise<[StoredBackup, PreparedRestore]> {
    const prepared = await this.#services.use(backups).store?.prepare(backupId, this.restoredTo)
    if (prepared?.ok === true) return prepared.value
    throw new RefusedFile(prepared === undefined ? 'no-backup' : faultOf(prepared.error))
  }

  async #addArchive(database: string): Promise<void> {
    const { archive } = this.#services
    archive.open()
    if (!archive.isOut && existsSync(archive.path))
      await copyDatabase(archive.path, archiveOf(database))
  }

  #describe(restored: string, at: string, lease: Lease | null): BackupAbout {
    return {
      ...describeBackup(restored, { database: this.#database, at }),
      ...(lease !== null && { network: this.#services.networkScreens?.readIdentity() ?? {} }),
    }
  }

  async #discard(path: string, work: Work, lease: Lease | null): Promise<void> {
    await rm(path, { force: true })
    // Nobody has the file.
    if (lease?.isNew === true && this.#fetchedId !== work.view.id) this.#takeBack(lease.id)
  }

  /** Takes back a lease that was in no finished file. */
  #takeBack(lease: string): void {
    const { storeMove } = this.#services
    if (storeMove.handOver?.id === lease) storeMove.takeBack()
  }
}

import { statfsSync } from 'node:fs'
import { open, rm, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import type { BackupFileWork } from '#contract/backup-files/backup-files.ts'
import type { RestorePreview } from '#contract/backups/backups.ts'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import { isSameStore } from '../backup-file/about.ts'
import { openBackupFile, type OpenBackupFile } from '../backup-file/read-file.ts'
import { faultOf, RefusedFile } from '../backup-file/refused-file.ts'
import { writeAll } from '../backup-file/write-all.ts'
import { backups } from '../backups/backups.ts'
import type { PreparedRestore } from '../db/replace.ts'
import { store } from '../connection/connection.ts'
import { handOverIn, mayTakeOver } from '../db/hand-over.ts'
import { isDamage, NewerDatabase } from '../db/open.ts'
import { makePrivateFolder } from '../db/files.ts'
import { liveOf, removeScratch, scratchOf } from '../db/store-folder.ts'
import type { Context } from '../noun.ts'
import type { CurrentWork, Work } from './current-work.ts'

/** What else is written meanwhile: the log of the database, the backup before a restore. */
const spareBytes = 64 * 1024 * 1024

/** A file that a screen sends in parts. */
interface Upload {
  work: Work
  path: string
  bytes: number
  received: number
  file: FileHandle
  isWriting: boolean
}

/** What a file has, ready to be put in place. */
interface OpenedFile {
  work: Work
  prepared: PreparedRestore
  /** Of a hand-over: by which files its screens recognise the computer. */
  network: Readonly<Record<string, string>>
}

type Services = Pick<Context, 'use' | 'exportsDir' | 'storeMove'>

/** Receives backup files, opens them, and puts them in the place of the store's database. */
export class Importing {
  /** The folder in which a file is decrypted. */
  readonly restoredTo: string
  readonly #services: Services
  readonly #database: string
  readonly #current: CurrentWork
  #upload: Upload | null = null
  #opened: OpenedFile | null = null

  constructor(services: Services, database: string, current: CurrentWork) {
    this.#services = services
    this.#database = database
    this.#current = current
    this.restoredTo = scratchOf(database, 'imported')
  }

  async receive(bytes: number): Promise<Result<{ workId: string }>> {
    const { exportsDir } = this.#services
    makePrivateFolder(exportsDir)
    const { bavail, bsize } = statfsSync(exportsDir)
    // The file, and the database in it.
    if (bavail * bsize < 2 * bytes + spareBytes) return fail('storage', undefined, 'no-room')
    const work = await this.#current.begin('import')
    if (work === null) return fail('too-late')
    const path = join(exportsDir, `${work.view.id}.upload`)
    let file: FileHandle
    try {
      file = await open(path, 'wx', 0o600)
    } catch (cause) {
      return this.#diskRefused(work, cause)
    }
    const upload = { work, path, bytes, received: 0, file, isWriting: false }
    this.#upload = upload
    if (work.signal.aborted) {
      await this.#cleanUp(upload)
      return fail('too-late')
    }
    work.onPutAway(() => this.#cleanUp(upload))
    work.set({ state: 'uploading' })
    return ok({ workId: work.view.id })
  }

  /** Takes the next part of a file, in base64. */
  async add(workId: string, at: number, part: string): Promise<Result<null>> {
    const upload = this.#uploadOf(workId)
    const bytes = Buffer.from(part, 'base64')
    // A part that is sent twice, or by two screens at once.
    const isNext =
      upload?.received === at && !upload.isWriting && upload.work.view.state === 'uploading'
    if (upload === null || !isNext || at + bytes.length > upload.bytes) return fail('too-late')
    upload.isWriting = true
    upload.work.touch()
    try {
      await writeAll(upload.file, bytes)
      upload.received += bytes.length
      return ok(null)
    } catch (cause) {
      return await this.#diskRefused(upload.work, cause)
    } finally {
      upload.isWriting = false
    }
  }

  open(workId: string, passphrase: string): Result<null> {
    const upload = this.#uploadOf(workId)
    if (upload === null || upload.received !== upload.bytes) return fail('too-late')
    const { state, fault } = upload.work.view
    // With another passphrase, the file needn't be sent again.
    if (state !== 'uploading' && fault !== 'wrong-passphrase') return fail('too-late')
    upload.work.run('decrypting', () => this.#openUpload(upload, passphrase))
    return ok(null)
  }

  /** Takes what was opened, to put it in place: from then on nobody deletes it. */
  takeOpened(workId: string): OpenedFile | null {
    const opened = this.#opened
    if (opened === null || opened.work !== this.#current.find(workId)) return null
    this.#opened = null
    return opened
  }

  #uploadOf(workId: string): Upload | null {
    return this.#upload?.work === this.#current.find(workId) ? this.#upload : null
  }

  async #cleanUp(upload: Upload): Promise<void> {
    if (this.#upload === upload) this.#upload = null
    await upload.file.close().catch(() => undefined)
    await rm(upload.path, { force: true })
    if (this.#opened?.work === upload.work) this.#discard()
  }

  /** The disk doesn't take the file: ends the work, unless it was put away already. */
  async #diskRefused(work: Work, cause: unknown): Promise<Result<never>> {
    if (this.#current.work === work) await this.#current.putAway()
    const isFull = faultOf(cause, 'not-read') === 'no-room'
    return fail('storage', String(cause), isFull ? 'no-room' : undefined)
  }

  #discard(): void {
    this.#opened?.prepared.discard()
    this.#opened = null
    removeScratch(this.restoredTo)
  }

  async #openUpload({ work, path }: Upload, passphrase: string): Promise<Partial<BackupFileWork>> {
    const file = await openBackupFile(path, passphrase)
    try {
      return await this.#decrypt(file, work)
    } catch (cause) {
      this.#discard()
      if (cause instanceof NewerDatabase) throw new RefusedFile('newer', { cause })
      throw isDamage(cause) ? new RefusedFile('damaged', { cause }) : cause
    } finally {
      await file.close()
    }
  }

  async #decrypt(file: OpenBackupFile, work: Work): Promise<Partial<BackupFileWork>> {
    const { use } = this.#services
    const { about } = file
    const storeId = use(store).store?.id ?? null
    if (!isSameStore(about, { database: this.#database, storeId })) {
      work.set({ detail: about.store?.name ?? null })
      throw new RefusedFile('other-store')
    }
    await file.copyTo(liveOf(this.restoredTo), {
      onProgress: work.progress('decrypting'),
      signal: work.signal,
    })
    work.set({ step: 'checking', share: null })
    const backedUp = use(backups).store
    if (backedUp === null) throw new RefusedFile('other-store')
    const { prepared, preview } = await backedUp.adopt(this.restoredTo, about.at)
    const lease = this.#leaseOf(prepared)
    const network = lease.handOver === undefined ? {} : (about.network ?? {})
    this.#opened = { work, prepared, network }
    return { preview: { ...preview, ...lease, store: about.store?.name ?? null } }
  }

  /** The lease in a file that hands the kitchen over. Refuses one that can't be used here. */
  #leaseOf({ path }: PreparedRestore): Pick<RestorePreview, 'handOver'> {
    const lease = handOverIn(path)
    if (lease?.state !== 'away') return {}
    if (!mayTakeOver(lease, this.#services.storeMove.handOver))
      throw new RefusedFile('hand-over-used')
    return { handOver: { from: lease.from, at: lease.at } }
  }
}

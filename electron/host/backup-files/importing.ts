import { statfsSync } from 'node:fs'
import { open, rm, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import type { BackupFileWork } from '#contract/backup-files.ts'
import type { RestorePreview } from '#contract/backups.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import { isSameStore } from '../backup-file/about.ts'
import { openBackupFile } from '../backup-file/read-file.ts'
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

/** Receives backup files, opens them, and puts them in the place of the store's database. */
export function createImporting(
  { use, exportsDir, storeMove }: Pick<Context, 'use' | 'exportsDir' | 'storeMove'>,
  database: string,
  current: CurrentWork,
) {
  const restoredTo = scratchOf(database, 'imported')
  const { store: backedUp } = use(backups)
  let upload: Upload | null = null
  let opened: OpenedFile | null = null

  async function receive(bytes: number): Promise<Result<{ workId: string }>> {
    makePrivateFolder(exportsDir)
    const { bavail, bsize } = statfsSync(exportsDir)
    // The file, and the database in it.
    if (bavail * bsize < 2 * bytes + spareBytes) return fail('storage', undefined, 'no-room')
    const work = await current.begin('import')
    if (work === null) return fail('too-late')
    const path = join(exportsDir, `${work.view.id}.upload`)
    let file: FileHandle
    try {
      file = await open(path, 'wx', 0o600)
    } catch (cause) {
      return notTaken(work, cause)
    }
    const mine = { work, path, bytes, received: 0, file, isWriting: false }
    upload = mine
    async function cleanUp(): Promise<void> {
      if (upload === mine) upload = null
      await file.close().catch(() => undefined)
      await rm(path, { force: true })
      if (opened?.work === work) discard()
    }
    if (work.signal.aborted) {
      await cleanUp()
      return fail('too-late')
    }
    work.onPutAway(cleanUp)
    work.set({ state: 'uploading' })
    return ok({ workId: work.view.id })
  }

  /** The disk doesn't take the file: ends the work, unless it was put away already. */
  async function notTaken(work: Work, cause: unknown): Promise<Result<never>> {
    if (current.work === work) await current.putAway()
    const isFull = faultOf(cause, 'not-read') === 'no-room'
    return fail('storage', String(cause), isFull ? 'no-room' : undefined)
  }

  function discard(): void {
    opened?.prepared.discard()
    opened = null
    removeScratch(restoredTo)
  }

  const uploadOf = (workId: string): Upload | null =>
    upload?.work === current.find(workId) ? upload : null

  async function take(workId: string, at: number, part: string): Promise<Result<null>> {
    const into = uploadOf(workId)
    const bytes = Buffer.from(part, 'base64')
    // A part that is sent twice, or by two screens at once.
    const isNext = into?.received === at && !into.isWriting && into.work.view.state === 'uploading'
    if (into === null || !isNext || at + bytes.length > into.bytes) return fail('too-late')
    into.isWriting = true
    into.work.touch()
    try {
      await writeAll(into.file, bytes)
      into.received += bytes.length
      return ok(null)
    } catch (cause) {
      return await notTaken(into.work, cause)
    } finally {
      into.isWriting = false
    }
  }

  /** The lease in a file that hands the kitchen over. Refuses one that can't be used here. */
  function leaseOf({ path }: PreparedRestore): Pick<RestorePreview, 'handOver'> {
    const lease = handOverIn(path)
    if (lease?.state !== 'away') return {}
    if (!mayTakeOver(lease, storeMove.known)) throw new RefusedFile('hand-over-used')
    return { handOver: { from: lease.from, at: lease.at } }
  }

  async function openUpload(
    { work, path }: Upload,
    passphrase: string,
  ): Promise<Partial<BackupFileWork>> {
    const file = await openBackupFile(path, passphrase)
    try {
      const { about } = file
      if (!isSameStore(about, { database, storeId: use(store).store?.id ?? null })) {
        work.set({ detail: about.store?.name ?? null })
        throw new RefusedFile('other-store')
      }
      await file.copyTo(liveOf(restoredTo), {
        onProgress: work.progress('decrypting'),
        signal: work.signal,
      })
      work.set({ step: 'checking', share: null })
      if (backedUp === null) throw new RefusedFile('other-store')
      const { prepared, preview } = await backedUp.adopt(restoredTo, about.at)
      const lease = leaseOf(prepared)
      const network = lease.handOver === undefined ? {} : (about.network ?? {})
      opened = { work, prepared, network }
      return { preview: { ...preview, ...lease, store: about.store?.name ?? null } }
    } catch (cause) {
      discard()
      if (cause instanceof NewerDatabase) throw new RefusedFile('newer', { cause })
      throw isDamage(cause) ? new RefusedFile('damaged', { cause }) : cause
    } finally {
      await file.close()
    }
  }

  return {
    restoredTo,
    receive,
    take,
    open(workId: string, passphrase: string): Result<null> {
      const from = uploadOf(workId)
      if (from === null || from.received !== from.bytes) return fail('too-late')
      const { state, fault } = from.work.view
      // With another passphrase, the file needn't be sent again.
      if (state !== 'uploading' && fault !== 'wrong-passphrase') return fail('too-late')
      from.work.run('decrypting', () => openUpload(from, passphrase))
      return ok(null)
    },
    /** Takes what was opened, to put it in place: from then on nobody deletes it. */
    takeOpened(workId: string): OpenedFile | null {
      const found = opened
      if (found === null || found.work !== current.find(workId)) return null
      opened = null
      return found
    },
  }
}

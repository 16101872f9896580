import { existsSync, statSync } from 'node:fs'
import { z } from 'zod'
import { fail, type Result } from '#contract/shared/result.ts'
import type { ArchiveTrouble } from '#contract/status/archive.ts'
import type { Clock } from '../clock/clock.ts'
import { faultInUse } from '../db/copy.ts'
import { DamagedDatabase, isDamage, isStorageError } from '../core/damage.ts'
import { makePrivateFolder, moveDatabase, removeDatabase } from '../db/files.ts'
import { asidePlace, quarantineOf, shownPlace } from '../db/store-folder.ts'
import type { StoredValue, Values } from '../db/values.ts'
import type { Log } from '../core/log.ts'
import {
  ArchiveFile,
  type ArchivedOrder,
  type Forgotten,
  type NewArchivedOrder,
} from './archive-file.ts'
import type { ArchivedMessage } from './content.ts'
import { LostArchive } from './lost-archive.ts'
import { NewerArchive } from './schema.ts'

/** Whether an order was ever moved there: then a missing file is a loss. Stored in the live file. */
export const archiveUsed = (values: Values): StoredValue<boolean> =>
  values('archiveUsed', z.boolean())

interface ArchiveDeps {
  path: string
  clock: Clock
  log: Log
  wasUsed(): boolean
  /** Its copies, newest first. */
  copies(): readonly string[]
  onTrouble(): void
}

/** A disk that damages each new file must not be filled with them. */
const maxSetAside = 3
const copiedAtOnce = 40

const unread = { isOut: true, keptAs: null, copied: 0 }
/** Where a new file is made before the old one is set aside. */
const nextOf = (path: string): string => `${path}-next`
const isSystemError = (cause: unknown): cause is Error =>
  cause instanceof Error && 'syscall' in cause

/**
 * Orders that are over, in a file beside the store's own. Nothing on the wall needs it: it is opened
 * when it is first used, and if it fails, every answer is empty and `isOut` says why. A damaged file
 * is set aside, and what can be read of it is copied into a new one.
 */
export class Archive {
  readonly #deps: ArchiveDeps
  #file: ArchiveFile | null = null
  #lost: { file: string; reader: LostArchive } | null = null
  #trouble: ArchiveTrouble | null = null
  #setAside = 0
  #isClosed = false

  constructor(deps: ArchiveDeps) {
    this.#deps = deps
  }

  get path(): string {
    return this.#deps.path
  }

  /** What a person must know; null if all is well. */
  get trouble(): ArchiveTrouble | null {
    return this.#trouble
  }

  /** Whether past orders may be missing now. True until it is opened, if there are any. */
  get isOut(): boolean {
    return this.#trouble?.isOut === true || (this.#file === null && !this.#isNew())
  }

  /**
   * Opens the file, if there ever was one. A failure of the disk is tried again at the next call.
   * Returns whether past orders can be read.
   */
  open(): boolean {
    if (this.#file === null && !this.#isNew()) this.#open()
    return !this.isOut
  }

  /** Returns whether they are stored. */
  add(orders: readonly NewArchivedOrder[]): boolean {
    this.#open()
    return this.#use(false, (file) => {
      file.add(orders)
      return true
    })
  }

  get(id: string): ArchivedOrder | null {
    return this.#use(null, (file) => file.get(id))
  }

  /** Doesn't open it: every new order asks. */
  has(id: string): boolean {
    return this.#file !== null && this.#use(false, (file) => file.has(id))
  }

  messagesOf(id: string): ArchivedMessage[] {
    return this.#use([], (file) => file.messagesOf(id))
  }

  newest(limit: number): ArchivedOrder[] {
    return limit <= 0 ? [] : this.#use([], (file) => file.newest(limit))
  }

  search(terms: readonly string[], limit: number): ArchivedOrder[] {
    return limit <= 0 ? [] : this.#use([], (file) => file.search(terms, limit))
  }

  withoutBump(from: string, to: string): string[] {
    return this.#use([], (file) => file.withoutBump(from, to))
  }

  dropMessages(before: string, max: number): boolean {
    return this.#use(false, (file) => file.dropMessages(before, max))
  }

  dropOld(before: string, max: number): boolean {
    return this.#use(false, (file) => file.dropOld(before, max))
  }

  forgetPeople(
    before: string,
    max: number,
    forget: (order: ArchivedOrder) => Forgotten | null,
  ): boolean {
    return this.#use(false, (file) => file.forgetPeople(before, max, forget))
  }

  /** Copies a few orders of a lost file. Returns whether there may be more. */
  copyLost(): boolean {
    return this.#use(false, (file) => this.#copySome(file))
  }

  /** What to copy, and the number for `noteCopied`; null if nothing is new, or it is out. */
  toCopy(): { path: string; changes: number } | null {
    this.open()
    if (this.isOut) return null
    const changes = this.#use(null, (file) => file.changesToCopy())
    return changes === null ? null : { path: this.path, changes }
  }

  noteCopied(changes: number): void {
    this.#use(undefined, (file) => file.noteCopied(changes))
  }

  /** Checks all of it in another thread. */
  async check(): Promise<void> {
    this.open()
    const checked = this.#file
    if (checked === null) return
    const fault = await faultInUse(this.path)
    if (fault !== null && this.#file === checked) this.meetDamage(new DamagedDatabase(fault))
  }

  /** A copy of it was found damaged, or a statement met damage. */
  meetDamage(cause: Error): void {
    if (this.#isClosed) return
    this.#close()
    this.#deps.log.error('archive damaged', { cause: cause.message })
    try {
      this.#replace(cause instanceof NewerArchive ? 'newer' : 'damaged')
    } catch (second) {
      this.#handle(second)
    }
  }

  /** For a caller who found no order with an id: it is unknown, or can't be read just now. */
  notFound(): Result<never> {
    return fail('not-found', undefined, this.isOut ? 'archive-out' : undefined)
  }

  close(): void {
    this.#isClosed = true
    this.#close()
  }

  #open(): void {
    if (this.#file !== null || this.#isClosed || this.#setAside >= maxSetAside) return
    try {
      this.#openFile()
    } catch (cause) {
      this.#handle(cause)
    }
  }

  /** Nothing was ever moved. */
  #isNew(): boolean {
    const { path, wasUsed } = this.#deps
    return !existsSync(path) && !existsSync(nextOf(path)) && !wasUsed()
  }

  #openFile(): void {
    const { path } = this.#deps
    // A crash came between setting a file aside and putting the new one in its place.
    if (!existsSync(path) && existsSync(nextOf(path))) moveDatabase(nextOf(path), path)
    const there = statSync(path, { throwIfNoEntry: false })
    if ((there === undefined || there.size === 0) && this.#deps.wasUsed()) this.#replace('missing')
    else this.#file = new ArchiveFile(path)
    const isCopying = (this.#file?.lost() ?? []).length > 0
    if (isCopying) this.#tell(this.#trouble ?? { ...unread, kind: 'damaged' })
    else if (this.#trouble?.kind === 'closed') this.#tell(null)
  }

  /** Sets the file aside and begins a new one. */
  #replace(kind: 'damaged' | 'newer' | 'missing'): void {
    this.#setAside += 1
    const { path, clock, copies } = this.#deps
    const aside = asidePlace(path, clock.now())
    this.#begin([...(aside === null ? [] : [aside]), ...copies().slice(0, 1)])
    if (aside !== null) {
      makePrivateFolder(quarantineOf(path))
      moveDatabase(path, aside)
    }
    moveDatabase(nextOf(path), path)
    const keptAs = aside === null ? null : shownPlace(path, aside)
    this.#tell({ kind, keptAs, copied: 0, isOut: true })
    this.#file = new ArchiveFile(path)
  }

  /** Makes the next file, which names those that are to be copied into it. */
  #begin(lost: readonly string[]): void {
    const next = nextOf(this.#deps.path)
    removeDatabase(next)
    const file = new ArchiveFile(next)
    try {
      file.addLost(lost)
    } finally {
      file.close()
    }
  }

  #copySome(file: ArchiveFile): boolean {
    const [next] = file.lost()
    if (next === undefined) {
      this.#endCopying()
      return false
    }
    if (this.#lost?.file !== next.file) {
      this.#lost?.reader.close()
      this.#lost = { file: next.file, reader: new LostArchive(next.file) }
    }
    const orders = this.#lost.reader.next(next.row, copiedAtOnce)
    const added = file.takeOver(next.file, orders, orders.at(-1)?.row ?? null)
    if (this.#trouble !== null)
      this.#trouble = { ...this.#trouble, copied: this.#trouble.copied + added }
    return true
  }

  #endCopying(): void {
    this.#lost?.reader.close()
    this.#lost = null
    if (this.#trouble?.isOut !== true) return
    this.#deps.log.info('archive copied', { orders: this.#trouble.copied })
    this.#tell({ ...this.#trouble, isOut: false })
  }

  /** What `work` returns, or `otherwise` if the file can't be used. */
  #use<T>(otherwise: T, work: (file: ArchiveFile) => T): T {
    this.open()
    if (this.#file === null) return otherwise
    try {
      return work(this.#file)
    } catch (cause) {
      this.#handle(cause)
      return otherwise
    }
  }

  #handle(cause: unknown): void {
    if (isDamage(cause) && this.#setAside < maxSetAside) this.meetDamage(cause)
    else if (this.#file !== null && isStorageError(cause))
      // Such as a full disk: what is there can still be read.
      this.#deps.log.warn('archive not written', { cause: cause.message })
    else if (isDamage(cause) || isStorageError(cause) || isSystemError(cause)) {
      // It is tried again every few seconds.
      if (this.#trouble?.kind === 'closed') return
      this.#deps.log.warn('archive not opened', { cause: cause.message })
      this.#tell({ ...unread, kind: 'closed' })
    } else throw cause
  }

  #tell(trouble: ArchiveTrouble | null): void {
    this.#trouble = trouble
    this.#deps.onTrouble()
  }

  #close(): void {
    this.#lost?.reader.close()
    this.#lost = null
    this.#file?.close()
    this.#file = null
  }
}

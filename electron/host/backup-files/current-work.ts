import type { BackupFileWork } from '#contract/backup-files/backup-files.ts'
import { faultOf, detailOf } from '../backup-file/refused-file.ts'
import type { OnProgress } from '../backup-file/read-file.ts'
import type { Context } from '../noun.ts'

type Step = BackupFileWork['step']
type Services = Pick<Context, 'clock' | 'log' | 'newId' | 'notify'>

/** How often the screens hear of progress, in ms. */
const notifyEveryMs = 500
/** What nobody has asked for during this time is deleted. */
const maxIdleMs = 30 * 60_000
/** A screen that sends a file and is silent for so long is gone. */
const maxPauseMs = 60_000

const newView = (id: string, kind: BackupFileWork['kind']): BackupFileWork => ({
  id,
  kind,
  state: 'working',
  step: 'preparing',
  share: null,
  fault: null,
  detail: null,
  exported: null,
  preview: null,
})

/** One export or import, and what it has left on the disk. */
export class Work {
  readonly #services: Services
  readonly #abort = new AbortController()
  #view: BackupFileWork
  #cleanUp: () => unknown = () => undefined
  #running: Promise<void> = Promise.resolve()
  #touchedAt: number
  #notifiedAt = -Infinity

  constructor(services: Services, kind: BackupFileWork['kind']) {
    this.#services = services
    this.#view = newView(services.newId(), kind)
    this.#touchedAt = services.clock.monotonic()
  }

  get view(): BackupFileWork {
    return this.#view
  }

  get signal(): AbortSignal {
    return this.#abort.signal
  }

  /** How long nobody has used it. */
  get idleMs(): number {
    return this.#services.clock.monotonic() - this.#touchedAt
  }

  set(change: Partial<BackupFileWork>): void {
    this.#view = { ...this.#view, ...change }
    this.#notify()
  }

  progress(step: Step): OnProgress {
    return (done, total) => this.#advance(step, total === 0 ? 1 : done / total)
  }

  /** Runs until it is done, has failed or was stopped. Never rejects. */
  run(step: Step, work: () => Promise<Partial<BackupFileWork>>): void {
    this.set({ state: 'working', step, share: null, fault: null, detail: null })
    this.#running = work()
      .then((change) => this.set({ state: 'done', share: null, ...change }))
      .catch((cause: unknown) => this.#fail(cause))
      .finally(() => this.touch())
  }

  /** Deletes what is on the disk. Later calls replace it. */
  onPutAway(cleanUp: () => unknown): void {
    this.#cleanUp = cleanUp
  }

  /** Somebody uses it. */
  touch(): void {
    this.#touchedAt = this.#services.clock.monotonic()
  }

  stop(): void {
    this.#abort.abort()
  }

  /**
   * Deletes its files once it runs no more. Never rejects: on Windows, a file that another program
   * reads can't be deleted.
   */
  async end(): Promise<void> {
    const { log, notify } = this.#services
    await this.#running
    try {
      await this.#cleanUp()
    } catch (cause) {
      log.warn('backup file not put away', { kind: this.#view.kind, cause: String(cause) })
    }
    notify({ type: 'backups.changed' })
  }

  #advance(step: Step, share: number): void {
    this.#view = { ...this.#view, step, share }
    if (this.#services.clock.monotonic() - this.#notifiedAt >= notifyEveryMs) this.#notify()
  }

  #fail(cause: unknown): void {
    if (this.signal.aborted) return
    const { kind } = this.#view
    const fault = faultOf(cause, kind === 'export' ? 'not-written' : 'not-read')
    this.#services.log.warn('backup file', { kind, fault, cause: String(cause) })
    this.set({ state: 'failed', share: null, fault, detail: detailOf(cause) })
  }

  #notify(): void {
    this.#notifiedAt = this.#services.clock.monotonic()
    this.#services.notify({ type: 'backups.changed' })
  }
}

/** The running export or import: there is one at a time. */
export class CurrentWork {
  readonly #services: Services
  #current: Work | null = null
  /** The end of what was put away last: it may still work, and then deletes its files. */
  #ending: Promise<void> = Promise.resolve()

  constructor(services: Services) {
    this.#services = services
  }

  get work(): Work | null {
    return this.#current
  }

  find(id: string): Work | null {
    return this.#current?.view.id === id ? this.#current : null
  }

  /**
   * Null while other work runs, or if it was stopped at once. Work that is over makes room. It
   * begins once nothing of earlier work is left, because both would use the same files.
   */
  async begin(kind: BackupFileWork['kind']): Promise<Work | null> {
    if (this.#isBusy()) return null
    const work = new Work(this.#services, kind)
    const before = this.putAway()
    // At once, so that a second caller finds it.
    this.#current = work
    await before
    return work.signal.aborted ? null : work
  }

  /**
   * Stops it, and deletes what it has left. Who closes the store must not wait for it: the work may
   * wait for its turn behind the restore that closes it.
   */
  putAway(): Promise<void> {
    const old = this.#current
    if (old === null) return this.#ending
    this.#current = null
    old.stop()
    this.#ending = this.#ending.then(() => old.end())
    return this.#ending
  }

  beat(): void {
    const work = this.#current
    if (work === null || work.view.state === 'working') return
    if (work.idleMs > maxIdleMs) void this.putAway()
  }

  #isBusy(): boolean {
    const work = this.#current
    if (work?.view.state !== 'uploading') return work?.view.state === 'working'
    return work.idleMs < maxPauseMs
  }
}

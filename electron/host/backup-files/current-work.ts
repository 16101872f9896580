import type { BackupFileWork } from '#contract/backup-files.ts'
import { faultOf, detailOf } from '../backup-file/refused-file.ts'
import type { OnProgress } from '../backup-file/read-file.ts'
import type { Context } from '../noun.ts'

type Step = BackupFileWork['step']

/** How often the screens hear of progress, in ms. */
const saysEveryMs = 500
/** What nobody has asked for during this time is deleted. */
const mostIdleMs = 30 * 60_000
/** A screen that sends a file and is silent for so long is gone. */
const mostPauseMs = 60_000

/** One export or import, and what it has left on the disk. */
export interface Work {
  readonly view: BackupFileWork
  readonly signal: AbortSignal
  set(change: Partial<BackupFileWork>): void
  progress(step: Step): OnProgress
  /** Runs until it is done, has failed or was stopped. Never rejects. */
  run(step: Step, work: () => Promise<Partial<BackupFileWork>>): void
  /** Deletes what is on the disk. Later calls replace it. */
  onPutAway(cleanUp: () => unknown): void
  /** Somebody uses it. */
  touch(): void
}

const nothing = (id: string, kind: BackupFileWork['kind']): BackupFileWork => ({
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

/** The running export or import: there is one at a time. */
export function createCurrentWork({
  clock,
  log,
  newId,
  notify,
}: Pick<Context, 'clock' | 'log' | 'newId' | 'notify'>) {
  interface Current extends Work {
    view: BackupFileWork
    abort: AbortController
    cleanUp(): unknown
    running: Promise<void>
    touchedAt: number
  }
  let current: Current | null = null
  /** The end of what was put away last: it may still work, and then deletes its files. */
  let ending: Promise<void> = Promise.resolve()

  function create(kind: BackupFileWork['kind']): Current {
    const abort = new AbortController()
    let saidAt = -Infinity
    const say = (): void => {
      saidAt = clock.monotonic()
      notify({ type: 'backups.changed' })
    }
    const made: Current = {
      view: nothing(newId(), kind),
      abort,
      signal: abort.signal,
      cleanUp: () => undefined,
      running: Promise.resolve(),
      touchedAt: clock.monotonic(),
      set(change) {
        made.view = { ...made.view, ...change }
        say()
      },
      progress: (step) => (done, total) => {
        const share = total === 0 ? 1 : done / total
        made.view = { ...made.view, step, share }
        if (clock.monotonic() - saidAt >= saysEveryMs) say()
      },
      run(step, work) {
        made.set({ state: 'working', step, share: null, fault: null, detail: null })
        made.running = work()
          .then((change) => made.set({ state: 'done', share: null, ...change }))
          .catch((cause: unknown) => {
            if (abort.signal.aborted) return
            const otherwise = kind === 'export' ? 'not-written' : 'not-read'
            const fault = faultOf(cause, otherwise)
            log.warn('backup file', { kind, fault, cause: String(cause) })
            made.set({ state: 'failed', share: null, fault, detail: detailOf(cause) })
          })
          .finally(() => made.touch())
      },
      onPutAway(cleanUp) {
        made.cleanUp = cleanUp
      },
      touch() {
        made.touchedAt = clock.monotonic()
      },
    }
    return made
  }

  /**
   * Stops it, and deletes what it has left. Who closes the store must not wait for it: the work may
   * wait for its turn behind the restore that closes it.
   */
  function putAway(): Promise<void> {
    const old = current
    if (old === null) return ending
    current = null
    old.abort.abort()
    ending = ending.then(() => end(old))
    return ending
  }

  /** Never rejects: on Windows, a file that another program reads can't be deleted. */
  async function end(old: Current): Promise<void> {
    await old.running
    try {
      await old.cleanUp()
    } catch (cause) {
      log.warn('backup file not put away', { kind: old.view.kind, cause: String(cause) })
    }
    notify({ type: 'backups.changed' })
  }

  function isBusy(): boolean {
    if (current?.view.state !== 'uploading') return current?.view.state === 'working'
    return clock.monotonic() - current.touchedAt < mostPauseMs
  }

  return {
    get work(): Work | null {
      return current
    },
    find: (id: string): Work | null => (current?.view.id === id ? current : null),
    /**
     * Null while other work runs, or if it was stopped at once. Work that is over makes room. It
     * begins once nothing of earlier work is left, because both would use the same files.
     */
    async begin(kind: BackupFileWork['kind']): Promise<Work | null> {
      if (isBusy()) return null
      const made = create(kind)
      const before = putAway()
      // At once, so that a second caller finds it.
      current = made
      await before
      return made.signal.aborted ? null : made
    },
    putAway,
    beat(): void {
      if (current === null || current.view.state === 'working') return
      if (clock.monotonic() - current.touchedAt > mostIdleMs) void putAway()
    },
  }
}

export type CurrentWork = ReturnType<typeof createCurrentWork>

import type { BackupStatus } from '#contract/status/status.ts'
import type { Clock } from '../clock.ts'
import { askSeparately } from '../db/separate-thread.ts'
import { DamagedDatabase, isDamage, isStorageError, type Database } from '../db/open.ts'
import { faultIn, isSmall, questionsOf } from '../db/soundness.ts'
import type { Log } from '../log.ts'
import { defineNoun, withoutScreens } from '../noun.ts'
import { createBackups } from '../recovery/backup.ts'
import { trimQuarantine } from '../recovery/quarantine.ts'
import { shifts } from '../shifts/shifts.ts'

/** Rows are checked on the event loop; a turn ends after this time. */
const turnMs = 5
const rowsAtOnce = 20
const againMs = 24 * 3_600_000
/** A small file was checked whole before its use; for a large one the screens come first. */
const paces = {
  small: { startMs: 500, restMs: 20 },
  large: { startMs: 30_000, restMs: 100 },
} as const
/**
 * The kitchen is calm if nothing was committed for this long. After an hour the check continues
 * regardless.
 */
const calmMs = 2_000
const mostWaitMs = 3_600_000

interface SweepDeps {
  db: Database
  clock: Clock
  log: Log
  /**
   * Writes everything committed so far into the file itself, so that another thread can read it;
   * resolves to whether that succeeded.
   */
  settle(): Promise<boolean>
  /** A fault that no single row shows. */
  onDamage(cause: Error): void
  /** Everything was read; rows may have been set aside. */
  onEnd(): void
}

/**
 * Checks the whole file once after the start and once a day while the kitchen works, because rows
 * that nobody reads can be damaged or missing unnoticed. Pages and indexes are checked in another
 * thread during calm moments, rows a few per turn.
 */
function createSweep({ db, clock, log, settle, onDamage, onEnd }: SweepDeps) {
  let cancel = (): void => undefined
  let stopped = false

  /** Never resolves after the check was stopped. */
  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      if (!stopped) cancel = clock.after(ms, resolve)
    })

  async function waitForCalm(): Promise<void> {
    const until = clock.monotonic() + mostWaitMs
    for (let seen = -1; seen !== db.commits && clock.monotonic() < until;) {
      seen = db.commits
      await pause(calmMs)
    }
  }

  async function checkSeparately(): Promise<void> {
    const path = String(db.get('PRAGMA database_list')?.['file'])
    for (const questions of questionsOf(db)) {
      do await waitForCalm()
      while (!(await settle()))
      const fault = faultIn(await db.separately(() => askSeparately(path, questions)))
      if (fault !== null) throw new DamagedDatabase(fault)
    }
  }

  async function lookAtRows(restMs: number): Promise<void> {
    for (const look of db.looks.values())
      for (let after: number | null = 0; after !== null;) {
        const [until, seen]: [number, number] = [clock.monotonic() + turnMs, db.commits]
        do after = look(after, rowsAtOnce)
        while (after !== null && clock.monotonic() < until)
        await pause(restMs)
        if (restMs > paces.small.restMs && db.commits !== seen) await pause(calmMs)
      }
  }

  async function sweep(isFirst: boolean): Promise<void> {
    try {
      const { startMs, restMs } = paces[isSmall(db) ? 'small' : 'large']
      await pause(startMs)
      if (!isFirst || !isSmall(db)) await checkSeparately()
      await lookAtRows(restMs)
      if (stopped) return
      log.info('file looked through')
      onEnd()
    } catch (cause) {
      if (stopped) return
      if (isDamage(cause)) onDamage(cause)
      else if (isStorageError(cause)) log.warn('sweep put off', { cause: cause.message })
      else log.error('bug', { in: 'sweep', cause: cause instanceof Error ? cause.stack : null })
    }
    cancel = clock.after(againMs, () => sweep(false))
  }

  return {
    start: () => void sweep(true),
    stop() {
      stopped = true
      cancel()
    },
  }
}

/** The care of the store's file: backups, the check of the whole file, and what was set aside. */
interface FileCare {
  /** Null if no backups are made. */
  readonly backup: BackupStatus | null
  /**
   * Backs up everything committed so far and writes it into the file itself; resolves to whether
   * that succeeded.
   */
  settle(): Promise<boolean>
  /** Starts the check of the file. */
  sweep(): void
  /** Whether everything committed is in a backup. */
  readonly isBackedUp: boolean
  /** When the next backup is due, as an instant of the wall clock. */
  readonly nextBackupAt: number
  /** Backs up what was committed since the last backup. Always resolves. */
  backUp(): Promise<void>
}

export const fileCare = defineNoun(withoutScreens('fileCare'), {
  needs: [shifts],
  create({
    use,
    db,
    file,
    clock,
    log,
    agreed,
    damage,
    backedUp,
    onDamage,
    announce,
    statusChanged,
  }) {
    const backups =
      backedUp === undefined
        ? null
        : createBackups({
            db,
            ...backedUp,
            clock,
            log,
            isReplaced: damage !== null,
            remember: use(shifts).closeOutHead,
            onStatus() {
              statusChanged()
              void announce('backup.made', null)
            },
          })
    const settle = () => backups?.settle() ?? Promise.resolve(db.checkpoint())
    /** The file was checked, and what was set aside before was not trimmed since. */
    let isSound = false
    const sweep = createSweep({
      db: file,
      clock,
      log,
      settle,
      onDamage: (cause) => onDamage?.(cause),
      onEnd() {
        isSound = true
        statusChanged()
      },
    })

    function trimAside(): void {
      const now = agreed.toDelete()
      if (!isSound || backedUp === undefined || now === 0) return
      isSound = false
      trimQuarantine(backedUp.path, now, log)
    }

    const api: FileCare = {
      get backup() {
        return backups?.status ?? null
      },
      settle,
      sweep: sweep.start,
      get isBackedUp() {
        return backups?.isCurrent ?? false
      },
      get nextBackupAt() {
        return backups?.nextAt ?? clock.now()
      },
      backUp: () => backups?.make() ?? Promise.resolve(),
    }
    return {
      handlers: {},
      api,
      listens: { 'guests.forgotten': () => backups?.forget() },
      everyBeat() {
        backups?.catchUp()
        trimAside()
      },
      close: sweep.stop,
    }
  },
})

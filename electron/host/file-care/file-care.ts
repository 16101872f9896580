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

/** Rows are looked at on the loop: a turn ends after so long. */
const turnMs = 5
const rowsAtOnce = 20
const againMs = 24 * 3_600_000
/** A small file was looked at whole before it was used; of a large one the screens come first. */
const paces = {
  small: { startMs: 500, restMs: 20 },
  large: { startMs: 30_000, restMs: 100 },
} as const
/** Where nothing was committed for so long, the kitchen is calm; after an hour the sweep goes on without that. */
const calmMs = 2_000
const mostWaitMs = 3_600_000

interface SweepDeps {
  db: Database
  clock: Clock
  log: Log
  /** Has all that was committed written into the file itself, so that it can be read apart; resolves to whether it is. */
  settle(): Promise<boolean>
  /** Something is wrong that no row alone tells. */
  onDamage(cause: Error): void
  /** All was read; rows may have been set aside. */
  onEnd(): void
}

/**
 * Reads the whole file once after the start and once a day while the kitchen works: what nobody asks for is damaged unseen, and
 * a row that is gone is missed by nobody. Pages and indexes are read in a thread of its own, in calm moments; rows a few a turn.
 */
function createSweep({ db, clock, log, settle, onDamage, onEnd }: SweepDeps) {
  let cancel = (): void => undefined
  let stopped = false

  /** Never resolves once the sweep was stopped. */
  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      if (!stopped) cancel = clock.after(ms, resolve)
    })

  async function calm(): Promise<void> {
    const until = clock.monotonic() + mostWaitMs
    for (let seen = -1; seen !== db.commits && clock.monotonic() < until;) {
      seen = db.commits
      await pause(calmMs)
    }
  }

  async function checkSeparately(): Promise<void> {
    const path = String(db.get('PRAGMA database_list')?.['file'])
    for (const questions of questionsOf(db)) {
      do await calm()
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

/** The care of the store's file: its copies, the look through all of it, and what was put aside of it. */
interface FileCare {
  /** Null where no copies are made. */
  readonly backup: BackupStatus | null
  /** Has all that was committed until now copied and written into the file itself; resolves to whether it is. */
  settle(): Promise<boolean>
  /** Begins to look through the file. */
  sweep(): void
  /** Makes a copy of what was committed since the last. */
  lastCopy(): Promise<void>
}

export const fileCare = defineNoun(withoutScreens('fileCare'), {
  needs: [shifts],
  create({ use, db, file, clock, log, agreed, damage, backedUp, onDamage, statusChanged }) {
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
            onStatus: statusChanged,
          })
    const settle = () => backups?.settle() ?? Promise.resolve(db.checkpoint())
    /** The file was looked through, and what was put aside of it before has not been trimmed since. */
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
      lastCopy: () => backups?.make() ?? Promise.resolve(),
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

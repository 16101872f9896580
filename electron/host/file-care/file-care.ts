import type { BackupStatus } from '#contract/status/status.ts'
import { createBackups } from '../recovery/backup.ts'
import { trimQuarantine } from '../recovery/quarantine.ts'
import { createSweep } from '../db/sweep.ts'
import { defineNoun, withoutScreens } from '../noun.ts'
import { shifts } from '../shifts/shifts.ts'

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

/** The noun of the file. */
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
      hears: { 'guests.forgotten': () => backups?.forget() },
      everyBeat() {
        backups?.catchUp()
        trimAside()
      },
      close: sweep.stop,
    }
  },
})

import { fileCare } from '../file-care/file-care.ts'
import { logThrown } from '../log.ts'
import { defineNoun, withoutScreens } from '../noun.ts'

const dayMs = 24 * 3_600_000
/** How often it looks for what is over; the first time some while after the start. */
const lookEveryMs = 3_600_000
const firstLookMs = 60_000
/** Between two turns of some milliseconds each. */
const restMs = 250
/** Commits of others between two looks that mean that the kitchen is busy. */
const fewCommits = 5
/**
 * So much of the log at most, 4 MB, is not in the file. SQLite would write 16 MB there within one commit, which keeps the loop for
 * 100 ms, and what was not copied before makes a whole copy due (recovery/backup.ts).
 */
const mostFrames = 1_000

/**
 * The noun of what is over since a day: keeps it in a fraction of the room, some milliseconds a turn, while nothing else is
 * going on. What the orders of a day took is free then, and holds those of the next.
 */
export const packing = defineNoun(withoutScreens('packing'), {
  needs: [fileCare],
  create({ use, file: db, clock, log, allNouns }) {
    const { settle } = use(fileCare)
    let lookAt = clock.monotonic() + firstLookMs
    let commits = db.commits
    let isRunning = false
    let stopped = false

    /** Answers whether there may be more. */
    function packSome(): boolean {
      const before = new Date(clock.now() - dayMs).toISOString()
      // What people said is overwritten where it stood, as if it had been deleted.
      db.get('PRAGMA secure_delete = ON')
      try {
        return allNouns().some(
          ({ parts: { pack } }) => pack !== undefined && db.transact(() => pack(before)),
        )
      } finally {
        db.get('PRAGMA secure_delete = FAST')
      }
    }

    function fail(cause: unknown): void {
      isRunning = false
      lookAt = clock.monotonic() + lookEveryMs
      if (!stopped) logThrown(log, 'packing', cause)
    }

    const rest = (): unknown => clock.after(restMs, turn)

    function turn(): void {
      isRunning = false
      if (stopped) return
      // The kitchen has something to do: the next beat looks again.
      const isBusy = db.commits - commits >= fewCommits
      commits = db.commits
      if (isBusy) return
      try {
        isRunning = packSome()
        if (!isRunning) lookAt = clock.monotonic() + lookEveryMs
        else if (db.waitingFrames() < mostFrames) rest()
        else void settle().then(rest, fail)
      } catch (cause) {
        fail(cause)
      }
      commits = db.commits
    }

    return {
      handlers: {},
      catchUp() {
        if (!isRunning && clock.monotonic() >= lookAt) turn()
        else if (!isRunning) commits = db.commits
      },
      close() {
        stopped = true
      },
    }
  },
})

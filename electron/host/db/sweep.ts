import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import { isDamage, isStorageError } from './damage.ts'
import type { Database } from './open.ts'
import { partsOfFile } from './soundness.ts'

/** A turn ends after so long; a part of the file that takes longer is a turn of its own. */
const turnMs = 5
const restMs = 20
const rowsAtOnce = 50
const againMs = 24 * 3_600_000

/**
 * Reads the whole file once after the start and once a day, a little at a time, while the kitchen works: what nobody asks for
 * is damaged unseen, and a row that is gone is missed by nobody.
 */
export interface Sweep {
  start(): void
  stop(): void
}

interface SweepDeps {
  db: Database
  clock: Clock
  log: Log
  /** Something is wrong that no row alone tells. */
  onDamage(cause: Error): void
  /** All was read; rows may have been set aside. */
  onEnd(): void
}

export function createSweep({ db, clock, log, onDamage, onEnd }: SweepDeps): Sweep {
  let cancel = (): void => undefined
  let stopped = false

  function* steps(): Generator<void> {
    for (const look of partsOfFile(db)) {
      look()
      yield
    }
    for (const look of db.looks.values())
      for (let after: number | null = 0; after !== null; yield) {
        const from: number = after
        after = look(from, rowsAtOnce)
      }
  }

  function turn(left: Generator<void>): void {
    if (stopped) return
    try {
      const until = clock.monotonic() + turnMs
      while (left.next().done !== true)
        if (clock.monotonic() >= until) {
          cancel = clock.after(restMs, () => turn(left))
          return
        }
      cancel = clock.after(againMs, begin)
      log.info('file looked through')
      onEnd()
    } catch (cause) {
      cancel = clock.after(againMs, begin)
      if (isDamage(cause)) onDamage(cause)
      else if (isStorageError(cause)) log.warn('sweep put off', { cause: cause.message })
      else log.error('bug', { in: 'sweep', cause: cause instanceof Error ? cause.stack : null })
    }
  }

  function begin(): void {
    turn(steps())
  }

  return {
    start() {
      cancel = clock.after(restMs, begin)
    },
    stop() {
      stopped = true
      cancel()
    },
  }
}

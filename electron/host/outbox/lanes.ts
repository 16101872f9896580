import type { Clock } from '../clock.ts'
import { storageRetryMs } from './attempt.ts'
import type { OutboxEntry } from './entry.ts'
import { queueWait } from './policy.ts'
import type { OutboxKinds } from './rules.ts'
import type { OutboxRows } from './rows.ts'

interface LanesDeps {
  rows: OutboxRows
  kinds: OutboxKinds
  clock: Clock
  /** Sends an entry; answers it as it is afterwards, nothing where the disk refused. Has the worker look again. */
  attempt(entry: OutboxEntry): Promise<OutboxEntry | undefined>
}

/** Sends what does not go to the platform: one entry at a time in each lane, in the order in which they were enqueued. */
export function createLanes({ rows, kinds, clock, attempt }: LanesDeps) {
  const underWay = new Map<string, Promise<void>>()
  /** Lanes whose receiver could not be reached: how often in a row, and until when by the forward-only clock they wait. */
  const rests = new Map<string, { failures: number; until: number }>()

  function conclude(lane: string, { kind, state }: OutboxEntry): void {
    const rules = kinds[kind]
    if (state === 'queued' && rules.lane !== undefined) {
      const failures = (rests.get(lane)?.failures ?? 0) + 1
      const waitMs = queueWait(failures, rules.longestWaitMs)
      rests.set(lane, { failures, until: clock.monotonic() + waitMs })
    } else rests.delete(lane)
  }

  async function begin(lane: string, entry: OutboxEntry): Promise<void> {
    const after = await attempt(entry)
    underWay.delete(lane)
    if (after !== undefined) conclude(lane, after)
  }

  return {
    /** Begins what may go now; answers in how many milliseconds a lane that waits may go on. */
    start() {
      let soonest = Infinity
      for (const { lane, id } of rows.laneHeads()) {
        if (underWay.has(lane)) continue
        const wait = (rests.get(lane)?.until ?? 0) - clock.monotonic()
        const entry = wait > 0 ? null : rows.get(id)
        if (wait > 0) soonest = Math.min(soonest, wait)
        // It could not be read, and was set aside where the disk takes that.
        else if (entry === null) soonest = Math.min(soonest, storageRetryMs)
        else underWay.set(lane, begin(lane, entry))
      }
      return soonest
    },
    /** A lane does not wait any longer. The worker is to look again. */
    hurry(lane: string) {
      rests.delete(lane)
    },
    /** Resolves once nothing is on its way any more. */
    idle: () => Promise.allSettled(underWay.values()),
  }
}

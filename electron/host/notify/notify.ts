import type { HostEvent } from '#contract/index.ts'
import { logThrown, type Log } from '../log.ts'

/** Tells the screens what has changed, in a turn of its own: nothing that they do comes between a commit and what follows it. */
export interface Notifier {
  /** Something may have changed. Many changes of one turn are told together. */
  plan(): void
  stop(): void
}

interface NotifierDeps {
  log: Log
  /** Each answers what the screens have not been told of one noun. */
  changes: readonly (() => HostEvent[])[]
  broadcast(event: HostEvent): void
}

export function createNotifier({ log, changes, broadcast }: NotifierDeps): Notifier {
  let planned = false
  let stopped = false

  /** What fails for one noun or one listener must not keep the others from hearing. */
  function guarded<T>(work: () => T): T | null {
    try {
      return work()
    } catch (cause) {
      logThrown(log, 'notify', cause)
      return null
    }
  }

  function notify(): void {
    planned = false
    if (stopped) return
    for (const each of changes)
      for (const event of guarded(each) ?? []) guarded(() => broadcast(event))
  }

  return {
    plan() {
      if (planned || stopped) return
      planned = true
      setImmediate(notify)
    },
    stop() {
      stopped = true
    },
  }
}

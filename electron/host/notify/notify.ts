import type { HostEvent } from '#contract/index.ts'
import { logThrown, type Log } from '../log.ts'

interface NotifierDeps {
  log: Log
  /** Each answers what the screens have not been told of one noun. */
  changes: () => readonly (() => HostEvent[])[]
  broadcast(event: HostEvent): void
}

/** Tells the screens what has changed, in a turn of its own: nothing that they do comes between a commit and what follows it. */
export function createNotifier({ log, changes, broadcast }: NotifierDeps) {
  let planned = false
  let stopped = false
  /** By their content. */
  const toTell = new Map<string, HostEvent>()
  /** Of the transaction that is open; null where none is. */
  let uncommitted: HostEvent[] | null = null

  /** What fails for one noun or one listener must not keep the others from hearing. */
  function guarded<T>(work: () => T): T | null {
    try {
      return work()
    } catch (cause) {
      logThrown(log, 'notify', cause)
      return null
    }
  }

  function tellAll(): void {
    planned = false
    if (stopped) return
    for (const each of changes())
      for (const event of guarded(each) ?? []) guarded(() => broadcast(event))
    const events = [...toTell.values()]
    toTell.clear()
    for (const event of events) guarded(() => broadcast(event))
  }

  function plan(): void {
    if (planned || stopped) return
    planned = true
    setImmediate(tellAll)
  }

  function keep(event: HostEvent): void {
    toTell.set(JSON.stringify(event), event)
    plan()
  }

  return {
    /** Tells this, after the commit where a transaction is open. The same event is told once a turn. */
    notify(event: HostEvent) {
      if (uncommitted === null) keep(event)
      else uncommitted.push(event)
    },
    /** Some noun's `changes` may have something. Many changes of one turn are told together. */
    plan,
    /** A transaction begins. */
    began() {
      uncommitted = []
    },
    committed() {
      uncommitted?.forEach(keep)
      uncommitted = null
      plan()
    },
    /** What its transaction told is not told. */
    rolledBack() {
      uncommitted = null
    },
    stop() {
      stopped = true
    },
  }
}

export type Notifier = ReturnType<typeof createNotifier>

import type { HostEvent } from '#contract/index.ts'
import { logThrown, type Log } from '../log.ts'

interface Listeners {
  /** Each function returns the changes of one noun since its last call. */
  changes: () => readonly (() => HostEvent[])[]
  broadcast(event: HostEvent): void
}

/**
 * Sends changes to the screens in a separate turn of the loop, so that nothing that screens do
 * comes between a commit and what follows it.
 */
export function createNotifier(log: Log, { changes, broadcast }: Listeners) {
  let planned = false
  let stopped = false
  /** By content. */
  const toReport = new Map<string, HostEvent>()
  /** The events of the open transaction; null if none is open. */
  let uncommitted: HostEvent[] | null = null

  /** A failure of one noun or one listener must not affect the others. */
  function guarded<T>(work: () => T): T | null {
    try {
      return work()
    } catch (cause) {
      logThrown(log, 'notify', cause)
      return null
    }
  }

  function notifyAll(): void {
    planned = false
    if (stopped) return
    for (const each of changes())
      for (const event of guarded(each) ?? []) guarded(() => broadcast(event))
    const events = [...toReport.values()]
    toReport.clear()
    for (const event of events) guarded(() => broadcast(event))
  }

  function plan(): void {
    if (planned || stopped) return
    planned = true
    setImmediate(notifyAll)
  }

  function keep(event: HostEvent): void {
    const content = JSON.stringify(event)
    // A repeated event moves to the end.
    toReport.delete(content)
    toReport.set(content, event)
    plan()
  }

  return {
    /**
     * Sends an event; if a transaction is open, after its commit. Equal events are sent once per
     * turn.
     */
    notify(event: HostEvent) {
      if (uncommitted === null) keep(event)
      else uncommitted.push(event)
    },
    /** The `changes` of some noun may be non-empty. Changes of one turn are sent together. */
    plan,
    began() {
      uncommitted = []
    },
    committed() {
      uncommitted?.forEach(keep)
      uncommitted = null
      plan()
    },
    /** Drops the events of the transaction. */
    rolledBack() {
      uncommitted = null
    },
    stop() {
      stopped = true
    },
  }
}

export type Notifier = ReturnType<typeof createNotifier>

/** The longest message to a screen, unless a single thing is longer. */
const mostBytes = 1024 * 1024

/** Changed and removed things for one message. */
export interface ChangePart<Thing> {
  things: Thing[]
  gone: string[]
}

/**
 * Splits changes into messages that a screen can process one by one, each with its own revision.
 * Returns no message if there are no changes.
 */
export function splitChanges<Thing>(
  things: readonly Thing[],
  gone: readonly string[],
): ChangePart<Thing>[] {
  const parts: ChangePart<Thing>[] = []
  let room = 0
  /** The part with room for this many bytes more. */
  function partFor(bytes: number): ChangePart<Thing> {
    const current = parts.at(-1)
    room -= bytes
    if (current !== undefined && room >= 0) return current
    room = mostBytes - bytes
    const next = { things: [], gone: [] }
    parts.push(next)
    return next
  }
  // A single thing needn't be measured, and most changes have only one.
  const isAlone = things.length + gone.length === 1
  const bytesOf = (value: unknown): number =>
    isAlone ? 0 : Buffer.byteLength(JSON.stringify(value)) + 1
  for (const thing of things) partFor(bytesOf(thing)).things.push(thing)
  for (const name of gone) partFor(bytesOf(name)).gone.push(name)
  return parts
}

import type { HostEvent } from '#contract/index.ts'
import { logThrown, type Log } from '../log.ts'

interface Hearing {
  /** Each answers what the screens have not been told of one noun. */
  changes: () => readonly (() => HostEvent[])[]
  broadcast(event: HostEvent): void
}

/** Tells the screens what has changed, in a turn of its own: nothing that they do comes between a commit and what follows it. */
export function createNotifier(log: Log, { changes, broadcast }: Hearing) {
  let planned = false
  let stopped = false
  /** By their content. */
  const toReport = new Map<string, HostEvent>()
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
    // The last of several is told last.
    toReport.delete(content)
    toReport.set(content, event)
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

/** No message to a screen is longer, unless one thing alone is. */
const mostBytes = 1024 * 1024

/** Changed and removed things for one message. */
export interface ChangePart<Thing> {
  things: Thing[]
  gone: string[]
}

/**
 * Cuts what the screens have not been told into messages that a screen can take one by one: each is a change of its own, with
 * a revision of its own. None where there is nothing.
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
  // What is alone needs no measure: most changes are of one thing.
  const isAlone = things.length + gone.length === 1
  const bytesOf = (value: unknown): number =>
    isAlone ? 0 : Buffer.byteLength(JSON.stringify(value)) + 1
  for (const thing of things) partFor(bytesOf(thing)).things.push(thing)
  for (const name of gone) partFor(bytesOf(name)).gone.push(name)
  return parts
}

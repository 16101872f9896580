import type { HostEvent } from '#contract/index.ts'
import { logThrown, type Log } from '../core/log.ts'

interface Listeners {
  /** Each function returns the changes of one noun since its last call. */
  changes: () => readonly (() => HostEvent[])[]
  broadcast(event: HostEvent): void
}

/**
 * Sends changes to the screens in a separate turn of the loop, so that nothing that screens do
 * comes between a commit and what follows it.
 */
export class Notifier {
  readonly #log: Log
  readonly #listeners: Listeners
  #isPlanned = false
  #stopped = false
  /** By content. */
  readonly #toReport = new Map<string, HostEvent>()
  /** The events of the open transaction; null if none is open. */
  #uncommitted: HostEvent[] | null = null

  constructor(log: Log, listeners: Listeners) {
    this.#log = log
    this.#listeners = listeners
  }

  /**
   * Sends an event; if a transaction is open, after its commit. Equal events are sent once per
   * turn.
   */
  notify(event: HostEvent): void {
    if (this.#uncommitted === null) this.#add(event)
    else this.#uncommitted.push(event)
  }

  /** The `changes` of some noun may be non-empty. Changes of one turn are sent together. */
  plan(): void {
    if (this.#isPlanned || this.#stopped) return
    this.#isPlanned = true
    setImmediate(() => this.#notifyAll())
  }

  began(): void {
    this.#uncommitted = []
  }

  committed(): void {
    for (const event of this.#uncommitted ?? []) this.#add(event)
    this.#uncommitted = null
    this.plan()
  }

  /** Drops the events of the transaction. */
  rolledBack(): void {
    this.#uncommitted = null
  }

  stop(): void {
    this.#stopped = true
  }

  #add(event: HostEvent): void {
    const content = JSON.stringify(event)
    // A repeated event moves to the end.
    this.#toReport.delete(content)
    this.#toReport.set(content, event)
    this.plan()
  }

  #notifyAll(): void {
    this.#isPlanned = false
    if (this.#stopped) return
    for (const changes of this.#listeners.changes())
      for (const event of this.#guarded(changes) ?? []) this.#broadcast(event)
    const events = [...this.#toReport.values()]
    this.#toReport.clear()
    for (const event of events) this.#broadcast(event)
  }

  #broadcast(event: HostEvent): void {
    this.#guarded(() => this.#listeners.broadcast(event))
  }

  /** A failure of one noun or one listener must not affect the others. */
  #guarded<T>(work: () => T): T | null {
    try {
      return work()
    } catch (cause) {
      logThrown(this.#log, 'notify', cause)
      return null
    }
  }
}

/** The longest message to a screen, unless a single thing is longer. */
const maxBytes = 1024 * 1024

/** Changed and removed things for one message. */
export interface ChangePart<Changed> {
  changed: Changed[]
  gone: string[]
}

/** Fills messages one by one, each up to the limit. */
class Parts<Changed> {
  readonly all: ChangePart<Changed>[] = []
  readonly #isMeasured: boolean
  /** The bytes that are free in the last part. */
  #free = 0

  /** A single thing needn't be measured, and most changes have only one. */
  constructor(isMeasured: boolean) {
    this.#isMeasured = isMeasured
  }

  /** The part that has room for it. */
  partFor(value: unknown): ChangePart<Changed> {
    const bytes = this.#isMeasured ? Buffer.byteLength(JSON.stringify(value)) + 1 : 0
    const last = this.all.at(-1)
    this.#free -= bytes
    if (last !== undefined && this.#free >= 0) return last
    this.#free = maxBytes - bytes
    const next = { changed: [], gone: [] }
    this.all.push(next)
    return next
  }
}

/**
 * Splits changes into messages that a screen can process one by one, each with its own revision.
 * Returns no message if there are no changes.
 */
export function splitChanges<Changed>(
  changed: readonly Changed[],
  gone: readonly string[],
): ChangePart<Changed>[] {
  const parts = new Parts<Changed>(changed.length + gone.length > 1)
  for (const each of changed) parts.partFor(each).changed.push(each)
  for (const name of gone) parts.partFor(name).gone.push(name)
  return parts.all
}

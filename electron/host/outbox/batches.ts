import type { ReceiverPauses } from '#contract/shared/back-off.ts'
import type { DeliveryKind } from '#contract/deliveries/delivery.ts'
import type { Context } from '../noun.ts'
import type { OutboxServices } from './outbox.ts'
import type { Routes } from './policy.ts'
import type { Reachability } from './reachability.ts'
import { storageRetryMs } from './record.ts'
import { beforeAllDue, waitingStates, type DueTime } from './rows.ts'
import type { OutboxEntry, OutboxKinds } from './rules.ts'
import type { TokenPause } from './token.ts'
import type { Log } from '../core/log.ts'
import type { Attempts } from './attempt.ts'

/** How many waiting entries are reported in one transaction and turn. */
const maxHeldUp = 10

interface HeldUpDeps extends Pick<OutboxServices, 'rows' | 'time'> {
  log: Log
  attempts: Pick<Attempts, 'retell'>
  onWire: OnWire
}

/** Reports due entries that can't be sent to the screens, a limited number per turn. */
export class HeldUp {
  readonly #deps: HeldUpDeps
  /** Entries up to here were reported. */
  #upTo: DueTime = beforeAllDue
  #isNotifyingMore = false
  #stopped = false

  constructor(deps: HeldUpDeps) {
    this.#deps = deps
  }

  report(): void {
    if (this.#stopped || this.#isNotifyingMore) return
    const { rows, time, attempts, onWire } = this.#deps
    const due = rows.dueOfAll(this.#upTo, time.dueIn(0), maxHeldUp)
    const last = due.at(-1)
    if (last === undefined) return
    attempts.retell(due.flatMap(({ id }) => (onWire.has(id) ? [] : (rows.get(id) ?? []))))
    this.#upTo = last
    this.#isNotifyingMore = due.length === maxHeldUp
    if (this.#isNotifyingMore) setImmediate(() => this.#reportMore())
  }

  stop(): void {
    this.#stopped = true
  }

  #reportMore(): void {
    this.#isNotifyingMore = false
    try {
      this.report()
    } catch (cause) {
      // The next wake reports them.
      this.#deps.log.error('outbox changes not reported', { cause: String(cause) })
    }
  }
}

/** The requests that are running, and the entries that they send. */
export class OnWire {
  /** The subjects of the entries by their ids. */
  readonly #subjects = new Map<string, string>()
  /** The lane of each request; null for the platform's. */
  readonly #lanes = new Map<Promise<unknown>, string | null>()

  has(id: string): boolean {
    return this.#subjects.has(id)
  }

  get entryCount(): number {
    return this.#subjects.size
  }

  get platformRequests(): number {
    return [...this.#lanes.values()].filter((lane) => lane === null).length
  }

  subjects(): Set<string> {
    return new Set(this.#subjects.values())
  }

  usesLane(lane: string): boolean {
    return [...this.#lanes.values()].includes(lane)
  }

  addEntries(entries: readonly OutboxEntry[]): void {
    for (const { id, subject } of entries) this.#subjects.set(id, subject)
  }

  removeEntries(entries: readonly OutboxEntry[]): void {
    for (const { id } of entries) this.#subjects.delete(id)
  }

  /** Counts a request until it has ended. It never rejects. */
  addRequest(running: Promise<void>, lane: string | null): void {
    const request = running.finally(() => this.#lanes.delete(request))
    this.#lanes.set(request, lane)
  }

  /** Resolves when the requests that run now have ended. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#lanes.keys())
  }
}

/** How many requests to the platform may run at once, so that one slow answer doesn't hold up the others. */
const maxAtOnce = 4
/** How long an entry is postponed that is too late by only one clock. */
const pastMs = 5_000

interface BatchDeps extends Pick<Context, 'db' | 'clock' | 'agreed'> {
  services: OutboxServices
  routes: Routes
  onWire: OnWire
  /** The pauses of lanes. */
  pauses: ReceiverPauses
  token: Pick<TokenPause, 'maySend'>
  reachability: Pick<Reachability, 'mayWrite'>
  /** The worker checks again in a later turn. */
  plan(): void
}

interface Candidate {
  id: string
  nth: number
  subject: string
  /** Those with the same name may share a request. */
  batch: string
  /** How many may share it. */
  max: number
}

/** Chooses what is sent now: batches of entries, each one request. */
export class Batches {
  readonly #deps: BatchDeps
  readonly #kinds: OutboxKinds

  constructor(deps: BatchDeps) {
    this.#deps = deps
    this.#kinds = deps.services.kinds()
  }

  /** The first entry of each lane that may be used: one request at a time, and none during its pause. */
  ofLanes(): OutboxEntry[][] {
    const { services, onWire, pauses } = this.#deps
    return services.rows.laneHeads().flatMap(({ lane, id }) => {
      if (pauses.leftOf(lane) > 0 || onWire.usesLane(lane)) return []
      const entry = services.rows.get(id)
      if (entry !== null) return [[entry]]
      // It could not be read, and was set aside if the disk allowed it.
      pauses.lengthen(lane, { firstMs: storageRetryMs, maxMs: storageRetryMs }, Infinity)
      return []
    })
  }

  /**
   * What may be sent to the platform, in the order in which it was enqueued. Reads only as many
   * entries as may be sent.
   */
  ofPlatform(now: string): OutboxEntry[][] {
    const { services, routes, onWire, token } = this.#deps
    const { rows } = services
    const free = token.maySend ? maxAtOnce - onWire.platformRequests : 0
    if (free === 0 || rows.dueOfAll(beforeAllDue, now, 1).length === 0) return []
    const due = routes.kinds.flatMap((kind) => {
      const { together = 1 } = this.#kinds[kind]
      return this.#dueOf(kind, now, Math.max(together, free) + onWire.entryCount)
    })
    const inOrder = due.toSorted((one, other) => one.nth - other.nth)
    return batchesOf(inOrder, onWire.subjects(), free)
      .map((ids) => this.#withoutPast(ids.flatMap((id) => rows.get(id) ?? [])))
      .filter((entries) => entries.length > 0)
  }

  /** Entries of a kind that may be sent now, the first `max` of each state. */
  #dueOf(kind: DeliveryKind, now: string, max: number): Candidate[] {
    const { services, routes, onWire, reachability } = this.#deps
    return waitingStates.flatMap((state) =>
      services.rows.due(kind, state, now, max).flatMap(({ id, nth, subject }) => {
        const { server, together } = routes.of(kind, subject)
        // An entry whose mark the disk refused is being sent by memory only.
        if (onWire.has(id) || !reachability.mayWrite(server)) return []
        return [{ id, nth, subject, max: together, batch: together > 1 ? kind : id }]
      }),
    )
  }

  /**
   * An entry that seems too late is not sent. Its noun withdraws it once the clocks agree
   * (clock-skew.ts); else it is sent then.
   */
  #withoutPast(entries: readonly OutboxEntry[]): OutboxEntry[] {
    const { db, clock, agreed, services } = this.#deps
    const agreedNow = agreed.now()
    const now = agreedNow === 0 ? clock.now() : agreedNow
    const past = entries.filter((entry) => this.#isPast(entry, now))
    if (past.length > 0) {
      const due = { dueAt: services.time.dueIn(pastMs), waitMs: pastMs }
      db.transact(() => {
        for (const entry of past) services.rows.save({ ...entry, ...due })
      })
      // The entries after them may be sent.
      this.#deps.plan()
    }
    return entries.filter((entry) => !past.includes(entry))
  }

  #isPast(entry: OutboxEntry, now: number): boolean {
    const rules = this.#kinds[entry.kind]
    return rules.payload.safeParse(entry.payload).success && rules.isPast?.(entry, now) === true
  }
}

/**
 * The ids of up to `max` batches. Entries about the same subject concern each other, such as hours,
 * pause and preparation time of the store: they are sent one at a time.
 */
function batchesOf(
  candidates: readonly Candidate[],
  busySubjects: ReadonlySet<string>,
  max: number,
): string[][] {
  const busy = new Set(busySubjects)
  const batches = new Map<string, string[]>()
  for (const { id, subject, batch, max: maxTogether } of candidates) {
    const ids = batches.get(batch)
    const isFull = ids === undefined ? batches.size === max : ids.length >= maxTogether
    if (busy.has(subject) || isFull) continue
    if (ids === undefined) batches.set(batch, [id])
    else ids.push(id)
    busy.add(subject)
  }
  return [...batches.values()]
}

import type { ReceiverPauses } from '#contract/shared/back-off.ts'
import type { DeliveryKind } from '#contract/deliveries/delivery.ts'
import type { Context } from '../noun.ts'
import type { OnWire } from './on-wire.ts'
import type { OutboxServices } from './outbox.ts'
import type { Routes } from './policy.ts'
import type { Reachability } from './reachability.ts'
import { storageRetryMs } from './record.ts'
import { beforeAllDue, waitingStates } from './rows.ts'
import type { OutboxEntry, OutboxKinds } from './rules.ts'
import type { TokenPause } from './token.ts'

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
        for (const entry of past) services.rows.keep({ ...entry, ...due })
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

import { ReceiverPauses } from '#contract/back-off.ts'
import type { DeliveryKind } from '#contract/deliveries/delivery.ts'
import type { Context } from '../noun.ts'
import { createAttempts, storageRetryMs, type OutboxServices } from './attempt.ts'
import { createRoutes, queuePatience } from './policy.ts'
import type { Reachability } from './reachability.ts'
import { waitingStates, type DueTime } from './rows.ts'
import type { OutboxEntry } from './rules.ts'
import { createTokenPause, type TokenVerdict } from './token.ts'

/** How many requests to the platform may run at once, so that one slow answer doesn't hold up the others. */
const mostAtOnce = 4
/** How many waiting entries are reported in one transaction and turn. */
const mostHeldUp = 10
/** How many entries from before a restart are corrected per turn. */
const mostCorrected = 100
/** How long an entry is postponed that is too late by only one clock. */
const pastMs = 5_000
/** Sorts before all others. */
const first: DueTime = { dueAt: '', id: '' }
/** How long a stop waits for answers. What has none by then counts as interrupted at the next start. */
const stopPatienceMs = 2_000

type WorkerContext = Pick<
  Context,
  'db' | 'clock' | 'log' | 'chance' | 'connection' | 'notify' | 'agreed' | 'statusChanged'
>

interface WorkerAsks {
  /** Whether another computer sends what waits here. */
  isAway(): boolean
  /** Runs before due entries are read: withdraws what became too late to send. */
  catchUp(): void
  /** The state of the token. */
  askToken(): Promise<TokenVerdict>
  /** Whether the platform's servers answer. */
  reachability: Pick<Reachability, 'mayWrite' | 'probeNow'>
}

/** Decides when each entry is sent, how many at once, and when nothing may be sent. */
export function createOutboxWorker(
  context: WorkerContext,
  parts: OutboxServices,
  asks: WorkerAsks,
) {
  const { db, clock, log, chance, connection } = context
  const { rows, time } = parts
  const kinds = parts.kinds()
  const token = createTokenPause(context, { ask: asks.askToken, plan, wake })
  const attempts = createAttempts(context, parts, token.ask)
  /** The entries that are being sent: their subjects by their ids. */
  const onWire = new Map<string, string>()
  /** The requests that are running, each with its lane; null for the platform's. */
  const requests = new Map<Promise<unknown>, string | null>()
  /** The pauses of lanes. */
  const rests = new ReceiverPauses(() => clock.monotonic(), chance)
  const routes = createRoutes(kinds, connection)
  let cancelTimer = (): void => undefined
  let planned: NodeJS.Immediate | null = null
  let stopped = false
  /** Entries up to here were reported as due but not sendable. */
  let heldUpTo = first
  let isNotifyingMore = false
  /** Whether the waits of entries from before the start were checked. */
  let isCorrected = false

  function plan(): void {
    if (stopped) return
    planned ??= setImmediate(wake)
  }

  /** One turn at a time: a plan made beside a wake would plan another, without end. */
  function unplan(): void {
    if (planned !== null) clearImmediate(planned)
    planned = null
  }

  function wake(): void {
    cancelTimer()
    if (stopped) return
    if (asks.isAway()) {
      unplan()
      return
    }
    try {
      asks.catchUp()
      // Entries added by catching up are handled in this turn and need no wake.
      unplan()
      startDue()
    } catch (cause) {
      log.error('outbox not read', { cause: String(cause) })
      cancelTimer = clock.after(storageRetryMs, wake)
    }
  }

  function startDue(): void {
    interruptCutOff()
    const now = time.dueIn(0)
    correctDueTimes(now)
    // Before this turn judges the pauses: one that ends meanwhile must still wake the worker.
    const pauseEnds = rests.soonest()
    for (const batch of [...nextOfLanes(), ...nextBatches(now)]) begin(batch)
    holdUp()
    const next = rows.nextDue(now)
    const wait = next === null ? Infinity : Date.parse(next) - Date.parse(now)
    const soonest = Math.min(wait, pauseEnds, rests.soonest(), token.probe())
    if (soonest < Infinity) cancelTimer = clock.after(soonest, wake)
  }

  /** An entry that only its row says is being sent was interrupted by the end of the last process. */
  function interruptCutOff(): void {
    for (const id of rows.sending()) {
      const entry = onWire.has(id) ? null : rows.get(id)
      if (entry !== null) attempts.interrupted(entry)
    }
  }

  /** No entry waits longer than when it was written, however the wall clock was set since. */
  function correctDueTimes(now: string): void {
    if (isCorrected) return
    const late = rows.dueTooLate(now, mostCorrected)
    if (late.length > 0)
      db.transact(() => {
        for (const entry of late) rows.keep({ ...entry, dueAt: time.dueIn(entry.waitMs) })
      })
    isCorrected = late.length < mostCorrected
    if (!isCorrected) plan()
  }

  /** Whether a lane may be used: one request at a time, and none during its pause. */
  const isFree = (lane: string): boolean =>
    rests.leftOf(lane) === 0 && ![...requests.values()].includes(lane)

  function nextOfLanes(): OutboxEntry[][] {
    return rows.laneHeads().flatMap(({ lane, id }) => {
      if (!isFree(lane)) return []
      const entry = rows.get(id)
      if (entry !== null) return [[entry]]
      // It could not be read, and was set aside if the disk allowed it.
      rests.lengthen(lane, { firstMs: storageRetryMs, longestMs: storageRetryMs }, Infinity)
      return []
    })
  }

  /** Entries of a kind that may be sent now, the first `most` of each state. */
  function dueOf(kind: DeliveryKind, now: string, most: number) {
    return waitingStates.flatMap((state) =>
      rows.due(kind, state, now, most).flatMap(({ id, nth, subject }) => {
        const { server, together } = routes.of(kind, subject)
        // An entry whose mark the disk refused is being sent by memory only.
        if (onWire.has(id) || !asks.reachability.mayWrite(server)) return []
        return [{ id, nth, subject, most: together, batch: together > 1 ? kind : id }]
      }),
    )
  }

  /**
   * The batches to send now, each one request, in the order in which they were enqueued. Reads only
   * as many entries as may be sent. Entries about the same subject concern each other, such as
   * hours, pause and preparation time of the store: they are sent one at a time.
   */
  function nextBatches(now: string): OutboxEntry[][] {
    const used = [...requests.values()].filter((lane) => lane === null).length
    const free = token.maySend ? mostAtOnce - used : 0
    if (free === 0 || rows.dueOfAll(first, now, 1).length === 0) return []
    const due = routes.kinds.flatMap((kind) => {
      const { together = 1 } = kinds[kind]
      return dueOf(kind, now, Math.max(together, free) + onWire.size)
    })
    const busy = new Set(onWire.values())
    const batches = new Map<string, string[]>()
    for (const { id, subject, batch, most } of due.toSorted((one, other) => one.nth - other.nth)) {
      const ids = batches.get(batch)
      if (busy.has(subject) || (ids === undefined ? batches.size === free : ids.length >= most))
        continue
      if (ids === undefined) batches.set(batch, [id])
      else ids.push(id)
      busy.add(subject)
    }
    return [...batches.values()]
      .map((ids) => withoutPast(ids.flatMap((id) => rows.get(id) ?? [])))
      .filter((entries) => entries.length > 0)
  }

  /**
   * An entry that seems too late is not sent. Its noun withdraws it once the clocks agree
   * (clock-skew.ts); else it is sent then.
   */
  function withoutPast(entries: readonly OutboxEntry[]): OutboxEntry[] {
    const agreedNow = context.agreed.now()
    const now = agreedNow === 0 ? clock.now() : agreedNow
    const past = entries.filter((entry) => {
      const { payload, isPast } = kinds[entry.kind]
      return payload.safeParse(entry.payload).success && isPast?.(entry, now) === true
    })
    if (past.length > 0) {
      db.transact(() => {
        for (const entry of past) rows.keep({ ...entry, dueAt: time.dueIn(pastMs), waitMs: pastMs })
      })
      // The entries after them may be sent.
      plan()
    }
    return entries.filter((entry) => !past.includes(entry))
  }

  /** Due entries that can't be sent are reported to the screens, a limited number per turn. */
  function holdUp(): void {
    if (stopped || isNotifyingMore) return
    const now = time.dueIn(0)
    const due = rows.dueOfAll(heldUpTo, now, mostHeldUp)
    const last = due.at(-1)
    if (last === undefined) return
    attempts.retell(due.flatMap(({ id }) => (onWire.has(id) ? [] : (rows.get(id) ?? []))))
    heldUpTo = last
    isNotifyingMore = due.length === mostHeldUp
    if (isNotifyingMore) setImmediate(notifyMore)
  }

  function notifyMore(): void {
    isNotifyingMore = false
    try {
      holdUp()
    } catch (cause) {
      // The next wake reports them.
      log.error('outbox changes not reported', { cause: String(cause) })
    }
  }

  async function attempt(
    entries: readonly OutboxEntry[],
    lane: { name: string; longestMs: number } | null,
  ): Promise<void> {
    const beganAt = clock.monotonic()
    for (const { id, subject } of entries) onWire.set(id, subject)
    try {
      const isThere = await attempts.send(entries)
      if (lane !== null && isThere === false)
        rests.lengthen(lane.name, { ...queuePatience, longestMs: lane.longestMs }, beganAt)
      else if (lane !== null && isThere === true) rests.end(lane.name)
    } catch (cause) {
      // The disk refused the mark, so nothing was sent; the next wake tries again.
      log.error('outbox attempt not recorded', { id: entries[0]?.id, cause: String(cause) })
      await new Promise<void>((again) => clock.after(storageRetryMs, again))
    } finally {
      for (const { id } of entries) onWire.delete(id)
      // In a later turn: with instant answers, thousands of entries would be sent in this one.
      plan()
    }
  }

  function begin(entries: readonly OutboxEntry[]): void {
    const [first] = entries
    if (first === undefined) return
    const { longestWaitMs: longestMs = queuePatience.longestMs } = kinds[first.kind]
    const lane = first.lane === null ? null : { name: first.lane, longestMs }
    const request = attempt(entries, lane).finally(() => requests.delete(request))
    requests.set(request, first.lane)
  }

  /** A lane's receiver may be reachable again, or a person tapped: tries what waits for it at once. */
  function hurry(lane: string): void {
    rests.end(lane)
  }

  /**
   * A server is out or answers again. The outage belongs to it and not to what waits for it: tries
   * that failed don't count, and those entries are due.
   */
  function forgive(origin: string): void {
    const tried = routes.kinds
      .flatMap((kind) => waitingStates.flatMap((state) => rows.waitingTried(kind, state)))
      .filter(
        ({ id, kind, subject }) => !onWire.has(id) && routes.of(kind, subject).server === origin,
      )
    db.transact(() => {
      for (const entry of tried)
        rows.keep({ ...entry, repeats: 0, dueAt: time.dueIn(0), waitMs: 0 })
    })
    plan()
  }

  return {
    /** Checks due entries in a later turn of the event loop, after a commit that added or removed some. */
    plan,
    wake,
    /** A person resumes sending: ends a pause, and asks a platform that is out whether it answers. */
    resume() {
      asks.reachability.probeNow()
      plan()
      token.resume()
    },
    hurry,
    forgive,
    async idle() {
      await Promise.allSettled(requests.keys())
    },
    /** It may have been sent since (attempt.ts). */
    doubt: attempts.doubted,
    get paused() {
      return token.paused
    },
    /** Resolves when no request is running, or patience ends. Waiting entries stay on disk. */
    async stop() {
      stopped = true
      cancelTimer()
      attempts.stop()
      const answered = Promise.allSettled(requests.keys())
      await Promise.race([answered, new Promise<void>((go) => clock.after(stopPatienceMs, go))])
    },
  }
}

export type OutboxWorker = ReturnType<typeof createOutboxWorker>

import { createRests } from '#contract/back-off.ts'
import { deliveryKinds, type DeliveryKind } from '#contract/deliveries/delivery.ts'
import type { Context } from '../noun.ts'
import { createAttempts, storageRetryMs, type OutboxParts } from './attempt.ts'
import { queuePatience } from './policy.ts'
import { byDue, waitingStates, type DueEntry } from './rows.ts'
import type { OutboxEntry } from './rules.ts'
import { createTokenPause, type TokenVerdict } from './token.ts'

/** How many of the platform's requests may be on the wire at once: one slow answer must not hold up the others. */
const mostAtOnce = 4
/** So many are told in one transaction, and in one turn, that they wait. */
const mostHeldUp = 10
/** So many from before a restart have their waits put right in one turn. */
const mostPutRight = 100
/** How long what is too late by one clock, and not by the others, is put off. */
const pastMs = 5_000
/** Before all others. */
const first: DueEntry = { dueAt: '', id: '' }
/** How long a stop waits for answers; what has none by then is found as interrupted at the next start. */
const stopPatienceMs = 2_000

type WorkerContext = Pick<
  Context,
  'db' | 'clock' | 'log' | 'chance' | 'connection' | 'notify' | 'agreed' | 'statusChanged'
>

interface WorkerAsks {
  /** Before it looks at what is due: takes back what time has made too late to send. */
  catchUp(): void
  /** Whose the token is. */
  askToken(): Promise<TokenVerdict>
}

/** Sends what waits: when each entry is due, how many at once, and when nothing may be sent. */
export function createOutboxWorker(context: WorkerContext, parts: OutboxParts, asks: WorkerAsks) {
  const { db, clock, log, chance, connection } = context
  const { rows, time } = parts
  const kinds = parts.kinds()
  const token = createTokenPause(context, { ask: asks.askToken, plan, wake })
  const attempts = createAttempts(context, parts, token.ask)
  const onWire = new Set<string>()
  /** What is on the wire, and to whom. */
  const requests = new Map<Promise<unknown>, string>()
  /** Servers of the platform, and lanes, that could not be reached. */
  const rests = createRests(() => clock.monotonic(), chance)
  /** The kinds that go to the platform, and to which of its servers: one may be away and another not. */
  const servers = new Map<DeliveryKind, string>()
  for (const kind of deliveryKinds) {
    const rules = kinds[kind]
    const url = rules.lane === undefined ? (connection?.[rules.address ?? 'v3Url'] ?? '') : null
    if (url !== null) servers.set(kind, URL.canParse(url) ? new URL(url).origin : '')
  }
  let cancelTimer = (): void => undefined
  let planned: NodeJS.Immediate | null = null
  let stopped = false
  /** Up to here those that are due and cannot go have been told so. */
  let heldUpTo = first
  let isNotifyingMore = false
  /** Whether the waits of entries from before the start are known to be within what they may be. */
  let isPutRight = false

  function plan(): void {
    if (stopped) return
    planned ??= setImmediate(wake)
  }

  /** One turn at a time: what is planned beside a wake would plan another, and they would never become fewer. */
  function unplan(): void {
    if (planned !== null) clearImmediate(planned)
    planned = null
  }

  function wake(): void {
    cancelTimer()
    if (stopped) return
    try {
      asks.catchUp()
      // What catching up has added is looked at now: it needs no wake of its own.
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
    putRight(now)
    for (const batch of [...nextOfLanes(), ...nextBatches(now)]) begin(batch)
    holdUp()
    const next = rows.nextDue(now)
    const wait = next === null ? Infinity : Date.parse(next) - Date.parse(now)
    const soonest = Math.min(wait, rests.soonest(), token.probe())
    if (soonest < Infinity) cancelTimer = clock.after(soonest, wake)
  }

  /** What is on the wire by its row only was cut off by the end of the process before. */
  function interruptCutOff(): void {
    for (const id of rows.sending()) {
      const entry = onWire.has(id) ? null : rows.get(id)
      if (entry !== null) attempts.interrupted(entry)
    }
  }

  /** Nothing waits for longer than it was to wait when it was written, however the wall clock was set since. */
  function putRight(now: string): void {
    if (isPutRight) return
    const late = rows.dueTooLate(now, mostPutRight)
    if (late.length > 0)
      db.transact(() => {
        for (const entry of late) rows.keep({ ...entry, dueAt: time.dueIn(entry.waitMs) })
      })
    isPutRight = late.length < mostPutRight
    if (!isPutRight) plan()
  }

  /** Whether somebody may be asked: one request at a time, and none while they are left alone. */
  const isFree = (receiver: string): boolean =>
    rests.leftOf(receiver) === 0 && ![...requests.values()].includes(receiver)

  /** The first of each lane that is free. */
  function nextOfLanes(): OutboxEntry[][] {
    return rows.laneHeads().flatMap(({ lane, id }) => {
      if (!isFree(lane)) return []
      const entry = rows.get(id)
      if (entry !== null) return [[entry]]
      // It could not be read, and was set aside where the disk takes that.
      rests.lengthen(lane, { firstMs: storageRetryMs, longestMs: storageRetryMs }, Infinity)
      return []
    })
  }

  /** Entries of a kind that may go now, the first `most` of each state. */
  function dueOf(kind: DeliveryKind, server: string, now: string, most: number) {
    const isResting = rests.has(server)
    // What may have happened has few repeats, and its own pauses: it must be known within ten minutes.
    const states = isResting && !isFree(server) ? (['unknown'] as const) : waitingStates
    return states.flatMap((state) =>
      rows
        .due(kind, state, now, most)
        // One whose mark the disk has refused is on the wire by memory only.
        .filter(({ id }) => !onWire.has(id))
        .map((each) => ({ ...each, probes: isResting && state === 'queued' ? server : null })),
    )
  }

  /** What goes now, each batch in a request of its own. As many are looked at as may go, however many are due. */
  function nextBatches(now: string): OutboxEntry[][] {
    const onWay = [...servers.values()]
    const used = [...requests.values()].filter((receiver) => onWay.includes(receiver)).length
    const free = token.maySend ? mostAtOnce - used : 0
    if (free === 0 || rows.dueOfAll(first, now, 1).length === 0) return []
    const due = [...servers].flatMap(([kind, server]) => {
      const { together: most = 1 } = kinds[kind]
      return dueOf(kind, server, now, Math.max(most, free) + onWire.size).map((each) => ({
        ...each,
        most,
        batch: most > 1 ? kind : each.id,
      }))
    })
    const batches = new Map<string, string[]>()
    const probed = new Set<string | null>()
    for (const { id, batch, most, probes } of due.toSorted(byDue)) {
      const ids = batches.get(batch)
      if (ids !== undefined && ids.length < most) ids.push(id)
      if (ids !== undefined || batches.size === free || probed.has(probes)) continue
      batches.set(batch, [id])
      if (probes !== null) probed.add(probes)
    }
    return [...batches.values()]
      .map((ids) => withoutPast(ids.flatMap((id) => rows.get(id) ?? [])))
      .filter((entries) => entries.length > 0)
  }

  /** What seems too late is not sent. Its noun takes it out once the clocks agree (clock-skew.ts); else it goes then. */
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
      // What comes after them may go.
      plan()
    }
    return entries.filter((entry) => !past.includes(entry))
  }

  /** Those whose turn has come and who cannot go: whoever shows them must hear that. Of very many, some in each turn. */
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
      // The next wake tells them.
      log.error('outbox not told', { cause: String(cause) })
    }
  }

  async function attempt(
    entries: readonly OutboxEntry[],
    receiver: string,
    longestMs: number = queuePatience.longestMs,
  ): Promise<void> {
    const beganAt = clock.monotonic()
    for (const { id } of entries) onWire.add(id)
    try {
      const isThere = await attempts.send(entries)
      if (isThere === false) rests.lengthen(receiver, { ...queuePatience, longestMs }, beganAt)
      else if (isThere === true) rests.end(receiver)
    } catch (cause) {
      // The disk refused the mark, so nothing was sent: the next wake tries again.
      log.error('outbox attempt not recorded', { id: entries[0]?.id, cause: String(cause) })
      await new Promise<void>((again) => clock.after(storageRetryMs, again))
    } finally {
      for (const { id } of entries) onWire.delete(id)
      // In a later turn: where answers take no time, thousands of entries would go in this one.
      plan()
    }
  }

  function begin(entries: readonly OutboxEntry[]): void {
    const [first] = entries
    if (first === undefined) return
    const receiver = first.lane ?? servers.get(first.kind) ?? ''
    const request = attempt(entries, receiver, kinds[first.kind].longestWaitMs).finally(() =>
      requests.delete(request),
    )
    requests.set(request, receiver)
  }

  /**
   * Somebody may be there again, or a person has tapped: what waits for a lane is tried at once, and for the platform (null) a
   * second after it was tried last, or when what was tapped may go, in `dueMs`.
   */
  function hurry(lane: string | null, dueMs = 0): void {
    if (lane !== null) rests.end(lane)
    else for (const server of servers.values()) rests.shorten(server, queuePatience.firstMs, dueMs)
  }

  return {
    /** Looks again at what is due, in a later turn of the event loop: after a commit that added or took out something. */
    plan,
    /** Looks at once. */
    wake,
    /** A person wants it to go on: ends a pause, and has the platform asked soon where it could not be reached. */
    resume() {
      hurry(null)
      plan()
      token.resume()
    },
    hurry,
    /** It may have been sent since (attempt.ts). */
    doubt: attempts.doubted,
    get paused() {
      return token.paused
    },
    /** Resolves once nothing is on the wire any more, or patience ends; what waits stays on disk. */
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

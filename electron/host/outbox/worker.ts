import { isDeepStrictEqual } from 'node:util'
import { deliveryKinds } from '#contract/deliveries/delivery.ts'
import type { AppError } from '#contract/result.ts'
import type { AgreedTime } from '../clock-skew.ts'
import { createAttempts, storageRetryMs, type AttemptDeps } from './attempt.ts'
import type { OutboxEntry } from './entry.ts'
import { createLanes } from './lanes.ts'
import { byDue, type DueEntry } from './rows.ts'
import type { TokenWord } from './token-word.ts'

/** How many of the platform's requests may be on the wire at once: one slow answer must not hold up the others. */
const mostAtOnce = 4
/** How often a paused outbox asks whether the token is good again. */
const probeEveryMs = 60_000
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

export interface WorkerDeps extends AttemptDeps {
  /** Before it looks at what is due: takes back what time has made too late to send. */
  catchUp(): void
  /** The time by which what is too late is known to be. */
  agreed: AgreedTime
  /** It was paused, or goes on. */
  onPause(): void
}

/** Sends what waits: when each entry is due, how many at once, and when nothing may be sent. */
export function createOutboxWorker(deps: WorkerDeps) {
  const { db, rows, kinds, clock, time, log } = deps
  const attempts = createAttempts({ ...deps, askToken })
  const onWire = new Set<string>()
  /** The platform's. */
  const requests = new Set<Promise<unknown>>()
  const lanes = createLanes({
    rows,
    kinds,
    clock,
    attempt: async (entry) => (await attempt([entry]))[0],
  })
  const platformKinds = deliveryKinds.filter((kind) => kinds[kind].lane === undefined)
  let cancelTimer = (): void => undefined
  let planned: NodeJS.Immediate | null = null
  let paused: AppError | null = null
  let stopped = false
  let probedAt = 0
  /** The token is being asked after: nothing is sent until that is known. */
  let asking: Promise<TokenWord> | null = null
  /** How often a pause was ended, or was to be. */
  let resumes = 0
  /** Up to here those that are due and cannot go have been told so. */
  let heldUpTo = first
  let isTellingMore = false
  /** Whether the waits of entries from before the start are known to be within what they may be. */
  let isPutRight = false

  function pause(error: AppError): void {
    probedAt = clock.monotonic()
    if (isDeepStrictEqual(paused, error)) return
    paused = error
    log.warn('outbox paused', { code: error.code })
    deps.onPause()
  }

  function askToken(): Promise<TokenWord> {
    const before = resumes
    asking ??= deps
      .askToken()
      .then((word) => {
        // What was asked before somebody had it go on says nothing of now: what is sent will tell.
        if (word.kind === 'refused' && before === resumes) pause(word.error)
        return word
      })
      .finally(() => {
        asking = null
        // What it held up goes, also where the pause was ended meanwhile.
        plan()
      })
    return asking
  }

  async function probe(): Promise<void> {
    if ((await askToken()).kind === 'accepted') resume()
  }

  function resume(): void {
    resumes += 1
    if (paused === null) return
    paused = null
    deps.onPause()
    wake()
  }

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
      deps.catchUp()
      // What catching up has added is looked at now: it needs no wake of its own.
      unplan()
      if (paused !== null && clock.monotonic() - probedAt >= probeEveryMs) {
        probedAt = clock.monotonic()
        void probe()
      }
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
    const nextOfLanes = lanes.start()
    for (const batch of nextBatches(now)) begin(batch)
    holdUp()
    const next = rows.nextDue(now)
    const wait = next === null ? Infinity : Date.parse(next) - Date.parse(now)
    const soonest = Math.min(wait, nextOfLanes, paused === null ? Infinity : probeEveryMs)
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

  /** What goes now, each batch in a request of its own. As many are looked at as may go, however many are due. */
  function nextBatches(now: string): OutboxEntry[][] {
    const free = paused === null && asking === null ? mostAtOnce - requests.size : 0
    if (free === 0 || rows.dueOfAll(first, now, 1).length === 0) return []
    const due = platformKinds.flatMap((kind) => {
      const { together: most = 1 } = kinds[kind]
      // One whose mark the disk has refused is on the wire by memory only.
      return rows
        .due(kind, now, Math.max(most, free) + onWire.size)
        .filter(({ id }) => !onWire.has(id))
        .map((each) => ({ ...each, most, batch: most > 1 ? kind : each.id }))
    })
    const batches = new Map<string, string[]>()
    for (const { id, batch, most } of due.toSorted(byDue)) {
      const ids = batches.get(batch) ?? []
      if (ids.length < most && (ids.length > 0 || batches.size < free))
        batches.set(batch, [...ids, id])
    }
    return [...batches.values()]
      .map((ids) => withoutPast(ids.flatMap((id) => rows.get(id) ?? [])))
      .filter((entries) => entries.length > 0)
  }

  /** What seems too late is not sent. Its noun takes it out once the clocks agree (clock-skew.ts); else it goes then. */
  function withoutPast(entries: readonly OutboxEntry[]): OutboxEntry[] {
    const agreedNow = deps.agreed.now()
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
    if (stopped || isTellingMore) return
    const now = time.dueIn(0)
    const due = rows.dueOfAll(heldUpTo, now, mostHeldUp)
    const last = due.at(-1)
    if (last === undefined) return
    attempts.retell(due.flatMap(({ id }) => (onWire.has(id) ? [] : (rows.get(id) ?? []))))
    heldUpTo = last
    isTellingMore = due.length === mostHeldUp
    if (isTellingMore) setImmediate(tellMore)
  }

  function tellMore(): void {
    isTellingMore = false
    try {
      holdUp()
    } catch (cause) {
      // The next wake tells them.
      log.error('outbox not told', { cause: String(cause) })
    }
  }

  /** Answers the entries as they are afterwards; none where the disk refused. */
  async function attempt(entries: readonly OutboxEntry[]): Promise<OutboxEntry[]> {
    for (const { id } of entries) onWire.add(id)
    try {
      return await attempts.send(entries)
    } catch (cause) {
      // The disk refused the mark, so nothing was sent: the next wake tries again.
      log.error('outbox attempt not recorded', { id: entries[0]?.id, cause: String(cause) })
      await new Promise<void>((again) => clock.after(storageRetryMs, again))
      return []
    } finally {
      for (const { id } of entries) onWire.delete(id)
      // In a later turn: where answers take no time, thousands of entries would go in this one.
      plan()
    }
  }

  function begin(entries: readonly OutboxEntry[]): void {
    const request = attempt(entries).finally(() => requests.delete(request))
    requests.add(request)
  }

  return {
    /** Looks again at what is due, in a later turn of the event loop: after a commit that added or took out something. */
    plan,
    /** Looks at once. */
    wake,
    /** Ends a pause. */
    resume,
    /** Ends the wait of a lane. */
    hurry(lane: string) {
      lanes.hurry(lane)
      plan()
    },
    /** It may have been sent since (attempt.ts). */
    doubt: attempts.doubted,
    get paused() {
      return paused
    },
    /** Resolves once nothing is on the wire any more, or patience ends; what waits stays on disk. */
    async stop() {
      stopped = true
      cancelTimer()
      attempts.stop()
      const answered = Promise.all([Promise.allSettled(requests), lanes.idle()])
      await Promise.race([answered, new Promise<void>((go) => clock.after(stopPatienceMs, go))])
    },
  }
}

export type OutboxWorker = ReturnType<typeof createOutboxWorker>

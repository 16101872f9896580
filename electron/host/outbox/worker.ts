import { isDeepStrictEqual } from 'node:util'
import type { AppError } from '#contract/result.ts'
import { createAttempts, type AttemptDeps } from './attempt.ts'
import type { OutboxEntry } from './entry.ts'
import type { TokenWord } from './token-word.ts'

/** How many requests may be on the wire at once: one slow answer must not hold up the others. */
const mostAtOnce = 4
/** How often a paused outbox asks whether the token is good again. */
const probeEveryMs = 60_000
const storageRetryMs = 5_000
/** So many are told in one transaction that they wait. */
const mostHeldUp = 300
/** How long a stop waits for answers; what has none by then is found as interrupted at the next start. */
const stopPatienceMs = 2_000

export interface WorkerDeps extends AttemptDeps {
  /** Before it looks at what is due: takes back what time has made too late to send. */
  catchUp(): void
  /** It was paused, or goes on. */
  onPause(): void
}

/** Sends what waits: when each entry is due, how many at once, and when nothing may be sent. */
export interface OutboxWorker {
  /** Looks again at what is due, in a later turn of the event loop: after a commit that added or took out something. */
  plan(): void
  /** Looks at once. */
  wake(): void
  /** Ends a pause. */
  resume(): void
  readonly paused: AppError | null
  /** It may have been sent since (attempt.ts). */
  doubt(entry: OutboxEntry): void
  /** Resolves once nothing is on the wire any more, or patience ends; what waits stays on disk. */
  stop(): Promise<void>
}

export function createOutboxWorker(deps: WorkerDeps): OutboxWorker {
  const { rows, kinds, clock, log } = deps
  const attempts = createAttempts({ ...deps, askToken })
  const onWire = new Set<string>()
  const requests = new Set<Promise<void>>()
  let cancelTimer = (): void => undefined
  let planned = false
  let paused: AppError | null = null
  let stopped = false
  let probedAt = 0
  /** The token is being asked after: nothing is sent until that is known. */
  let asking: Promise<TokenWord> | null = null
  /** How often a pause was ended, or was to be. */
  let resumes = 0
  /** Due, and held up by a pause or by what is on the wire. */
  const waiting = new Set<string>()

  /** Waits are reckoned on the forward-only clock, so that setting the wall clock neither hurries nor stalls. */
  let dueAt = new Map<string, { written: string; monotonic: number }>()
  function waitOf(entry: OutboxEntry): number {
    const known = dueAt.get(entry.id)
    if (known?.written === entry.dueAt) return known.monotonic - clock.monotonic()
    const wait = Math.min(Math.max(Date.parse(entry.dueAt) - clock.now(), 0), entry.waitMs)
    dueAt.set(entry.id, { written: entry.dueAt, monotonic: clock.monotonic() + wait })
    return wait
  }

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
    if (planned || stopped) return
    planned = true
    setImmediate(() => {
      if (planned) wake()
    })
  }

  function wake(): void {
    cancelTimer()
    if (stopped) return
    try {
      deps.catchUp()
      // What catching up has added is looked at now: it needs no wake of its own.
      planned = false
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
    // What is on the wire by its row only was cut off: by a crash, or by a disk that refused the outcome.
    for (const entry of rows.sending()) if (!onWire.has(entry.id)) attempts.interrupted(entry)
    let soonest = paused === null ? Number.POSITIVE_INFINITY : probeEveryMs
    const batches = new Map<string, OutboxEntry[]>()
    const heldUp: OutboxEntry[] = []
    const pending = rows.pending()
    forget(pending)
    for (const entry of pending) {
      if (onWire.has(entry.id)) continue
      const wait = waitOf(entry)
      const { together } = kinds[entry.kind]
      const batch = batches.get(together?.batch ?? entry.id) ?? []
      if (wait > 0) soonest = Math.min(soonest, wait)
      else if (paused !== null || asking !== null || requests.size + batches.size >= mostAtOnce)
        heldUp.push(entry)
      else if (batch.length < (together?.most ?? 1))
        batches.set(together?.batch ?? entry.id, [...batch, entry])
    }
    holdUp(heldUp)
    for (const batch of batches.values()) begin(batch)
    if (soonest < Number.POSITIVE_INFINITY) cancelTimer = clock.after(soonest, wake)
  }

  /** What is over, or on the wire, is due no more. */
  function forget(pending: readonly OutboxEntry[]): void {
    const ids = new Set(pending.map(({ id }) => id))
    for (const id of waiting) if (!ids.has(id)) waiting.delete(id)
    dueAt = new Map(dueAt.entries().filter(([id]) => ids.has(id) || onWire.has(id)))
  }

  /** Their turn has come and they cannot go: whoever shows them must hear that. Of very many, some now and some soon. */
  function holdUp(entries: readonly OutboxEntry[]): void {
    const untold = entries.filter(({ id }) => !waiting.has(id))
    const some = untold.slice(0, mostHeldUp)
    if (some.length === 0) return
    for (const { id } of some) waiting.add(id)
    attempts.retell(some)
    if (some.length < untold.length) plan()
  }

  function begin(entries: readonly OutboxEntry[]): void {
    for (const { id } of entries) {
      onWire.add(id)
      waiting.delete(id)
    }
    const run = attempts
      .send(entries)
      .catch((cause: unknown) => {
        // The disk refused: the rows still say what they said, and the next wake tries again.
        log.error('outbox attempt not recorded', { id: entries[0]?.id, cause: String(cause) })
        return new Promise<void>((again) => clock.after(storageRetryMs, again))
      })
      .finally(() => {
        for (const { id } of entries) onWire.delete(id)
        requests.delete(run)
        wake()
      })
    requests.add(run)
  }

  return {
    plan,
    wake,
    resume,
    doubt: attempts.doubted,
    get paused() {
      return paused
    },
    async stop() {
      stopped = true
      cancelTimer()
      const answered = Promise.allSettled(requests)
      await Promise.race([answered, new Promise<void>((go) => clock.after(stopPatienceMs, go))])
    },
  }
}

import type { AppError } from '#contract/result.ts'
import { errorCode, type CallResult } from '#platform/failure.ts'
import { isoNow, type Clock } from '../clock.ts'
import type { Database } from '../db/open.ts'
import type { Log } from '../log.ts'
import { afterFailure, afterLoss, type Debt, type Next } from './policy.ts'
import type { OutboxStore } from './store.ts'

/** How many requests may be on the wire at once: one slow answer must not hold up the others. */
const mostAtOnce = 4
/** How many debts go in one request, where they may go together. */
const mostTogether = 50
/** How often a paused outbox asks whether the token is good again. */
const probeEveryMs = 60_000
const storageRetryMs = 5_000
/** How long a stop waits for answers; what has none by then is found as interrupted at the next start. */
const stopPatienceMs = 2_000

export interface WorkerDeps {
  db: Database
  store: OutboxStore
  clock: Clock
  log: Log
  chance: () => number
  /** Whether debts of this kind go together in one request. */
  goesTogether(debt: Debt): boolean
  /** Before it looks at what is due: takes back what time has made too late to send. */
  catchUp(): void
  /** Sends debts in one request; answers what the platform did with each. Never throws. */
  send(debts: readonly Debt[]): Promise<CallResult<unknown>[]>
  /** Whether the token is good (a read that changes nothing). */
  probe(): Promise<boolean>
  /** Within the transaction of every change of a debt; `answer` is the platform's, where it said yes. */
  onChange(debt: Debt, answer?: unknown): void
  /** After the commit. */
  onCommitted(): void
}

/** Pays what is owed: one attempt at a time for each debt, recorded before and after. */
export interface OutboxWorker {
  /** Looks again at what is due: at the start, and after something was added or taken out. */
  wake(): void
  /** Ends a pause. */
  resume(): void
  readonly paused: AppError | null
  /** Resolves once nothing is on the wire any more, or patience ends; what is owed stays on disk. */
  stop(): Promise<void>
}

export function createOutboxWorker(deps: WorkerDeps): OutboxWorker {
  const { db, store, clock, log } = deps
  const onWire = new Set<string>()
  const requests = new Set<Promise<void>>()
  let cancelTimer = (): void => undefined
  let paused: AppError | null = null
  let stopped = false
  let probedAt = 0
  /** Due, and held up by a pause or by what is on the wire. */
  const waiting = new Set<string>()

  /** Waits are reckoned on the forward-only clock, so that setting the wall clock neither hurries nor stalls. */
  const dueAt = new Map<string, { written: string; monotonic: number }>()
  function waitOf(debt: Debt): number {
    const known = dueAt.get(debt.id)
    if (known?.written === debt.dueAt) return known.monotonic - clock.monotonic()
    const wait = Math.min(Math.max(Date.parse(debt.dueAt) - clock.now(), 0), debt.waitMs)
    dueAt.set(debt.id, { written: debt.dueAt, monotonic: clock.monotonic() + wait })
    return wait
  }

  function record(...changes: readonly { debt: Debt; answer?: unknown }[]): void {
    db.transact(() => {
      for (const { debt, answer } of changes) {
        store.keep(debt)
        deps.onChange(debt, answer)
      }
    })
    for (const { debt } of changes) {
      if (debt.state !== 'queued') waiting.delete(debt.id)
      if (!['queued', 'sending', 'unknown'].includes(debt.state)) dueAt.delete(debt.id)
    }
    deps.onCommitted()
  }

  function move(debt: Debt, next: Next): Debt {
    const due = new Date(clock.now() + next.waitMs).toISOString()
    // Nothing happened yet: the ten minutes for repeats begin with the next attempt.
    const firstSentAt = next.state === 'queued' ? null : debt.firstSentAt
    const { state, words, waitMs } = next
    return { ...debt, state, words, dueAt: due, waitMs, firstSentAt }
  }

  const sent = (debt: Debt): Debt => ({
    ...debt,
    state: 'sending',
    attempts: debt.attempts + 1,
    repeats: debt.repeats + (debt.state === 'unknown' ? 1 : 0),
    firstSentAt: debt.firstSentAt ?? isoNow(clock),
  })

  /** What a debt has become by the platform's answer. */
  function outcome(debt: Debt, result: CallResult<unknown>): { debt: Debt; answer?: unknown } {
    if (result.ok) return { debt: { ...debt, state: 'done', words: null }, answer: result.value }
    const { failure } = result
    const next = afterFailure(debt, failure, clock.now(), deps.chance())
    log.warn('outbox attempt failed', { id: debt.id, kind: failure.kind, status: failure.status })
    if (next.pause) pause({ code: errorCode(failure), words: failure.words })
    return { debt: move(debt, next) }
  }

  async function attempt(debts: readonly Debt[]): Promise<void> {
    const sending = debts.map(sent)
    record(...sending.map((debt) => ({ debt })))
    const results = await deps.send(sending)
    record(
      ...sending.flatMap((debt, index) => {
        const result = results[index]
        return result === undefined ? [] : [outcome(debt, result)]
      }),
    )
  }

  function pause(error: AppError): void {
    paused = error
    probedAt = clock.monotonic()
    log.warn('outbox paused', { code: error.code })
  }

  async function probe(): Promise<void> {
    if (await deps.probe()) resume()
  }

  function resume(): void {
    if (paused === null) return
    paused = null
    deps.onCommitted()
    wake()
  }

  function wake(): void {
    cancelTimer()
    if (stopped) return
    try {
      deps.catchUp()
      // It may have woken this already.
      cancelTimer()
      if (paused !== null && clock.monotonic() - probedAt >= probeEveryMs) {
        probedAt = clock.monotonic()
        void probe()
      }
      look()
    } catch (cause) {
      log.error('outbox not read', { cause: String(cause) })
      cancelTimer = clock.after(storageRetryMs, wake)
    }
  }

  /** What is on the wire by its row only was cut off: by a crash, or by a disk that refused the outcome. */
  function reclaim(): void {
    for (const debt of store.sending())
      if (!onWire.has(debt.id))
        record({ debt: move(debt, afterLoss(debt, 'interrupted', clock.now(), deps.chance())) })
  }

  function look(): void {
    reclaim()
    let soonest = paused === null ? Number.POSITIVE_INFINITY : probeEveryMs
    const together: Debt[] = []
    for (const debt of store.owed()) {
      if (onWire.has(debt.id)) continue
      const wait = waitOf(debt)
      if (wait > 0) soonest = Math.min(soonest, wait)
      else if (paused !== null || requests.size >= mostAtOnce) holdUp(debt)
      else if (!deps.goesTogether(debt)) begin([debt])
      else if (together.length < mostTogether) together.push(debt)
    }
    if (together.length > 0) begin(together)
    if (soonest < Number.POSITIVE_INFINITY) cancelTimer = clock.after(soonest, wake)
  }

  /** Its turn has come and it cannot go: whoever shows it must hear that. */
  function holdUp(debt: Debt): void {
    if (waiting.has(debt.id)) return
    waiting.add(debt.id)
    record({ debt })
  }

  function begin(debts: readonly Debt[]): void {
    const run = attempt(debts)
      .catch((cause: unknown) => {
        // The disk refused: the rows still say what they said, and the next wake tries again.
        log.error('outbox attempt not recorded', { id: debts[0]?.id, cause: String(cause) })
        return new Promise<void>((again) => clock.after(storageRetryMs, again))
      })
      .finally(() => {
        for (const { id } of debts) onWire.delete(id)
        requests.delete(run)
        wake()
      })
    for (const { id } of debts) onWire.add(id)
    requests.add(run)
  }

  return {
    wake,
    resume,
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

import { hash } from 'node:crypto'
import type { AppError } from '#contract/result.ts'
import type { PollerStatus } from '#contract/status.ts'
import { appError, type CallResult } from '#platform/call/failure.ts'
import { ordersPageSize, type RawOrderList } from '#platform/orders.ts'
import { eachPage } from '#platform/lists/page.ts'
import type { BackOff } from '../back-off.ts'
import { isoNow, jitter, type Clock } from '../clock.ts'
import type { Arrival } from '../inbox/inbox.ts'
import type { Log } from '../log.ts'

/** How far back the list is asked for, so that a weekend without power still ends on the glass. */
const lookBackMs = 12 * 3_600_000
/** The first time after the database lost something: no backup is older than its last day with orders, mostly. */
const lookBackAfterLossMs = 7 * 24 * 3_600_000
const mostPages = 20
const longestPauseMs = 5 * 60_000

interface PollerDeps {
  clock: Clock
  log: Log
  chance: () => number
  backOff: BackOff
  pollMs: () => number
  /** The database lost something: the first reading goes further back. Default not. */
  hasLost?: boolean
  /** One page of the order list, from an ISO instant on. */
  list(fromDate: string, page: number): Promise<CallResult<RawOrderList>>
  receive(arrival: Arrival): Promise<unknown>
  /** Epoch milliseconds of the last webhook event, null before one. */
  lastEventAt: () => number | null
  onStatus(): void
}

/** What came of asking: how many entries were left out, or why there is no list. */
type Outcome =
  | { leftOut: number }
  | { error: AppError; status: number | null; retryAfterMs: number | null }

/** Asks the order list again and again; the second of the two feeds. */
export interface Poller {
  readonly status: PollerStatus
  start(): void
  /** Asks at once: after a pause, or because someone tapped. */
  wake(): void
  stop(): void
}

export function createPoller(deps: PollerDeps): Poller {
  const { clock } = deps
  let status: PollerStatus = { state: 'waiting', lastOkAt: null, error: null }
  let cancelTimer = (): void => undefined
  let running = false
  let askAgain = false
  let newestStamp = 0
  let stopped = false
  let looksFurther = deps.hasLost ?? false
  const isStopped = (): boolean => stopped
  /** What each order looked like when last seen, so that an unchanged one costs nothing. */
  let seen = new Map<string, string>()

  function show(next: PollerStatus): void {
    status = next
    deps.onStatus()
  }

  async function keep(
    orders: RawOrderList['items'],
    date: string,
    now: Map<string, string>,
  ): Promise<void> {
    const changed: Arrival[] = []
    for (const order of orders) {
      const id = String(order._id)
      const body = JSON.stringify(order)
      const digest = hash('sha256', body, 'hex')
      now.set(id, digest)
      if (seen.get(id) === digest) continue
      changed.push({
        key: `poll:${id.slice(0, 100)}:${digest}:${date}`,
        type: '',
        source: 'poll',
        receivedAt: isoNow(clock),
        toldAt: date,
        body,
        json: order,
      })
    }
    await Promise.all(changed.map((arrival) => deps.receive(arrival)))
  }

  /**
   * How new the list's word is, by the platform's own clock, since ours may be wrong. That clock tells whole seconds
   * (HTTP, Date): the list is taken for the end of its second, and never for older than the list before. Where an
   * event of the same second was newer, the next list says so.
   */
  function stampOf(answeredAt: number | null): string {
    newestStamp = Math.max((answeredAt ?? clock.now()) + 999, newestStamp + 1)
    return new Date(newestStamp).toISOString()
  }

  /** Answers the failure that ended it, or how many entries were left out once every page was kept. */
  async function ask(): Promise<Outcome> {
    const back = looksFurther ? lookBackAfterLossMs : lookBackMs
    const from = new Date(clock.now() - back).toISOString()
    const now = new Map<string, string>()
    let pages = 0
    let left = 0
    // Once and without patience: the next asking is never far, and it sees what moved.
    const pagesRead = { pageSize: ordersPageSize, looksAgain: 0, retries: 0 }
    for await (const page of eachPage((number) => deps.list(from, number), pagesRead)) {
      if (isStopped()) break
      if (!page.ok) return { ...page.failure, error: appError(page.failure) }
      await keep(page.value, stampOf(page.answeredAt), now)
      left += page.leftOut
      pages += 1
      if (pages === mostPages) break
    }
    seen = now
    looksFurther = false
    return { leftOut: left }
  }

  function pauseAfter(came: Outcome): number {
    const every = deps.pollMs()
    // A disk that takes nothing says nothing of the platform.
    if ('error' in came && came.error.code === 'storage') return jitter(every, deps.chance())
    if ('error' in came)
      return deps.backOff.after(came, { firstMs: every, longestMs: longestPauseMs })
    deps.backOff.answered()
    const lastEvent = deps.lastEventAt()
    const flowing = lastEvent !== null && clock.now() - lastEvent < 60_000
    return jitter(flowing ? every * 2 : every, deps.chance())
  }

  async function attempt(): Promise<Outcome> {
    try {
      return await ask()
    } catch (cause) {
      deps.log.error('order list not kept', { cause: String(cause) })
      return { error: { code: 'storage' }, status: null, retryAfterMs: null }
    }
  }

  async function run(): Promise<void> {
    if (running || isStopped()) return
    running = true
    const came = await attempt()
    running = false
    if (isStopped()) return
    if ('error' in came && came.status === 404) {
      show({ ...status, state: 'unsupported', error: null })
      return
    }
    if ('error' in came) {
      const { code, reason } = came.error
      deps.log.warn('order list failed', { code, reason, status: came.status })
      show({ ...status, state: 'failing', error: came.error })
    } else {
      const left = came.leftOut > 0 && { leftOut: came.leftOut }
      show({ state: 'fresh', lastOkAt: isoNow(clock), error: null, ...left })
    }
    const pause = askAgain ? 0 : pauseAfter(came)
    askAgain = false
    cancelTimer = clock.after(pause, run)
  }

  return {
    get status() {
      return status
    },
    start: () => void run(),
    wake() {
      askAgain = running
      cancelTimer()
      void run()
    },
    stop() {
      stopped = true
      cancelTimer()
    },
  }
}

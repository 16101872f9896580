import { hash } from 'node:crypto'
import type { PollerStatus } from '#contract/status.ts'
import { appError, type CallFailure, type CallResult } from '#platform/failure.ts'
import type { OrderList } from '#platform/orders.ts'
import { eachPage } from '#platform/page.ts'
import { isoNow, jitter, type Clock } from '../clock.ts'
import type { Arrival } from '../inbox/inbox.ts'
import type { Log } from '../log.ts'

/** How far back the list is asked for, so that a weekend without power still ends on the glass. */
const lookBackMs = 12 * 3_600_000
const mostPages = 20
const longestPauseMs = 5 * 60_000

interface PollerDeps {
  clock: Clock
  log: Log
  chance: () => number
  pollMs: () => number
  /** One page of the order list, from an ISO instant on. */
  list(fromDate: string, page: number): Promise<CallResult<OrderList>>
  receive(arrival: Arrival): Promise<unknown>
  /** Epoch milliseconds of the last webhook event, null before one. */
  lastEventAt: () => number | null
  onStatus(): void
}

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
  let failures = 0
  let running = false
  let askAgain = false
  let newestStamp = 0
  let stopped = false
  const isStopped = (): boolean => stopped
  /** What each order looked like when last seen, so that an unchanged one costs nothing. */
  let seen = new Map<string, string>()

  function show(next: PollerStatus): void {
    status = next
    deps.onStatus()
  }

  async function keep(
    orders: OrderList['items'],
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

  /** Answers the failure that ended it, or null once every page was kept. */
  async function ask(): Promise<CallFailure | null> {
    const from = new Date(clock.now() - lookBackMs).toISOString()
    const now = new Map<string, string>()
    let pages = 0
    for await (const page of eachPage((number) => deps.list(from, number))) {
      if (!page.ok) return page.failure
      await keep(page.value, stampOf(page.answeredAt), now)
      pages += 1
      if (pages === mostPages) break
    }
    seen = now
    return null
  }

  function pauseAfter(failure: CallFailure | null): number {
    const every = deps.pollMs()
    if (failure !== null)
      return failure.retryAfterMs ?? Math.min(every * 2 ** (failures - 1), longestPauseMs)
    const lastEvent = deps.lastEventAt()
    const flowing = lastEvent !== null && clock.now() - lastEvent < 60_000
    return flowing ? every * 2 : every
  }

  async function run(): Promise<void> {
    if (running || isStopped()) return
    running = true
    let failure: CallFailure | null
    try {
      failure = await ask()
    } catch (cause) {
      deps.log.error('order list not kept', { cause: String(cause) })
      failure = { kind: 'unreadable', status: null, words: 'not kept', retryAfterMs: null }
    }
    running = false
    if (isStopped()) return
    if (failure?.status === 404) {
      show({ ...status, state: 'unsupported', error: null })
      return
    }
    failures = failure === null ? 0 : failures + 1
    if (failure === null) show({ state: 'fresh', lastOkAt: isoNow(clock), error: null })
    else {
      deps.log.warn('order list failed', { kind: failure.kind, status: failure.status })
      show({
        ...status,
        state: 'failing',
        error: appError(failure),
      })
    }
    const pause = askAgain ? 0 : jitter(pauseAfter(failure), deps.chance())
    askAgain = false
    cancelTimer = clock.after(pause, () => void run())
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

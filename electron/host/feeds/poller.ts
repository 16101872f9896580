import { jitter } from '#contract/back-off.ts'
import type { AppError } from '#contract/result.ts'
import type { PollerStatus } from '#contract/status/status.ts'
import type { AnswerMemory } from '#platform/call/answer-memory.ts'
import { appError, type CallResult } from '#platform/call/failure.ts'
import { ordersPageSize, type RawOrderList } from '#platform/orders.ts'
import { eachPage } from '#platform/lists/page.ts'
import { isoNow } from '../clock.ts'
import type { InboxMessage } from '../inbox/inbox.ts'
import type { Context } from '../noun.ts'
import { createLookPlan } from './look-plan.ts'
import { createSeenOrders, onGrid } from './seen-orders.ts'

/** How far back a whole look asks, so that a weekend without power still ends on the wall. */
const lookBackMs = 12 * 3_600_000
/** The first time after the database lost something: no backup is older than its last day with orders, mostly. */
const lookBackAfterLossMs = 7 * 24 * 3_600_000
const mostPages = 40
const longestPauseMs = 5 * 60_000
/** Of orders that came as events and that no look has listed, so many are remembered. */
const mostUnlisted = 1_000

/** What a poller asks, and whom it tells. */
interface PollerParts {
  /** One page of the order list, from an ISO instant on. Of one that is `repeated`, orders need only their ids. */
  list(fromDate: string, page: number): Promise<CallResult<RawOrderList>>
  /** What `list` remembers of its answers. */
  answers: Pick<AnswerMemory, 'bytes' | 'clear'>
  receive(inboxMessage: InboxMessage): Promise<unknown>
  /** When the last webhook event came, on the forward-only clock. Null before one. */
  lastEventAt(): number | null
}

type PollerContext = Pick<
  Context,
  'clock' | 'log' | 'chance' | 'backOff' | 'dialect' | 'settings' | 'damage' | 'statusChanged'
>

/** What came of asking: how many entries were left out, or why there is no list. */
type Outcome =
  | { leftOut: number }
  | { error: AppError; status: number | null; retryAfterMs: number | null }

/**
 * Asks the order list again and again; the second of the two feeds. Mostly it asks from the oldest order that can still
 * change, and for the whole list as often as look-plan.ts says (inbox/README.md, The order list).
 */
export function createPoller(context: PollerContext, parts: PollerParts) {
  const { clock, log, chance, backOff, dialect, settings, damage, statusChanged } = context
  const { list, answers, receive, lastEventAt } = parts
  let status: PollerStatus = { state: 'waiting', lastOkAt: null, error: null }
  let cancelTimer = (): void => undefined
  let running = false
  let askAgain = false
  let newestStamp = 0
  let stopped = false
  /** The database lost something: the first look goes further back. */
  let looksFurther = damage !== null
  /** The entries that the last whole look left out. */
  let leftOutOfWhole = 0
  const isStopped = (): boolean => stopped
  const orders = createSeenOrders(dialect)
  const plan = createLookPlan(clock)
  /** Orders that came as events and that no look has listed: true once that has led to a whole look. */
  const unlisted = new Map<string, boolean>()

  function show(next: PollerStatus): void {
    status = next
    statusChanged()
  }

  /** Keeps what is new or changed among the orders of a page. */
  async function keep(
    page: RawOrderList['items'],
    { date, askedAt, isFirst }: { date: string; askedAt: number; isFirst: boolean },
  ): Promise<void> {
    const changed = orders.changedAmong(page)
    await Promise.all(
      changed.map(({ id, digest, body, order }) =>
        receive({
          key: `poll:${id.slice(0, 100)}:${digest}:${date}`,
          type: '',
          source: 'poll',
          receivedAt: isoNow(clock),
          reportedAt: date,
          body,
          json: order,
        }),
      ),
    )
    // Of what was there before the first look, events may have come before we listened.
    if (!isFirst) for (const { id } of changed) plan.listed(id, orders.lookedAt(id))
    orders.note(page, changed, askedAt)
  }

  /** A page with the same bytes as before: all of its orders are known, unless a whole look has let go of one. */
  function keepRepeated(page: RawOrderList['items'], askedAt: number): void {
    orders.note(page, [], askedAt)
    if (!page.every((order) => orders.has(String(order._id)))) answers.clear()
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

  /** Where the next look begins: at the oldest order that can still change, or as far back as a whole look goes. */
  function windowFrom(isWhole: boolean): string {
    const wholeFrom = onGrid(clock.now() - (looksFurther ? lookBackAfterLossMs : lookBackMs))
    const from = isWhole ? wholeFrom : orders.windowFrom(clock.now(), clock.monotonic(), wholeFrom)
    return new Date(from).toISOString()
  }

  /** Orders that came as events and that this look should have listed: one that is not there is older than its window. */
  function missesAny(receivedBefore: readonly string[]): boolean {
    let misses = false
    for (const id of receivedBefore) {
      if (orders.has(id)) unlisted.delete(id)
      else if (unlisted.get(id) === false) {
        unlisted.set(id, true)
        misses = true
      }
    }
    return misses
  }

  /** Answers the failure that ended it, or how many entries were left out once every page was kept. */
  async function ask(): Promise<Outcome> {
    const askedAt = clock.monotonic()
    const isFirst = status.lastOkAt === null
    const isWhole = plan.isWholeNext()
    const from = windowFrom(isWhole)
    const receivedBefore = [...unlisted.keys()]
    const bytesBefore = answers.bytes
    let requests = 0
    let leftOut = 0
    let isComplete = true
    // Once and without patience: the next asking is never far, and it sees what moved.
    const pagesRead = { pageSize: ordersPageSize, looksAgain: 0, retries: 0 }
    for await (const page of eachPage((number) => list(from, number), pagesRead)) {
      if (isStopped()) break
      if (!page.ok) return { ...page.failure, error: appError(page.failure) }
      if (page.repeated === true) keepRepeated(page.value, askedAt)
      else await keep(page.value, { date: stampOf(page.answeredAt), askedAt, isFirst })
      leftOut += page.leftOut
      requests += 1
      isComplete = page.complete !== false
      if (requests === mostPages) break
    }
    plan.ended({ isWhole, requests, bytes: answers.bytes - bytesBefore, isComplete })
    if (isWhole) {
      orders.forgetBefore(askedAt)
      leftOutOfWhole = leftOut
      looksFurther = false
    }
    if (missesAny(receivedBefore)) plan.gap()
    return { leftOut: Math.max(leftOut, leftOutOfWhole) }
  }

  function pauseAfter(came: Outcome): number {
    const every = settings().pollSeconds * 1000
    // A disk that takes nothing says nothing of the platform.
    if ('error' in came && came.error.code === 'storage') return jitter(every, chance())
    if ('error' in came) return backOff.after(came, { firstMs: every, longestMs: longestPauseMs })
    backOff.answered()
    const lastEvent = lastEventAt()
    const flowing = lastEvent !== null && clock.monotonic() - lastEvent < 60_000 && plan.isProven
    return jitter(flowing ? every * 2 : every, chance())
  }

  async function attempt(): Promise<Outcome> {
    try {
      return await ask()
    } catch (cause) {
      log.error('order list not kept', { cause: String(cause) })
      answers.clear()
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
      log.warn('order list failed', { code, reason, status: came.status })
      plan.gap()
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
    get status(): PollerStatus {
      return status
    },
    start: () => void run(),
    /** An event told something of an order. */
    received(orderId: string): void {
      plan.received(orderId)
      if (orders.has(orderId) || unlisted.has(orderId)) return
      unlisted.set(orderId, false)
      const [oldest] = unlisted.keys()
      if (unlisted.size > mostUnlisted && oldest !== undefined) unlisted.delete(oldest)
    },
    /** Asks for everything at once: after a pause, or because someone tapped. */
    wake(): void {
      plan.gap()
      askAgain = running
      cancelTimer()
      void run()
    },
    stop(): void {
      stopped = true
      cancelTimer()
    },
  }
}

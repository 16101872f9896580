import { jitter } from '#contract/back-off.ts'
import type { AppError } from '#contract/result.ts'
import type { PollerStatus } from '#contract/status/status.ts'
import type { AnswerMemory } from '#platform/call/answer-memory.ts'
import { appError, type CallResult } from '#platform/call/failure.ts'
import { newestOrdersPageSize, ordersPageSize, type RawOrderList } from '#platform/orders.ts'
import { eachPage } from '#platform/lists/page.ts'
import { isoNow } from '../clock.ts'
import type { InboxMessage } from '../inbox/inbox.ts'
import type { Context } from '../noun.ts'
import { createPollPlan } from './poll-plan.ts'
import { createSeenOrders, createSortCheck, onGrid, type ListedOrder } from './seen-orders.ts'
import { createUnlistedOrders } from './unlisted-orders.ts'

/** A platform that ignores our limit lists thousands: this many share a commit. */
const ordersAtOnce = 250

const lookBackMs = 12 * 3_600_000
/**
 * The range of the first look after data loss. The newest backup is usually from the last day with
 * orders.
 */
const lookBackAfterLossMs = 7 * 24 * 3_600_000
const mostPages = 40
const longestPauseMs = 5 * 60_000
interface PollerParts {
  /**
   * Reads one page of the order list with at most `limit` orders, from an ISO instant. In a
   * `repeated` page the orders need only their ids.
   */
  list(fromDate: string, page: number, limit: number): Promise<CallResult<RawOrderList>>
  /** Reads one order by itself. */
  read(orderId: string): Promise<CallResult<RawOrderList['items'][number]>>
  /** The answers that `list` remembers. */
  answers: Pick<AnswerMemory, 'bytes' | 'clear'>
  receive(inboxMessage: InboxMessage): Promise<unknown>
  /** Whether another computer has the kitchen. */
  isAway(): boolean
  /** When the last webhook event arrived, by the monotonic clock; null before the first. */
  lastEventAt(): number | null
}

type PollerContext = Pick<
  Context,
  'clock' | 'log' | 'chance' | 'backOff' | 'dialect' | 'settings' | 'damage' | 'statusChanged'
>

/** Between two looks whether a kitchen that moved to another computer is back. */
const awayMs = 10_000

/**
 * Between two requests for a list that the platform does not offer, at least. Its 404 shows that it
 * can be reached, which nothing else does while no events come. If the 404 came from something on
 * the way, the next answer is the list again.
 */
const notOfferedMs = 20_000

/** The number of entries left out, `not-offered` after a 404, or why there is no list. */
type Outcome =
  | { leftOut: number }
  | 'not-offered'
  | { error: AppError; status: number | null; retryAfterMs: number | null }

/**
 * Polls the order list, the second of the two feeds. Most looks start at the oldest order that can
 * still change; poll-plan.ts decides when to read the whole list (inbox/README.md, The order list).
 */
export function createPoller(context: PollerContext, parts: PollerParts) {
  const { clock, log, chance, backOff, dialect, settings, damage, statusChanged } = context
  const { list, read, answers, receive, lastEventAt, isAway } = parts
  let status: PollerStatus = { state: 'waiting', lastOkAt: null, error: null }
  let cancelTimer = (): void => undefined
  let running = false
  let askAgain = false
  let newestStamp = 0
  let stopped = false
  /** After data loss the first look goes further back. */
  let looksFurther = damage !== null
  /** The number of entries that the last whole look left out. */
  let leftOutOfWhole = 0
  let hasRead = false
  const isStopped = (): boolean => stopped
  const orders = createSeenOrders(dialect)
  const plan = createPollPlan(clock)
  const unlisted = createUnlistedOrders({
    has: orders.has,
    async passOn(id) {
      const result = await read(id)
      if (!result.ok) return result.failure.status === 404
      const date = stampOf(result.answeredAt)
      await Promise.all(orders.changedAmong([result.value]).map((order) => pass(order, date)))
      return true
    },
  })

  function show(next: PollerStatus): void {
    status = next
    statusChanged()
  }

  const pass = ({ id, digest, body, order }: ListedOrder, date: string): Promise<unknown> =>
    receive({
      key: `poll:${id.slice(0, 100)}:${digest}:${date}`,
      type: '',
      source: 'poll',
      receivedAt: isoNow(clock),
      reportedAt: date,
      body,
      json: order,
    })

  /** Passes on the new and changed orders of a page. */
  async function keep(
    page: RawOrderList['items'],
    { date, askedAt, isFirst }: { date: string; askedAt: number; isFirst: boolean },
  ): Promise<void> {
    const changed = orders.changedAmong(page)
    for (let from = 0; from < changed.length; from += ordersAtOnce)
      await Promise.all(changed.slice(from, from + ordersAtOnce).map((order) => pass(order, date)))
    // Events of orders from before the first look may have arrived before we listened.
    if (!isFirst) for (const { id } of changed) plan.listed(id, orders.lookedAt(id))
    orders.note(page, changed, askedAt)
  }

  /**
   * A page with the same bytes as before has only known orders, unless a whole look has forgotten
   * one.
   */
  function keepRepeated(page: RawOrderList['items'], askedAt: number): void {
    orders.note(page, [], askedAt)
    if (!page.every((order) => orders.has(String(order._id)))) answers.clear()
  }

  /**
   * The age of the list, by the platform's clock, since ours may be wrong. HTTP dates are whole
   * seconds: the list counts as from the end of its second, and always as newer than the list
   * before. If an event of the same second was newer, the next list corrects it.
   */
  function stampOf(answeredAt: number | null): string {
    newestStamp = Math.max((answeredAt ?? clock.now()) + 999, newestStamp + 1)
    return new Date(newestStamp).toISOString()
  }

  /**
   * The start of the next look: the oldest order that can still change, or the range of a whole
   * look.
   */
  function windowFrom(isWhole: boolean): string {
    const wholeFrom = onGrid(clock.now() - (looksFurther ? lookBackAfterLossMs : lookBackMs))
    const from = isWhole ? wholeFrom : orders.windowFrom(clock.now(), clock.monotonic(), wholeFrom)
    return new Date(from).toISOString()
  }

  /** Returns the failure, or the number of entries left out once every page is stored. */
  async function ask(): Promise<Outcome> {
    const askedAt = clock.monotonic()
    const isFirst = !hasRead
    const depth = plan.nextDepth()
    const isWhole = depth === 'whole'
    const from = windowFrom(isWhole)
    const pageSize = depth === 'newest' ? newestOrdersPageSize : ordersPageSize
    const receivedBefore = unlisted.ids()
    const bytesBefore = answers.bytes
    let requests = 0
    let leftOut = 0
    let isComplete = true
    const sorting = createSortCheck(newestOrdersPageSize)
    // No repeats and no retries: the next look is soon, and it sees what moved.
    const pagesRead = { pageSize, looksAgain: 0, retries: 0 }
    for await (const page of eachPage((number) => list(from, number, pageSize), pagesRead)) {
      if (isStopped()) break
      if (!page.ok && page.failure.status === 404) return 'not-offered'
      if (!page.ok) return { ...page.failure, error: appError(page.failure) }
      // In a rush more orders are new than a page has.
      const isKnown = orders.has(String(page.value.at(-1)?._id))
      sorting.take(page.value.map((order) => orders.createdAt(order)))
      if (page.repeated === true) keepRepeated(page.value, askedAt)
      else await keep(page.value, { date: stampOf(page.answeredAt), askedAt, isFirst })
      leftOut += page.leftOut
      requests += 1
      isComplete = page.complete !== false
      if (requests === mostPages || (depth === 'newest' && isKnown)) break
    }
    hasRead = true
    const bytes = answers.bytes - bytesBefore
    plan.ended({ depth, requests, bytes, isComplete, isNewestFirst: sorting.isNewestFirst })
    if (isWhole) {
      if (isComplete) await unlisted.readAlone(receivedBefore, isStopped)
      orders.forgetBefore(askedAt)
      leftOutOfWhole = leftOut
      looksFurther = false
    }
    if (unlisted.missesAny(receivedBefore)) plan.gap()
    return { leftOut: Math.max(leftOut, leftOutOfWhole) }
  }

  function pauseAfter(came: Outcome): number {
    const every = settings().pollSeconds * 1000
    if (came !== 'not-offered' && 'error' in came)
      // A storage error doesn't mean that the platform has a problem.
      return came.error.code === 'storage'
        ? jitter(every, chance())
        : backOff.after(came, { firstMs: every, longestMs: longestPauseMs })
    backOff.answered()
    if (came === 'not-offered') return jitter(Math.max(every, notOfferedMs), chance())
    const lastEvent = lastEventAt()
    const flowing = lastEvent !== null && clock.monotonic() - lastEvent < 60_000 && plan.isProven
    return jitter(flowing ? every * 2 : every, chance())
  }

  function showOutcome(came: Outcome, pauseMs: number): void {
    const answered = { lastOkAt: isoNow(clock), pauseMs, error: null }
    if (came === 'not-offered') {
      plan.gap()
      show({ state: 'unsupported', ...answered })
    } else if ('error' in came) {
      const { code, reason } = came.error
      log.warn('order list failed', { code, reason, status: came.status })
      plan.gap()
      show({ ...status, state: 'failing', error: came.error })
    } else {
      show({ state: 'fresh', ...answered, ...(came.leftOut > 0 && { leftOut: came.leftOut }) })
    }
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
    if (isAway()) {
      // Another computer reads it now.
      cancelTimer = clock.after(awayMs, run)
      return
    }
    running = true
    const came = await attempt()
    running = false
    if (isStopped()) return
    const pause = pauseAfter(came)
    showOutcome(came, pause)
    const next = askAgain ? 0 : pause
    askAgain = false
    cancelTimer = clock.after(next, run)
  }

  return {
    get status(): PollerStatus {
      return status
    },
    start: () => void run(),
    /** Call it when an event of an order arrives. */
    received(orderId: string): void {
      plan.received(orderId)
      unlisted.received(orderId)
    },
    /** Reads the whole list at once: after a pause, or because a user asked. */
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

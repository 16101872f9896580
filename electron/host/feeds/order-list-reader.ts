import type { AppError } from '#contract/shared/result.ts'
import type { AnswerMemory } from '#platform/call/answer-memory.ts'
import { appError, type CallResult } from '#platform/call/failure.ts'
import { eachPage } from '#platform/lists/page.ts'
import { newestOrdersPageSize, ordersPageSize, type RawOrderList } from '#platform/orders.ts'
import { isoNow } from '../clock/clock.ts'
import type { NewInboxMessage } from '../inbox/inbox.ts'
import type { Context } from '../noun.ts'
import { PollPlan, type Depth, type LookCost } from './poll-plan.ts'
import { onGrid, SeenOrders, SortCheck, type ListedOrder, UnlistedOrders } from './seen-orders.ts'

/** A platform that ignores our limit lists thousands: this many share a commit. */
const ordersAtOnce = 250

const lookBackMs = 12 * 3_600_000
/**
 * The range of the first look after data loss. The newest backup is usually from the last day with
 * orders.
 */
const lookBackAfterLossMs = 7 * 24 * 3_600_000
const maxPages = 40

export interface OrderListParts {
  /**
   * Reads one page of the order list with at most `limit` orders, from an ISO instant. In a
   * `repeated` page the orders need only their ids.
   */
  list(fromDate: string, page: number, limit: number): Promise<CallResult<RawOrderList>>
  /** Reads one order by itself. */
  read(orderId: string): Promise<CallResult<RawOrder>>
  /** The answers that `list` remembers. */
  answers: Pick<AnswerMemory, 'bytes' | 'clear'>
  receive(inboxMessage: NewInboxMessage): Promise<unknown>
  /** The orders of which events arrived since the last call, and when, by the monotonic clock. */
  takeReceived(): ReadonlyMap<string, number>
}

type RawOrder = RawOrderList['items'][number]

interface LookFailure {
  error: AppError
  status: number | null
  retryAfterMs: number | null
}

/** The number of entries left out, `not-offered` after a 404, or why there is no list. */
export type LookOutcome = { leftOut: number } | 'not-offered' | LookFailure

/** A look at the list. */
interface Look {
  depth: Depth
  /** By the monotonic clock. */
  askedAt: number
  isFirst: boolean
  /** The orders that had arrived as events. */
  receivedBefore: readonly string[]
}

/** What the pages of a look had. */
type LookResult = Omit<LookCost, 'depth'> & { leftOut: number }

/**
 * Reads the order list, and passes on what is new or has changed. Most looks start at the oldest
 * order that can still change; poll-plan.ts decides when to read the whole list.
 */
export class OrderListReader {
  readonly #clock: Context['clock']
  readonly #parts: OrderListParts
  readonly #orders: SeenOrders
  readonly #plan: PollPlan
  readonly #unlisted: UnlistedOrders
  #newestStamp = 0
  #isStopped = false
  /** After data loss the first look goes further back. */
  #looksFurther: boolean
  /** The number of entries that the last whole look left out. */
  #leftOutOfWhole = 0
  #hasRead = false

  constructor(
    { clock, dialect, damage }: Pick<Context, 'clock' | 'dialect' | 'damage'>,
    parts: OrderListParts,
  ) {
    this.#clock = clock
    this.#parts = parts
    this.#looksFurther = damage !== null
    this.#orders = new SeenOrders(dialect)
    this.#plan = new PollPlan(clock)
    this.#unlisted = new UnlistedOrders({
      has: (id) => this.#orders.has(id),
      passOn: (id) => this.#readAlone(id),
    })
  }

  /** Events are reliable: every change in the list also arrived as one. */
  get isProven(): boolean {
    return this.#plan.isProven
  }

  /** Something may have been missed: the next look reads the whole list. */
  gap(): void {
    this.#plan.gap()
  }

  stop(): void {
    this.#isStopped = true
  }

  /** Returns the failure, or the number of entries left out once every page is stored. */
  async look(): Promise<LookOutcome> {
    this.#takeReceived()
    const look: Look = {
      askedAt: this.#clock.monotonic(),
      isFirst: !this.#hasRead,
      depth: this.#plan.nextDepth(),
      receivedBefore: this.#unlisted.ids(),
    }
    const result = await this.#readPages(look)
    if (result === 'not-offered' || 'error' in result) return result
    const { leftOut, ...cost } = result
    this.#hasRead = true
    this.#takeReceived()
    this.#plan.ended({ depth: look.depth, ...cost })
    if (look.depth === 'whole') await this.#endWhole(look, result)
    if (this.#unlisted.missesAny(look.receivedBefore)) this.#plan.gap()
    return { leftOut: Math.max(leftOut, this.#leftOutOfWhole) }
  }

  async #readPages(look: Look): Promise<LookResult | 'not-offered' | LookFailure> {
    const { answers } = this.#parts
    const from = this.#windowFrom(look.depth)
    const pageSize = look.depth === 'newest' ? newestOrdersPageSize : ordersPageSize
    const bytesBefore = answers.bytes
    const result = { leftOut: 0, requests: 0, isComplete: true }
    const sorting = new SortCheck(newestOrdersPageSize)
    // No repeats and no retries: the next look is soon, and it sees what moved.
    const pagesRead = { pageSize, looksAgain: 0, retries: 0 }
    for await (const page of eachPage(
      (number) => this.#parts.list(from, number, pageSize),
      pagesRead,
    )) {
      if (this.#isStopped) break
      if (!page.ok && page.failure.status === 404) return 'not-offered'
      if (!page.ok) return { ...page.failure, error: appError(page.failure) }
      // In a rush more orders are new than a page has.
      const isKnown = this.#orders.has(String(page.value.at(-1)?._id))
      sorting.add(page.value.map((order) => this.#orders.createdAt(order)))
      if (page.repeated === true) this.#noteRepeated(page.value, look.askedAt)
      else await this.#passOnChanged(page.value, this.#stampOf(page.answeredAt), look)
      result.leftOut += page.leftOut
      result.requests += 1
      result.isComplete = page.complete !== false
      if (result.requests === maxPages || (look.depth === 'newest' && isKnown)) break
    }
    const bytes = answers.bytes - bytesBefore
    return { ...result, bytes, isNewestFirst: sorting.isNewestFirst }
  }

  #takeReceived(): void {
    for (const [orderId, at] of this.#parts.takeReceived()) {
      this.#plan.received(orderId, at)
      this.#unlisted.received(orderId)
    }
  }

  async #endWhole(look: Look, { isComplete, leftOut }: LookResult): Promise<void> {
    if (isComplete) await this.#unlisted.readAlone(look.receivedBefore, () => this.#isStopped)
    this.#orders.forgetBefore(look.askedAt)
    this.#leftOutOfWhole = leftOut
    this.#looksFurther = false
  }

  /**
   * The start of the next look: the oldest order that can still change, or the range of a whole
   * look.
   */
  #windowFrom(depth: Depth): string {
    const now = this.#clock.now()
    const wholeFrom = onGrid(now - (this.#looksFurther ? lookBackAfterLossMs : lookBackMs))
    const from =
      depth === 'whole'
        ? wholeFrom
        : this.#orders.windowFrom(now, this.#clock.monotonic(), wholeFrom)
    return new Date(from).toISOString()
  }

  /** Passes on the new and changed orders of a page. */
  async #passOnChanged(page: RawOrder[], date: string, { askedAt, isFirst }: Look): Promise<void> {
    const changed = this.#orders.changedAmong(page)
    for (let from = 0; from < changed.length; from += ordersAtOnce)
      await Promise.all(
        changed.slice(from, from + ordersAtOnce).map((order) => this.#passOn(order, date)),
      )
    this.#takeReceived()
    // Events of orders from before the first look may have arrived before we listened.
    if (!isFirst) for (const { id } of changed) this.#plan.listed(id, this.#orders.lookedAt(id))
    this.#orders.note(page, changed, askedAt)
  }

  #passOn({ id, digest, body, order }: ListedOrder, date: string): Promise<unknown> {
    return this.#parts.receive({
      key: `poll:${id.slice(0, 100)}:${digest}:${date}`,
      type: '',
      source: 'poll',
      receivedAt: isoNow(this.#clock),
      reportedAt: date,
      body,
      json: order,
    })
  }

  /**
   * A page with the same bytes as before has only known orders, unless a whole look has forgotten
   * one.
   */
  #noteRepeated(page: RawOrder[], askedAt: number): void {
    this.#orders.note(page, [], askedAt)
    if (!page.every((order) => this.#orders.has(String(order._id)))) this.#parts.answers.clear()
  }

  /** Passes on one order. Returns false if the platform gave no answer. */
  async #readAlone(id: string): Promise<boolean> {
    const result = await this.#parts.read(id)
    if (!result.ok) return result.failure.status === 404
    const date = this.#stampOf(result.answeredAt)
    const changed = this.#orders.changedAmong([result.value])
    await Promise.all(changed.map((order) => this.#passOn(order, date)))
    return true
  }

  /**
   * The age of the list, by the platform's clock, since ours may be wrong. HTTP dates are whole
   * seconds: the list counts as from the end of its second, and always as newer than the list
   * before. If an event of the same second was newer, the next list corrects it.
   */
  #stampOf(answeredAt: number | null): string {
    this.#newestStamp = Math.max((answeredAt ?? this.#clock.now()) + 999, this.#newestStamp + 1)
    return new Date(this.#newestStamp).toISOString()
  }
}

import text from '../../../resources/practice/loyalty.json' with { type: 'json' }
import type { Random } from '../random.ts'
import { PointAccount, type MovementOrigin, type PointMovement } from './points.ts'

/** An order or a tab that earned points. */
export interface CountedOrder {
  /** Epoch milliseconds. */
  at: number
  /** In the store's currency, without decimals. */
  price: number
  online: boolean
}

export interface ClientHistory {
  /** Oldest first. Expirations in the future are included, because they are already known. */
  movements: PointMovement[]
  /** Oldest first. */
  orders: CountedOrder[]
}

export interface Habit {
  /** The average number of days between orders; null for a client who never orders. */
  gapDays: number | null
  /** The share of online orders, from 0 to 1. */
  onlineShare: number
  /** True for a client who never leaves the program. */
  stays?: boolean
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** How long points last; gifts of the restaurant never expire. */
const lasts = { welcome: 60 * day, accumulation: 180 * day, referral: 365 * day, refund: 90 * day }
const pricePerPoint = 100
const minToRedeem = 200
/** The share of clients who never return after an order. */
const leaves = 0.14

/**
 * Lunch and dinner in Chile, in minutes of the day in UTC, for winter and summer; dinner continues
 * past midnight.
 */
const lunch = { from: 15 * 60 + 30, to: 18 * 60 + 30 }
const dinner = { from: 22 * 60 + 30, to: 26 * 60 }

const randomReference = (random: Random): string =>
  random.between(36 ** 4, 36 ** 5 - 1).toString(36)

const note = (description: string): MovementOrigin => ({
  orderId: null,
  orderCode: null,
  tabId: null,
  description,
})

/** What the movements of one order name. */
class OrderReference {
  readonly #id: string
  readonly #code: string
  readonly #isOnline: boolean

  constructor(random: Random, isOnline: boolean) {
    this.#id = randomReference(random) + randomReference(random)
    this.#code = String(random.between(1000, 99_999))
    this.#isOnline = isOnline
  }

  origin(description: string): MovementOrigin {
    return {
      orderId: this.#isOnline ? `ord-${this.#id}` : null,
      orderCode: this.#isOnline ? `C#${this.#code}` : null,
      tabId: this.#isOnline ? null : `tab-${this.#id}`,
      description,
    }
  }
}

interface Membership {
  userId: string
  /** Epoch milliseconds, as is `until`. */
  joinedAt: number
  until: number
}

/** Generates the history of a client from joining until `until`. */
export class HistoryGenerator {
  readonly #random: Random
  readonly #habit: Habit
  readonly #membership: Membership
  readonly #account: PointAccount
  readonly #orders: CountedOrder[] = []

  constructor(random: Random, habit: Habit, membership: Membership) {
    this.#random = random
    this.#habit = habit
    this.#membership = membership
    this.#account = new PointAccount(membership.userId, text.expiration)
  }

  generate(): ClientHistory {
    const { gapDays } = this.#habit
    if (this.#random.chance(0.6)) this.#welcome()
    if (gapDays !== null) this.#visit(gapDays)
    return { movements: this.#account.close(), orders: this.#orders }
  }

  #welcome(): void {
    const { joinedAt } = this.#membership
    this.#account.credit(
      { type: 'manual', amount: 100, at: joinedAt, origin: note(text.welcome) },
      joinedAt + lasts.welcome,
    )
  }

  /** Orders about every `gapDays` days, until the client leaves the program. */
  #visit(gapDays: number): void {
    const random = this.#random
    const { joinedAt, until } = this.#membership
    let today = Math.ceil(joinedAt / day) * day + random.between(0, gapDays) * day
    do {
      const { from, to } = random.chance(0.4) ? lunch : dinner
      const at = today + random.between(from, to) * minute + random.between(0, 59_999)
      if (at > until) break
      this.#order(at)
      this.#addOtherMovement(at + random.between(60, 600) * minute)
      today += random.between(Math.ceil(gapDays / 2), gapDays * 2) * day
    } while (!random.chance(leaves) || this.#habit.stays === true)
  }

  /**
   * Redeems some points or none. Then earns points for the order, or returns the points if it was
   * cancelled.
   */
  #order(at: number): void {
    const random = this.#random
    const online = random.chance(this.#habit.onlineShare)
    const reference = new OrderReference(random, online)
    const price = random.between(50, 450) * 100 + random.pick([0, 90])
    const redeemed = this.#redeem(at, reference)
    if (redeemed > 0 && random.chance(0.06)) this.#refund(redeemed, at + 25 * minute, reference)
    else this.#earn({ at: at + 40 * minute, price, online }, reference)
  }

  /** Returns how many points the client redeems for an order. */
  #redeem(at: number, reference: OrderReference): number {
    const balance = this.#account.balanceAt(at)
    if (balance < minToRedeem || !this.#random.chance(0.35)) return 0
    const amount = 50 * this.#random.between(2, Math.min(30, Math.floor(balance / 50)))
    this.#account.debit({
      type: 'redemption',
      amount,
      at,
      origin: reference.origin(text.redemption),
    })
    return amount
  }

  #refund(amount: number, at: number, reference: OrderReference): void {
    if (at > this.#membership.until) return
    const origin = reference.origin(text.refund)
    this.#account.credit({ type: 'refund', amount, at, origin }, at + lasts.refund)
  }

  #earn(order: CountedOrder, reference: OrderReference): void {
    const { at, price, online } = order
    if (at > this.#membership.until) return
    const amount = Math.floor(price / pricePerPoint)
    const origin = reference.origin(online ? text.accumulation.online : text.accumulation.inStore)
    this.#account.credit({ type: 'accumulation', amount, at, origin }, at + lasts.accumulation)
    this.#orders.push(order)
  }

  /** A referral, a gift of the restaurant or a correction, without an order. */
  #addOtherMovement(at: number): void {
    const random = this.#random
    if (at > this.#membership.until) return
    if (random.chance(0.05)) {
      this.#account.credit(
        { type: 'referral', amount: 300, at, origin: note(text.referral) },
        at + lasts.referral,
      )
    } else if (random.chance(0.05)) {
      const amount = 50 * random.between(1, 6)
      const origin = note(random.pick(text.gifts))
      this.#account.credit({ type: 'manual', amount, at, origin }, null)
    } else if (this.#account.balanceAt(at) >= 100 && random.chance(0.02)) {
      const origin = note(random.pick(text.corrections))
      this.#account.debit({ type: 'manual', amount: 50, at, origin })
    }
  }
}

import text from '../../../resources/practice/loyalty.json' with { type: 'json' }
import type { Random } from '../random.ts'
import { openPointAccount, type MovementOrigin, type PointMovement } from './points.ts'

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
const fewestToRedeem = 200
/** The share of clients who never return after an order. */
const leaves = 0.14

/**
 * Lunch and dinner in Chile, in minutes of the day in UTC, for winter and summer; dinner continues
 * past midnight.
 */
const lunch = { from: 15 * 60 + 30, to: 18 * 60 + 30 }
const dinner = { from: 22 * 60 + 30, to: 26 * 60 }

const note = (description: string): MovementOrigin => ({
  orderId: null,
  orderCode: null,
  tabId: null,
  description,
})

/** Generates the history of a client from joining until `until`, both in epoch milliseconds. */
export function makeClientHistory(
  random: Random,
  userId: string,
  { gapDays, onlineShare, stays = false }: Habit,
  joinedAt: number,
  until: number,
): ClientHistory {
  const account = openPointAccount(userId, text.expiration)
  const orders: CountedOrder[] = []

  const reference = (): string => random.between(36 ** 4, 36 ** 5 - 1).toString(36)

  function welcome(): void {
    const booking = {
      type: 'manual',
      amount: 100,
      at: joinedAt,
      origin: note(text.welcome),
    } as const
    account.credit(booking, joinedAt + lasts.welcome)
  }

  /**
   * Redeems some points or none. Then earns points for the order, or returns the points if it was
   * cancelled.
   */
  function order(at: number): void {
    const online = random.chance(onlineShare)
    const id = reference() + reference()
    const code = String(random.between(1000, 99_999))
    const origin = (description: string): MovementOrigin => ({
      orderId: online ? `ord-${id}` : null,
      orderCode: online ? `C#${code}` : null,
      tabId: online ? null : `tab-${id}`,
      description,
    })
    const price = random.between(50, 450) * 100 + random.pick([0, 90])
    const held = account.held(at)
    const redeemed =
      held >= fewestToRedeem && random.chance(0.35)
        ? 50 * random.between(2, Math.min(30, Math.floor(held / 50)))
        : 0
    if (redeemed > 0) {
      account.debit({ type: 'redemption', amount: redeemed, at, origin: origin(text.redemption) })
    }
    const cancelledAt = at + 25 * minute
    if (redeemed > 0 && random.chance(0.06)) {
      if (cancelledAt > until) return
      account.credit(
        { type: 'refund', amount: redeemed, at: cancelledAt, origin: origin(text.refund) },
        cancelledAt + lasts.refund,
      )
      return
    }
    const doneAt = at + 40 * minute
    if (doneAt > until) return
    const amount = Math.floor(price / pricePerPoint)
    const description = online ? text.accumulation.online : text.accumulation.inStore
    account.credit(
      { type: 'accumulation', amount, at: doneAt, origin: origin(description) },
      doneAt + lasts.accumulation,
    )
    orders.push({ at: doneAt, price, online })
  }

  /** A referral, a gift of the restaurant or a correction, without an order. */
  function addOtherMovement(at: number): void {
    if (at > until) return
    if (random.chance(0.05)) {
      const booking = { type: 'referral', amount: 300, at, origin: note(text.referral) } as const
      account.credit(booking, at + lasts.referral)
    } else if (random.chance(0.05)) {
      const amount = 50 * random.between(1, 6)
      account.credit({ type: 'manual', amount, at, origin: note(random.pick(text.gifts)) }, null)
    } else if (account.held(at) >= 100 && random.chance(0.02)) {
      const origin = note(random.pick(text.corrections))
      account.debit({ type: 'manual', amount: 50, at, origin })
    }
  }

  if (random.chance(0.6)) welcome()
  if (gapDays !== null) {
    let today = Math.ceil(joinedAt / day) * day + random.between(0, gapDays) * day
    do {
      const { from, to } = random.chance(0.4) ? lunch : dinner
      const at = today + random.between(from, to) * minute + random.between(0, 59_999)
      if (at > until) break
      order(at)
      addOtherMovement(at + random.between(60, 600) * minute)
      today += random.between(Math.ceil(gapDays / 2), gapDays * 2) * day
    } while (!random.chance(leaves) || stays)
  }
  return { movements: account.close(), orders }
}

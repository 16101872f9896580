import type { movementTypes } from '#platform/loyalty.ts'
import { dialect } from '../dialect.ts'

export type MovementType = (typeof movementTypes)[number]

const [credit = '', debit = ''] = dialect.movementDirections.split(' ')

/** The platform's values for points earned and points spent. The amount has no sign. */
export const movementDirections = { credit, debit }

export type MovementDirection = keyof typeof movementDirections

/** The reason of a movement: its order or tab, if any, and a text for the client. */
export interface MovementOrigin {
  orderId: string | null
  orderCode: string | null
  tabId: string | null
  description: string
}

/** Points that one client earned or spent. */
export interface PointMovement {
  userId: string
  type: MovementType
  direction: MovementDirection
  /** Points, never negative. */
  amount: number
  balance: number
  /** Epoch milliseconds. */
  at: number
  /** When earned points expire, epoch milliseconds; null if they never expire, and for spent points. */
  expiresAt: number | null
  origin: MovementOrigin
}

const iso = (instant: number): string => new Date(instant).toISOString()

/**
 * A movement as the platform sends it. Assumption: `originReference.type` is the movement's type,
 * in the values of the filter, because no other field has it.
 */
export const movementView = (movement: PointMovement) => ({
  amount: movement.amount,
  userId: movement.userId,
  createdAt: iso(movement.at),
  balance: movement.balance,
  direction: movementDirections[movement.direction],
  originReference: {
    type: movement.type,
    expiresAt: movement.expiresAt === null ? null : iso(movement.expiresAt),
    ...movement.origin,
  },
})

export type WireMovement = ReturnType<typeof movementView>

/** Points that were earned together and expire together. */
interface PointLot {
  points: number
  /** Epoch milliseconds; null for points that never expire. */
  expiresAt: number | null
}

const endOf = (lot: PointLot): number => lot.expiresAt ?? Infinity

/**
 * The points that a client holds, by expiry. Points are whole numbers and never below 0. Starts
 * without points. Assumption: the points that expire soonest are spent first.
 */
export class PointLots {
  readonly #lots: PointLot[] = []
  #total = 0

  get total(): number {
    return this.#total
  }

  add(points: number, expiresAt: number | null): void {
    const lot = { points, expiresAt }
    const next = this.#lots.findIndex((other) => endOf(other) > endOf(lot))
    this.#lots.splice(next === -1 ? this.#lots.length : next, 0, lot)
    this.#total += points
  }

  /** Spends the points that expire soonest. Throws if there are not enough. */
  spend(points: number): void {
    if (points > this.#total) throw new Error(`${points} points asked for, ${this.#total} held`)
    this.#total -= points
    let rest = points
    for (let [lot] = this.#lots; lot !== undefined && rest > 0; [lot] = this.#lots) {
      const spent = Math.min(lot.points, rest)
      rest -= spent
      lot.points -= spent
      if (lot.points === 0) this.#lots.shift()
    }
  }

  /** The lot that expires first; null if none ever expires. */
  soonest(): { points: number; expiresAt: number } | null {
    const [lot] = this.#lots
    if (lot === undefined || lot.expiresAt === null) return null
    return { points: lot.points, expiresAt: lot.expiresAt }
  }

  /** Soonest to expire first; points that never expire come last. */
  list(): readonly Readonly<PointLot>[] {
    return this.#lots
  }
}

export interface Posting {
  type: MovementType
  /** Points, above 0. */
  amount: number
  /** Epoch milliseconds; never before the previous posting. */
  at: number
  origin: MovementOrigin
}

/**
 * The account of one client, at first without points. Expirations that are due are posted first, so
 * the balance of the last movement is always right.
 */
export class PointAccount {
  readonly #userId: string
  readonly #lots = new PointLots()
  readonly #movements: PointMovement[] = []
  readonly #expiration: MovementOrigin

  /** `expired` is the description of an expiration. */
  constructor(userId: string, expired: string) {
    this.#userId = userId
    this.#expiration = { orderId: null, orderCode: null, tabId: null, description: expired }
  }

  /** The points at an instant (epoch milliseconds), which must not be before the last posting. */
  balanceAt(at: number): number {
    this.#expireUntil(at)
    return this.#lots.total
  }

  credit(posting: Posting, expiresAt: number | null): void {
    this.#expireUntil(posting.at)
    this.#lots.add(posting.amount, expiresAt)
    this.#record('credit', posting, expiresAt)
  }

  /** Throws if there are not enough points. */
  debit(posting: Posting): void {
    this.#expireUntil(posting.at)
    this.#lots.spend(posting.amount)
    this.#record('debit', posting, null)
  }

  /** Posts all future expirations and returns all movements, oldest first. */
  close(): PointMovement[] {
    this.#expireUntil(Infinity)
    return this.#movements
  }

  #expireUntil(at: number): void {
    const lots = this.#lots
    for (let lot = lots.soonest(); lot !== null && lot.expiresAt <= at; lot = lots.soonest()) {
      const { points: amount, expiresAt } = lot
      lots.spend(amount)
      const posting = { amount, at: expiresAt, origin: this.#expiration }
      this.#record('debit', { type: 'expiration', ...posting }, null)
    }
  }

  #record(
    direction: MovementDirection,
    { type, amount, at, origin }: Posting,
    expiresAt: number | null,
  ): void {
    const balance = this.#lots.total
    const userId = this.#userId
    this.#movements.push({ userId, type, direction, amount, balance, at, expiresAt, origin })
  }
}

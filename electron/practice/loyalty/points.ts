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

/**
 * The points that a client holds, by expiry. Points are whole numbers and never below 0. Starts
 * without points. Assumption: the points that expire soonest are spent first.
 */
export function createPointLots() {
  const lots: PointLot[] = []
  const end = (lot: PointLot): number => lot.expiresAt ?? Infinity
  let held = 0
  return {
    held: () => held,
    add(points: number, expiresAt: number | null) {
      const lot = { points, expiresAt }
      const next = lots.findIndex((other) => end(other) > end(lot))
      lots.splice(next === -1 ? lots.length : next, 0, lot)
      held += points
    },
    /** Spends the points that expire soonest. Throws if there are not enough. */
    spend(points: number) {
      if (points > held) throw new Error(`${points} points asked for, ${held} held`)
      held -= points
      let rest = points
      for (let [lot] = lots; lot !== undefined && rest > 0; [lot] = lots) {
        const taken = Math.min(lot.points, rest)
        rest -= taken
        lot.points -= taken
        if (lot.points === 0) lots.shift()
      }
    },
    /** The lot that expires first; null if none ever expires. */
    soonest() {
      const [lot] = lots
      if (lot === undefined || lot.expiresAt === null) return null
      return { points: lot.points, expiresAt: lot.expiresAt }
    },
    /** Soonest to expire first; points that never expire come last. */
    list: (): readonly Readonly<PointLot>[] => lots,
  }
}

export type PointLots = ReturnType<typeof createPointLots>

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
 * the balance of the last movement is always right. `expired` is the description of an expiration.
 */
export function openPointAccount(userId: string, expired: string) {
  const lots = createPointLots()
  const movements: PointMovement[] = []
  const bySelf: MovementOrigin = {
    orderId: null,
    orderCode: null,
    tabId: null,
    description: expired,
  }

  function record(
    direction: MovementDirection,
    { type, amount, at, origin }: Posting,
    expiresAt: number | null,
  ): void {
    movements.push({ userId, type, direction, amount, balance: lots.held(), at, expiresAt, origin })
  }

  function expireUntil(at: number): void {
    for (let lot = lots.soonest(); lot !== null && lot.expiresAt <= at; lot = lots.soonest()) {
      const { points: amount, expiresAt } = lot
      lots.spend(amount)
      record('debit', { type: 'expiration', amount, at: expiresAt, origin: bySelf }, null)
    }
  }

  return {
    /** The points at an instant (epoch milliseconds), which must not be before the last posting. */
    held(at: number) {
      expireUntil(at)
      return lots.held()
    },
    credit(posting: Posting, expiresAt: number | null) {
      expireUntil(posting.at)
      lots.add(posting.amount, expiresAt)
      record('credit', posting, expiresAt)
    },
    /** Throws if there are not enough points. */
    debit(posting: Posting) {
      expireUntil(posting.at)
      lots.spend(posting.amount)
      record('debit', posting, null)
    },
    /** Posts all future expirations and returns all movements, oldest first. */
    close() {
      expireUntil(Infinity)
      return movements
    },
  }
}

import type { movementTypes } from '#platform/loyalty.ts'
import { dialect } from '../dialect.ts'

export type MovementType = (typeof movementTypes)[number]

const [credit = '', debit = ''] = dialect.movementDirections.split(' ')

/** The words of a movement's direction: points that come and points that go; the amount itself has no sign. */
export const movementDirections = { credit, debit }

export type MovementDirection = keyof typeof movementDirections

/** Why a movement took place: the order or the tab it belongs to, if any, and a sentence for the client. */
export interface MovementOrigin {
  orderId: string | null
  orderCode: string | null
  tabId: string | null
  description: string
}

/** Points that came to or went from one client. */
export interface PointMovement {
  userId: string
  type: MovementType
  direction: MovementDirection
  /** Points, never negative. */
  amount: number
  /** The client's points after it. */
  balance: number
  /** Epoch milliseconds. */
  at: number
  /** When the points that came expire, epoch milliseconds; null where they stay, and for points that went. */
  expiresAt: number | null
  origin: MovementOrigin
}

const iso = (instant: number): string => new Date(instant).toISOString()

/**
 * A movement as it is answered. That originReference.type is the movement's type, in the words of the filter, is our
 * assumption: no other field carries it.
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

/** Points that came together and go together. */
interface PointLot {
  points: number
  /** Epoch milliseconds; null for points that stay. */
  expiresAt: number | null
}

/**
 * The points that somebody holds, by when they expire. Points are whole and never below 0. Starts with no points.
 * That points are spent soonest expiry first is our assumption.
 */
export function createPointLots() {
  const lots: PointLot[] = []
  const end = (lot: PointLot): number => lot.expiresAt ?? Infinity
  let held = 0
  return {
    /** All points held. */
    held: () => held,
    add(points: number, expiresAt: number | null) {
      const lot = { points, expiresAt }
      const next = lots.findIndex((other) => end(other) > end(lot))
      lots.splice(next === -1 ? lots.length : next, 0, lot)
      held += points
    },
    /** Takes points, those that expire soonest first. Throws where more are asked for than there are. */
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
    /** The lot that expires first, if one ever does. */
    soonest() {
      const [lot] = lots
      if (lot === undefined || lot.expiresAt === null) return null
      return { points: lot.points, expiresAt: lot.expiresAt }
    },
    /** Soonest to expire first, those that stay last. */
    list: (): readonly Readonly<PointLot>[] => lots,
  }
}

export type PointLots = ReturnType<typeof createPointLots>

/** What is said of a movement that is to be booked. */
export interface ReservationDetails {
  type: MovementType
  /** Points, above 0. */
  amount: number
  /** Epoch milliseconds; never before the booking before it. */
  at: number
  origin: MovementOrigin
}

/**
 * The points of one client as they come and go. What expires by itself is booked on the way, so that the balance
 * is always that of the last movement. Opens an account without points for this user; `expired` describes an
 * expiration.
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
    { type, amount, at, origin }: ReservationDetails,
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
    /** Points held at an instant (epoch milliseconds) that is not before the last booking. */
    held(at: number) {
      expireUntil(at)
      return lots.held()
    },
    credit(booking: ReservationDetails, expiresAt: number | null) {
      expireUntil(booking.at)
      lots.add(booking.amount, expiresAt)
      record('credit', booking, expiresAt)
    },
    /** Throws where there are not that many points. */
    debit(booking: ReservationDetails) {
      expireUntil(booking.at)
      lots.spend(booking.amount)
      record('debit', booking, null)
    },
    /** Books every expiration that is still to come, and answers all movements, oldest first. */
    close() {
      expireUntil(Infinity)
      return movements
    },
  }
}

import { createPointLots } from './point-lots.ts'
import type {
  MovementDirection,
  MovementOrigin,
  MovementType,
  PointMovement,
} from './point-movement.ts'

/** What is said of a movement that is to be booked. */
export interface Booking {
  type: MovementType
  /** Points, above 0. */
  amount: number
  /** Epoch milliseconds; never before the booking before it. */
  at: number
  origin: MovementOrigin
}

/**
 * The points of one client as they come and go. What expires by itself is booked on the way, so that the balance is
 * always that of the last movement.
 */
export interface PointAccount {
  /** Points held at an instant (epoch milliseconds) that is not before the last booking. */
  held(at: number): number
  credit(booking: Booking, expiresAt: number | null): void
  /** Throws where there are not that many points. */
  debit(booking: Booking): void
  /** Books every expiration that is still to come, and answers all movements, oldest first. */
  close(): PointMovement[]
}

/** Opens an account without points for this user; `expired` describes an expiration. */
export function openPointAccount(userId: string, expired: string): PointAccount {
  const lots = createPointLots()
  const movements: PointMovement[] = []
  const bySelf: MovementOrigin = {
    orderId: null,
    orderCode: null,
    tabId: null,
    description: expired,
  }

  function book(
    direction: MovementDirection,
    { type, amount, at, origin }: Booking,
    expiresAt: number | null,
  ): void {
    movements.push({ userId, type, direction, amount, balance: lots.held(), at, expiresAt, origin })
  }

  function expireUntil(at: number): void {
    for (let lot = lots.soonest(); lot !== null && lot.expiresAt <= at; lot = lots.soonest()) {
      const { points: amount, expiresAt } = lot
      lots.spend(amount)
      book('debit', { type: 'expiration', amount, at: expiresAt, origin: bySelf }, null)
    }
  }

  return {
    held(at) {
      expireUntil(at)
      return lots.held()
    },
    credit(booking, expiresAt) {
      expireUntil(booking.at)
      lots.add(booking.amount, expiresAt)
      book('credit', booking, expiresAt)
    },
    debit(booking) {
      expireUntil(booking.at)
      lots.spend(booking.amount)
      book('debit', booking, null)
    },
    close() {
      expireUntil(Infinity)
      return movements
    },
  }
}

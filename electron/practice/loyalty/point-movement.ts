import { dialect } from '../dialect.ts'

/** The types that can be filtered by. */
export const movementTypes = [
  'manual',
  'redemption',
  'accumulation',
  'referral',
  'expiration',
  'refund',
] as const

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

/*
 * Separate from the schemas: the page imports this file without loading zod, whose generated code
 * the page's content security policy blocks.
 */

export const movementTypes = [
  'manual',
  'redemption',
  'accumulation',
  'referral',
  'expiration',
  'refund',
] as const

/** The platform can only sort by the date of joining; the host sorts by the other fields. */
export const guestOrders = ['joined', 'name', 'last-order', 'points'] as const
export type GuestOrder = (typeof guestOrders)[number]

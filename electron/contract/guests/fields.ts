/*
 * Separate from the schemas, so that a page that only asks doesn't load zod, which the page's
 * policy would block.
 */

export const movementTypes = [
  'manual',
  'redemption',
  'accumulation',
  'referral',
  'expiration',
  'refund',
] as const

/** The order of the guest list. The platform itself only has the order of joining. */
export const guestOrders = ['joined', 'name', 'last-order', 'points'] as const
export type GuestOrder = (typeof guestOrders)[number]

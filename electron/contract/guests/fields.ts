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
export const guestOrders = ['joined', 'name', 'visits', 'last-visit', 'points', 'birthday'] as const
export type GuestOrder = (typeof guestOrders)[number]

/** What a host should know at a glance. Stored only in Kitchen Pass. */
export const guestTags = ['vip', 'regular', 'window', 'wheelchair', 'allergy'] as const
export type GuestTag = (typeof guestTags)[number]

/* Apart from the schemas: a page that only asks fetches none of those, and its policy would refuse what they try. */

export const movementTypes = [
  'manual',
  'redemption',
  'accumulation',
  'referral',
  'expiration',
  'refund',
] as const

/** In which order guests are listed: as they joined is the only one that the platform has. */
export const guestOrders = ['joined', 'name', 'last-order', 'points'] as const
export type GuestOrder = (typeof guestOrders)[number]

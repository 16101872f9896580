/* Apart from the schemas: a page that only asks fetches none of those, and its policy would refuse what they try. */

export const movementTypes = [
  'manual',
  'redemption',
  'accumulation',
  'referral',
  'expiration',
  'refund',
] as const

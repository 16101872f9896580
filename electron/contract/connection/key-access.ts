/** The areas of the platform that permissions of an access key may open, one or more rooms each. */
export const keyAreas = [
  'orders',
  'stock',
  'reservations',
  'guests',
  'coupons',
  'payments',
  'store',
] as const
export type KeyArea = (typeof keyAreas)[number]

/**
 * An area that the key may not use, or may only read or change. What isn't known counts as allowed.
 */
export interface NotAllowed {
  area: KeyArea
  what: 'all' | 'read' | 'change'
}

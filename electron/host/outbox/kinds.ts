/**
 * What the platform may have to hear; each is claimed by one noun (noun.ts), or the host does not compile.
 * - `preparation-ready`: an order is prepared. - `stock-switch`: sold out, or always available. - `stock-count`: so many left.
 * - `coupon-change`: what somebody wants of a coupon.
 * - `complete-order`: an order of the outside sales channel is complete.
 * - `reservation`: a table is booked. - `reservation-cancel`: a booked one is cancelled.
 */
export const outboxKinds = [
  'preparation-ready',
  'stock-switch',
  'stock-count',
  'coupon-change',
  'reservation',
  'reservation-cancel',
  'complete-order',
] as const
export type OutboxKind = (typeof outboxKinds)[number]

/**
 * What may be owed to the platform, and whether it may be sent again by itself once its answer was lost
 * (outbox.md, its table). Where it may not, a person decides; nothing is dropped either way.
 */
export const repeatable = {
  'preparation-ready': true,
  /** updateStock with `stock: 0` or `deleteItem`: sold out, or always available. */
  'stock-switch': true,
  /** updateStock with a count: orders have taken from it meanwhile, so a replay oversells. */
  'stock-count': false,
  'preparation-duration': true,
  /** It overwrites what others have set, and cannot be read back. */
  'store-schedule': false,
  /** Settled by reading the coupon again. */
  coupon: false,
  /** A second one is a second table. */
  reservation: false,
  'complete-order': false,
} as const satisfies Record<string, boolean>

export type Owed = keyof typeof repeatable

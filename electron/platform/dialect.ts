/** How sure we are of a name that api.md does not show; the codes of public-facts.md. */
export type Sureness = 'specified' | 'documented' | 'field' | 'inferred' | 'guess'

interface Assumption {
  default: string
  /** Where the default comes from: a section of api.md or public-facts.md. */
  origin: string
  sure: Sureness
}

const assume = (value: string, origin: string, sure: Sureness): Assumption => ({
  default: value,
  origin,
  sure,
})

/**
 * Every name that api.md does not show, with its default, where that comes from and how sure it is.
 * A connection profile may override each one. No such name stands anywhere else in the code.
 */
const assumptions = {
  vendorPrefix: assume(
    'service',
    'public-facts.md 4: live payloads carry a vendor prefix',
    'field',
  ),
  ordersPath: assume('/ecommerce/orders', 'public-facts.md 1.1: List orders', 'documented'),
  orderPath: assume('/ecommerce/orders/{orderId}', 'public-facts.md 1.1: Get order', 'documented'),
  ordersStoresParameter: assume('storesIds', 'public-facts.md 1.1: older list', 'inferred'),
  ordersFromParameter: assume('fromDate', 'public-facts.md 1.1: older list', 'inferred'),
  ordersPageParameter: assume('page', 'public-facts.md 1.1: as the coupon list', 'inferred'),
  ordersLimitParameter: assume('limit', 'public-facts.md 1.1: as the coupon list', 'inferred'),
  menuAvailableOnlyParameter: assume('onlyAvailable', 'public-facts.md 1.9: not found', 'guess'),
  orderCreatedEvent: assume(
    'ecommerce.order.created',
    'public-facts.md 1.4: v3 new order',
    'documented',
  ),
  deliveryTypeDelivery: assume('delivery', 'public-facts.md 1.7', 'documented'),
  deliveryTypePickup: assume('go', 'public-facts.md 1.7', 'documented'),
  deliveryTypeTable: assume('serve', 'public-facts.md 1.7', 'inferred'),
  /** Order statuses, words apart by a blank. */
  statusesCancelled: assume('cancelled canceled', 'public-facts.md 1.3', 'inferred'),
  cancellationReasonFields: assume(
    'reasonMessage reason message',
    'public-facts.md 1.2: reject carries reasonMessage; 1.17: inner fields partly seen',
    'guess',
  ),
  statusesHandedOver: assume('delivering done', 'public-facts.md 1.3', 'inferred'),
} as const satisfies Record<string, Assumption>

export type DialectName = keyof typeof assumptions

/** The names in force for one connection. */
export type Dialect = Record<DialectName, string>

const names = Object.keys(assumptions) as DialectName[]

/** The dialect of a connection: the defaults, and what its profile says otherwise. */
export function createDialect(overrides: Partial<Dialect> = {}): Dialect {
  return Object.fromEntries(
    names.map((name) => [name, overrides[name] ?? assumptions[name].default]),
  ) as Dialect
}

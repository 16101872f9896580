/** How sure we are of a name that api.md does not show; the codes of public-facts.md. */
export type Sureness = 'documented' | 'field' | 'inferred' | 'guess'

export interface Assumption {
  default: string
  /** Where the default comes from: a section of api.md or public-facts.md. */
  origin: string
  sure: Sureness
}

const assume = (value: string, origin: string, sure: Sureness): Assumption => ({
  default: value,
  origin: `public-facts.md ${origin}`,
  sure,
})

/** One assumption for each field of a thing whose inner fields api.md does not show, as `thing.field`. */
function fields<Thing extends string, Field extends string>(
  thing: Thing,
  names: readonly Field[],
  origin: string,
  sure: Sureness,
): Record<`${Thing}.${Field}`, Assumption> {
  const each = names.map((name) => [`${thing}.${name}`, assume(name, origin, sure)])
  return Object.fromEntries(each) as Record<`${Thing}.${Field}`, Assumption>
}

/** Every name that api.md does not show, with its default, where that comes from and how sure it is. */
export const assumptions = {
  /** What live payloads write where api.md says `service`: serviceUserId, serviceCoinsDiscount … */
  vendorPrefix: assume('service', '4: live payloads carry a vendor prefix', 'field'),
  /** How a query carries an array: `repeated` (a=1&a=2), `brackets` (a[]=1&a[]=2) or `commas` (a=1,2). */
  queryArrays: assume('repeated', '1.10: not found', 'guess'),

  /** What stands in version 1's address where version 3's ends in v3, where a shop gives none. */
  version1Segment: assume('v1', '1.11: every method is /api/v1/<method>', 'inferred'),

  ordersPath: assume('/ecommerce/orders', '1.1: List orders', 'documented'),
  orderPath: assume('/ecommerce/orders/{orderId}', '1.1: Get order', 'documented'),
  ordersStoresParameter: assume('storesIds', '1.1: older list', 'inferred'),
  ordersFromParameter: assume('fromDate', '1.1: older list', 'inferred'),
  ordersPageParameter: assume('page', '1.1: as the coupon list', 'inferred'),
  ordersLimitParameter: assume('limit', '1.1: as the coupon list', 'inferred'),

  menuAvailableOnlyParameter: assume('onlyAvailable', '1.9: not found', 'guess'),
  ...fields(
    'menu',
    ['name', 'priority', 'storesIds', 'externalId', 'channels', 'daysBefore', 'schedule'],
    '1.9',
    'documented',
  ),
  ...fields(
    'menuProduct',
    [
      'name',
      'description',
      'externalId',
      'priority',
      'price',
      'discount',
      'available',
      'informativeStamps',
      'categoriesExternalIds',
      'modifiersExternalIds',
      'images',
    ],
    '1.9',
    'documented',
  ),
  ...fields('menuCategory', ['name', 'externalId', 'priority'], '1.9', 'documented'),
  ...fields(
    'menuModifier',
    [
      'name',
      'shortName',
      'description',
      'optional',
      'min',
      'max',
      'internalName',
      'externalId',
      'optionIds',
    ],
    '1.9',
    'documented',
  ),
  ...fields(
    'menuOption',
    ['name', 'internalName', 'max', 'externalId', 'price', 'discount', 'available'],
    '1.9',
    'documented',
  ),

  clientsPageParameter: assume('page', '1.10: not found', 'guess'),
  clientsPageSizeParameter: assume('pageSize', '1.10: hinted at by answers', 'guess'),
  clientsSearchParameter: assume('search', '1.10: not found', 'guess'),
  clientsStatusParameter: assume('status', '1.10: hinted at by answers', 'guess'),
  /** Values of the client-status filter, words apart by a blank; the first leaves nobody out. */
  clientStatuses: assume('all active inactive', '1.16: not found', 'guess'),
  exportPageSizeParameter: assume('pageSize', '1.10: hinted at by answers', 'guess'),
  exportCursorParameter: assume('lastSeenId', '1.10: hinted at by answers', 'guess'),
  movementsFromParameter: assume('startDate', '1.10: as the summary', 'guess'),
  movementsToParameter: assume('endDate', '1.10: as the summary', 'guess'),
  movementsTypeParameter: assume('type', '1.10: not found', 'guess'),
  movementsPageParameter: assume('page', '1.10: hinted at by answers', 'guess'),
  movementsPageSizeParameter: assume('pageSize', '1.10: hinted at by answers', 'guess'),
  /** A movement's direction: points that come, and points that go. */
  movementDirections: assume('credit debit', '1.16: not found', 'guess'),

  /** What a delivery discount takes off: an amount, or a share. */
  couponDeliveryDiscountTypes: assume('fixed percentage', '1.7: not found', 'guess'),

  tabsFromParameter: assume('fromDate', '1.10: by analogy with the tab list', 'inferred'),
  tabsToParameter: assume('toDate', '1.10: by analogy with the tab list', 'inferred'),
  tabsPageParameter: assume('page', '1.10: by analogy with the tab list', 'inferred'),
  tabsLimitParameter: assume('limit', '1.10: by analogy with the tab list', 'inferred'),
  tabsSortParameter: assume('sortBy', '1.10: by analogy with the tab list', 'inferred'),
  tabsOrderParameter: assume('sortType', '1.10: by analogy with the tab list', 'inferred'),
  /** The order of the tab lists when none is asked for: `asc` or `desc`. */
  tabsDefaultOrder: assume('desc', '1.10: not found', 'guess'),

  /** Authorization of complete-order; {token} is the sales channel's. */
  completeOrderAuthorization: assume('{token}', '1.12: the bare token', 'documented'),
  /** Authorization of updateStoreSchedule; {token} is the API token. */
  scheduleAuthorization: assume('Bearer {token}', '1.11: as every v1 call', 'inferred'),
  /** How "no closure" is written to updateStoreSchedule: `text` ("null") or `null`. */
  noClosure: assume('text', '1.8: api.md shows the literal text null', 'documented'),
  /** The numbers of Monday to Sunday in daysOfWeek. */
  weekdays: assume('1 2 3 4 5 6 7', '1.8: 1 is Monday', 'inferred'),
  ...fields(
    'schedule',
    ['specialPeriods', 'isAvailableNow', 'availableStateValidUntil', 'timezone'],
    '1.8',
    'field',
  ),

  orderCreatedEvent: assume('ecommerce.order.created', '1.4: v3 new order', 'documented'),
  /** The older webhooks, which some stores still have registered. */
  newOrderEvent: assume('newOrder', '1.4: v2 new order', 'documented'),
  orderStatusEvent: assume('orderStatusUpdated', '1.4: v2 status change', 'documented'),
  orderItemsEvent: assume('orderItemsUpdated', '1.4: v2 order edited', 'documented'),
  deliveryEvent: assume('deliveryUpdated', '1.4: v2 delivery change', 'documented'),
  ...fields(
    'orderStatusEvent',
    ['previousOrderStatus', 'newOrderStatus'],
    '1.4: v2 status change',
    'documented',
  ),

  deliveryTypeDelivery: assume('delivery', '1.7', 'documented'),
  deliveryTypePickup: assume('go', '1.7', 'documented'),
  deliveryTypeTable: assume('serve', '1.7', 'inferred'),
  /** Order statuses, words apart by a blank. */
  statusesCancelled: assume('cancelled canceled', '1.3', 'inferred'),
  statusesHandedOver: assume('delivering done', '1.3', 'inferred'),
  cancellationReasonFields: assume(
    'reasonMessage reason message',
    '1.2: reject carries reasonMessage; 1.17: inner fields partly seen',
    'guess',
  ),
  ...fields(
    'driver',
    ['code', 'type', 'phone', 'name', 'categoryId', 'image'],
    '1.6',
    'documented',
  ),
} as const satisfies Record<string, Assumption>

export type DialectName = keyof typeof assumptions

import type { NameArea } from '#contract/doctor.ts'

/**
 * Where an assumed name comes from: the platform's other public pages or those of an older version (`documented`),
 * live traffic (`field`), its neighbours (`inferred`), or nowhere (`guess`). platform/README.md, Assumptions.
 */
export type Sureness = 'documented' | 'field' | 'inferred' | 'guess'

export interface Assumption {
  default: string
  area: NameArea
  sure: Sureness
  /** What is assumed, in plain words for the report. */
  assumes: string
}

/** Makes assumptions of one area that are equally sure. */
const about =
  (area: NameArea, sure: Sureness) =>
  (value: string, assumes: string): Assumption => ({ default: value, area, sure, assumes })

/** One assumption for each field of a thing whose inner fields are not specified, as `thing.field`. */
function fields<Thing extends string, Field extends string>(
  thing: Thing,
  names: readonly Field[],
  { area, sure, of }: Pick<Assumption, 'area' | 'sure'> & { of: string },
): Record<`${Thing}.${Field}`, Assumption> {
  const assume = about(area, sure)
  const each = names.map((name) => [
    `${thing}.${name}`,
    assume(name, `The field "${name}" of ${of}`),
  ])
  return Object.fromEntries(each) as Record<`${Thing}.${Field}`, Assumption>
}

const menu = (of: string) => ({ area: 'menus', sure: 'documented', of }) as const
const ordersLike = about('orders', 'inferred')
const loyalty = about('loyalty', 'guess')
const tabs = about('tabs', 'inferred')
const event = about('events', 'documented')

/** Every name that is not specified, with its default, what it is and how sure it is. */
export const assumptions = {
  vendorPrefix: about('connection', 'field')(
    'service',
    'The word before UserId and CoinsDiscount: live traffic has the name of whoever runs the platform',
  ),
  queryArrays: about('connection', 'guess')(
    'repeated',
    'How a list in a question is written: repeated a=1&a=2, brackets a[]=1&a[]=2, commas a=1,2',
  ),
  version1Segment: about('connection', 'inferred')(
    'v1',
    'The end of version 1’s address, where version 3’s ends in v3 and the shop gives none',
  ),

  ordersPath: about('orders', 'documented')('/ecommerce/orders', 'Where orders are listed'),
  orderPath: about('orders', 'documented')(
    '/ecommerce/orders/{orderId}',
    'Where one order is read',
  ),
  ordersStoresParameter: ordersLike(
    'storesIds',
    'The stores asked for, as in the older order list',
  ),
  ordersFromParameter: ordersLike('fromDate', 'The time to begin at, as in the older order list'),
  ordersPageParameter: ordersLike('page', 'The page of the order list, as in the coupon list'),
  ordersLimitParameter: ordersLike('limit', 'The page size of orders, as in the coupon list'),

  menuAvailableOnlyParameter: about('menus', 'guess')(
    'onlyAvailable',
    'The wish to leave out of a menu what cannot be ordered',
  ),
  ...fields(
    'menu',
    ['name', 'priority', 'storesIds', 'externalId', 'channels', 'daysBefore', 'schedule'],
    menu('a menu'),
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
    menu('a product on a menu'),
  ),
  ...fields('menuCategory', ['name', 'externalId', 'priority'], menu('a category on a menu')),
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
    menu('a modifier on a menu'),
  ),
  ...fields(
    'menuOption',
    ['name', 'internalName', 'max', 'externalId', 'price', 'discount', 'available'],
    menu('an option on a menu'),
  ),

  clientsPageParameter: loyalty('page', 'The page of the client list'),
  clientsPageSizeParameter: loyalty('pageSize', 'The page size of clients, a word of other lists'),
  clientsSearchParameter: loyalty('search', 'The text to search clients for'),
  clientsStatusParameter: loyalty('status', 'The client status asked for, a word of the answer'),
  clientStatuses: loyalty('all active inactive', 'The client statuses; the first is everybody'),
  exportPageSizeParameter: loyalty('pageSize', 'The page size of the export, as in its answer'),
  exportCursorParameter: loyalty(
    'lastSeenId',
    'The client to go on after; the answer has its next',
  ),
  movementsFromParameter: loyalty('startDate', 'The first day of movements, as in the summary'),
  movementsToParameter: loyalty('endDate', 'The last day of movements, as in the summary'),
  movementsTypeParameter: loyalty('type', 'The type of movement asked for'),
  movementsPageParameter: loyalty('page', 'The page of movements, as in the answer'),
  movementsPageSizeParameter: loyalty('pageSize', 'The page size of movements, as in the answer'),
  movementDirections: loyalty('credit debit', 'Points that come, and points that go'),

  couponDeliveryDiscountTypes: about('coupons', 'guess')(
    'fixed percentage',
    'A delivery discount that is an amount, and one that is a share',
  ),

  tabsFromParameter: tabs('fromDate', 'The time to begin at, as in the list of tabs'),
  tabsToParameter: tabs('toDate', 'The time to end at, as in the list of tabs'),
  tabsPageParameter: tabs('page', 'The page, as in the list of tabs'),
  tabsLimitParameter: tabs('limit', 'The page size, as in the list of tabs'),
  tabsSortParameter: tabs('sortBy', 'The field to sort by, as in the list of tabs'),
  tabsOrderParameter: tabs('sortType', 'Upwards or downwards, as in the list of tabs'),
  tabsDefaultOrder: about('tabs', 'guess')('desc', 'The order where none is asked: asc or desc'),

  completeOrderAuthorization: about('channels', 'documented')(
    '{token}',
    'How a sales channel’s token is presented: by itself',
  ),
  scheduleAuthorization: about('stores', 'inferred')(
    'Bearer {token}',
    'How the token is presented to change a schedule: as everywhere in version 1',
  ),
  noClosure: about('stores', 'documented')(
    'text',
    'How a schedule says that there is no closure: text writes the word null, null writes none',
  ),
  weekdays: about('stores', 'inferred')('1 2 3 4 5 6 7', 'The numbers of Monday to Sunday'),
  ...fields(
    'schedule',
    ['specialPeriods', 'isAvailableNow', 'availableStateValidUntil', 'timezone'],
    { area: 'stores', sure: 'field', of: 'a schedule' },
  ),

  orderCreatedEvent: event('ecommerce.order.created', 'A new order'),
  newOrderEvent: event('newOrder', 'A new order, in the older events'),
  orderStatusEvent: event('orderStatusUpdated', 'A change of status, in the older events'),
  orderItemsEvent: event('orderItemsUpdated', 'A change of items or sums, in the older events'),
  deliveryEvent: event('deliveryUpdated', 'A change of the delivery, in the older events'),
  ...fields('orderStatusEvent', ['previousOrderStatus', 'newOrderStatus'], {
    area: 'events',
    sure: 'documented',
    of: 'an older change of status',
  }),

  deliveryTypeDelivery: about('orders', 'documented')('delivery', 'An order that is delivered'),
  deliveryTypePickup: about('orders', 'documented')('go', 'An order that is picked up'),
  deliveryTypeTable: ordersLike('serve', 'An order that is eaten at a table'),
  statusesCancelled: ordersLike('cancelled canceled', 'Statuses of an order that is cancelled'),
  statusesHandedOver: ordersLike('delivering done', 'Statuses of an order that left the kitchen'),
  cancellationReasonFields: about('orders', 'guess')(
    'reasonMessage reason message',
    'Fields that may say why an order was cancelled; the first is the one that a reject sends',
  ),
  ...fields('driver', ['code', 'type', 'phone', 'name', 'categoryId', 'image'], {
    area: 'deliveries',
    sure: 'documented',
    of: 'a driver',
  }),
} as const satisfies Record<string, Assumption>

export type DialectName = keyof typeof assumptions

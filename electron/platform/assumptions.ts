import {
  about,
  fields,
  identifier,
  oneOf,
  path,
  pathSegment,
  pathWith,
  tokenTemplate,
  weekdayNumbers,
  wholeMinutes,
  termList,
  termsOrNone,
  type Assumption,
  type Sureness,
} from './assumption.ts'

const ordersLike = about('orders', 'inferred')
const loyalty = about('loyalty', 'guess')
const tabs = about('tabs', 'inferred')
const menu = (of: string, sure: Sureness = 'documented') => ({ area: 'menus', sure, of }) as const
const event = about('events', 'documented')
const permissions = (of: string): Assumption =>
  about('connection', 'guess')(
    '',
    `The permissions of a key that open ${of}; nothing if they aren’t known`,
    termsOrNone,
  )

/** Every name that isn't specified, with its default, meaning and certainty. */
export const assumptions = {
  vendorPrefix: about('connection', 'field')(
    'service',
    'The word before UserId and CoinsDiscount: live traffic has the name of whoever runs the platform',
    identifier,
  ),
  queryArrays: about('connection', 'guess')(
    'repeated',
    'How a list in a question is written: repeated a=1&a=2, brackets a[]=1&a[]=2, commas a=1,2',
    oneOf('repeated', 'brackets', 'commas'),
  ),
  version1Segment: about('connection', 'inferred')(
    'v1',
    'The end of version 1’s address, where version 3’s ends in v3 and the shop gives none',
    pathSegment,
  ),

  probePath: about('connection', 'guess')(
    '/',
    'Below the address of version 1 or of tabs, if it has a server of its own: what is read to see whether it answers, with any status below 500',
    path,
  ),

  permissionsOrders: permissions('orders'),
  permissionsStock: permissions('menus and stock'),
  permissionsReservations: permissions('reservations'),
  permissionsGuests: permissions('the points program'),
  permissionsCoupons: permissions('coupons'),
  permissionsPayments: permissions('payments, shifts and waste'),
  permissionsStore: permissions('preparation time and opening hours'),

  ...fields('store', 'externalId', {
    area: 'connection',
    sure: 'inferred',
    of: 'a store that a token sees, as in the store itself',
  }),

  ordersPath: about('orders', 'documented')('/ecommerce/orders', 'Where orders are listed', path),
  orderPath: about('orders', 'documented')(
    '/ecommerce/orders/{orderId}',
    'Where one order is read',
    pathWith('{orderId}'),
  ),
  ordersStoresParameter: ordersLike(
    'storesIds',
    'The stores asked for, as in the older order list',
  ),
  ordersFromParameter: ordersLike('fromDate', 'The time to begin at, as in the older order list'),
  ordersPageParameter: ordersLike('page', 'The page of the order list, as in the coupon list'),
  ordersLimitParameter: ordersLike('limit', 'The page size of orders, as in the coupon list'),
  ordersListedWithinMinutes: about('orders', 'guess')(
    '30',
    'How many minutes after it was made an order may first be listed: one that is paid online waits for that',
    wholeMinutes,
  ),

  menuAvailableOnlyParameter: about('menus', 'guess')(
    'onlyAvailable',
    'The wish to leave out of a menu what cannot be ordered',
  ),
  // A thing on a menu and its links may have several names, of which a platform uses some
  // (platform/README.md, Menus).
  ...fields(
    'menu',
    'name priority storesIds externalId channels daysBefore schedule',
    menu('a menu'),
  ),
  ...fields('menu', '_id menuId', menu('a menu', 'inferred')),
  ...fields(
    'menuProduct',
    'name description externalId priority price discount available',
    menu('a product on a menu'),
  ),
  ...fields(
    'menuProduct',
    'informativeStamps categoriesExternalIds modifiersExternalIds modifiersNames images',
    menu('a product on a menu'),
  ),
  ...fields(
    'menuProduct',
    '_id productId importId categoriesIds categoriesNames modifiersIds',
    menu('a product on a menu, as in the product itself', 'inferred'),
  ),
  ...fields('menuProduct', 'id categoryId', menu('a product on a menu', 'guess')),
  ...fields('menuCategory', 'name externalId priority', menu('a category on a menu')),
  ...fields('menuCategory', '_id', menu('a category on a menu', 'inferred')),
  ...fields(
    'menuCategory',
    'categoryId id productsIds productsExternalIds',
    menu('a category on a menu', 'guess'),
  ),
  ...fields(
    'menuModifier',
    'name shortName description optional min max internalName externalId optionIds',
    menu('a modifier on a menu'),
  ),
  ...fields('menuModifier', '_id modifierId', menu('a modifier on a menu', 'inferred')),
  ...fields(
    'menuModifier',
    'id optionsIds optionsExternalIds productsIds productsExternalIds',
    menu('a modifier on a menu', 'guess'),
  ),
  ...fields(
    'menuOption',
    'name internalName max externalId price discount available',
    menu('an option on a menu'),
  ),
  ...fields('menuOption', '_id optionId modifierOptionId', menu('an option on a menu', 'inferred')),
  ...fields(
    'menuOption',
    'id modifierId modifierExternalId modifiersIds modifiersExternalIds',
    menu('an option on a menu', 'guess'),
  ),

  clientsPageParameter: loyalty('page', 'The page of the client list'),
  clientsPageSizeParameter: loyalty('pageSize', 'The page size of clients, a word of other lists'),
  clientsSearchParameter: loyalty('search', 'The text to search clients for'),
  clientsStatusParameter: loyalty('status', 'The client status asked for, a word of the answer'),
  clientStatuses: loyalty(
    'all active inactive',
    'The client statuses; the first is everybody',
    termList(2),
  ),
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
  movementDirections: loyalty(
    'credit debit',
    'Points that come, and points that go',
    termList(2, 2),
  ),

  couponDeliveryDiscountTypes: about('coupons', 'guess')(
    'fixed percentage',
    'A delivery discount that is an amount, and one that is a share',
    termList(2, 2),
  ),
  couponCleared: about('coupons', 'guess')(
    'null',
    'How a field of a coupon is cleared: null writes none, empty an empty text, text the word null',
    oneOf('null', 'empty', 'text'),
  ),

  reservationPath: about('reservations', 'documented')(
    '/reservations/reservation/{reservationId}',
    'Where one reservation is cancelled',
  ),

  tabsFromParameter: tabs('fromDate', 'The time to begin at, as in the list of tabs'),
  tabsToParameter: tabs('toDate', 'The time to end at, as in the list of tabs'),
  tabsPageParameter: tabs('page', 'The page, as in the list of tabs'),
  tabsLimitParameter: tabs('limit', 'The page size, as in the list of tabs'),
  tabsSortParameter: tabs('sortBy', 'The field to sort by, as in the list of tabs'),
  tabsOrderParameter: tabs('sortType', 'Upwards or downwards, as in the list of tabs'),
  tabsDefaultOrder: about('tabs', 'guess')(
    'desc',
    'The order where none is asked: asc or desc',
    oneOf('asc', 'desc'),
  ),

  completeOrderAuthorization: about('channels', 'documented')(
    '{token}',
    'How a sales channel’s token is presented: by itself',
    tokenTemplate,
  ),
  scheduleAuthorization: about('stores', 'inferred')(
    'Bearer {token}',
    'How the token is presented to change a schedule: as everywhere in version 1',
    tokenTemplate,
  ),
  noClosure: about('stores', 'documented')(
    'text',
    'How a schedule says that there is no closure: text writes the word null, null writes none',
    oneOf('text', 'null'),
  ),
  pauseOperation: about('stores', 'documented')(
    'temporaryClose',
    'How a store is closed for a while: temporaryClose, or updateStoreSchedule where there is no such path',
    oneOf('temporaryClose', 'updateStoreSchedule'),
  ),
  temporaryClosePath: about('stores', 'documented')(
    '/ecommerce/stores/{storeId}/temporary-close',
    'Where a store is closed for a while',
    pathWith('{storeId}'),
  ),
  stockOperation: about('stores', 'guess')(
    'updateStock',
    'What sells a product out: updateStock, or outOfStock, the operation for one product',
    oneOf('updateStock', 'outOfStock'),
  ),
  outOfStockPath: about('stores', 'documented')(
    '/ecommerce/stores/{storeId}/products/{productId}/out-of-stock',
    'Where one product is sold out, or available again, at once',
    pathWith('{storeId}', '{productId}'),
  ),
  weekdays: about('stores', 'inferred')(
    '1 2 3 4 5 6 7',
    'The numbers of Monday to Sunday',
    weekdayNumbers,
  ),
  ...fields('schedule', 'specialPeriods timezone', {
    area: 'stores',
    sure: 'field',
    of: 'a schedule',
  }),

  orderCreatedEvent: event('ecommerce.order.created', 'A new order'),
  newOrderEvent: event('newOrder', 'A new order, in the older events'),
  orderStatusEvent: event('orderStatusUpdated', 'A change of status, in the older events'),
  orderItemsEvent: event('orderItemsUpdated', 'A change of items or sums, in the older events'),
  deliveryEvent: event('deliveryUpdated', 'A change of the delivery, in the older events'),
  ...fields('orderStatusEvent', 'newOrderStatus', {
    area: 'events',
    sure: 'documented',
    of: 'an older change of status',
  }),

  deliveryTypeDelivery: about('orders', 'documented')('delivery', 'An order that is delivered'),
  deliveryTypePickup: about('orders', 'documented')('go', 'An order that is picked up'),
  deliveryTypeTable: ordersLike('serve', 'An order that is eaten at a table'),
  statusesCancelled: ordersLike(
    'cancelled canceled',
    'Statuses of an order that is cancelled',
    termList(),
  ),
  stationField: about('orders', 'guess')(
    'station',
    'The field of a product’s metadata that names the station that makes it',
    identifier,
  ),
  courseField: about('orders', 'guess')(
    'course',
    'The field of a product’s metadata that names its course of the meal: a number, or a word such as starter',
    identifier,
  ),
  defaultOptionField: about('orders', 'guess')(
    'default',
    'The field of an option’s metadata that says that the product comes with it',
    identifier,
  ),
  statusesReady: about('orders', 'guess')(
    'ready prepared',
    'Statuses of an order that somebody marked ready and that is still in the kitchen',
    termList(),
  ),
  statusesHandedOver: ordersLike(
    'delivering done',
    'Statuses of an order that left the kitchen',
    termList(),
  ),
  statusesFinal: ordersLike(
    'done cancelled canceled',
    'Statuses that are the last of an order: a while later nothing of it is expected to change',
    termList(),
  ),
  deliveryStatusesDone: about('deliveries', 'documented')(
    'done',
    'Statuses of a delivery that has arrived, as in older events',
    termList(),
  ),
  originFields: about('orders', 'guess')(
    'parentOrder clonedOrder',
    'Fields of an order that name the order from which it was split or copied',
    termList(),
  ),
  cancellationReasonFields: about('orders', 'guess')(
    'reasonMessage reason message',
    'Fields that may say why an order was cancelled; the first is the one that a reject sends',
    termList(),
  ),
  ...fields('driver', 'code type phone name categoryId image', {
    area: 'deliveries',
    sure: 'documented',
    of: 'a driver',
  }),
} as const satisfies Record<string, Assumption>

export type DialectName = keyof typeof assumptions

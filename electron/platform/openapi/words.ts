import type { PlatformOperationName } from '../operations.ts'

/** What the document says of an operation beyond its schemas. */
interface Words {
  /** The area that it belongs to. */
  tag: string
  summary: string
  /** Rules that a schema cannot tell. */
  rules?: string
}

/** The document's words for each operation. */
export const words: Record<PlatformOperationName, Words> = {
  readMe: { tag: 'Token', summary: 'Permissions, website and stores of the token' },
  listOrders: { tag: 'Orders', summary: 'A page of the orders, newest first' },
  readOrder: { tag: 'Orders', summary: 'One order, whole' },
  sendPreparationReady: { tag: 'Orders', summary: 'Mark an order as prepared' },
  listMenus: { tag: 'Menus', summary: 'The menus of the website' },
  readMenu: { tag: 'Menus', summary: 'One menu, by service id or external id' },
  readProduct: { tag: 'Menus', summary: 'One product, by service id or external id' },
  updateStock: {
    tag: 'Stock',
    summary: 'Set or clear stock of products and modifier options',
    rules:
      'All or nothing. `stock` is required unless `deleteItem` is true. External ids may replace service ids. The first occurrence of a repeated item is used. Processed asynchronously: see the event processStatusUpdated.',
  },
  setOutOfStock: {
    tag: 'Stock',
    summary:
      'Sell one product of a store out or bring it back, at once; service ids or external ids',
    rules:
      '`until` tomorrow and `untilDate` exclude each other; what is out of stock has no stock.',
  },
  listCoupons: { tag: 'Coupons', summary: 'A page of the coupons of the website' },
  updateCoupon: {
    tag: 'Coupons',
    summary: 'Change a coupon of the website',
    rules: 'At least one field must be given.',
  },
  setPreparationDuration: {
    tag: 'Stores',
    summary: 'Set how long the kitchen takes now, in minutes; service id or external id',
  },
  temporaryClose: {
    tag: 'Stores',
    summary: 'Close a store until an instant, or open it again; service id or external id',
  },
  updateStoreSchedule: { tag: 'Stores', summary: 'Replace the schedule of a store' },
  createReservation: {
    tag: 'Reservations',
    summary: 'Reserve a table',
    rules: 'The request spells `specialOcassion`, the answer `specialOccasion`.',
  },
  cancelReservation: {
    tag: 'Reservations',
    summary: 'Cancel a reservation',
    rules: 'It stays there, with `cancelledAt`. A reason cannot be sent.',
  },
  readLoyaltyClient: {
    tag: 'Loyalty',
    summary: 'One client of the loyalty program',
    rules: 'At least one of the two parameters must be given.',
  },
  listLoyaltyClients: { tag: 'Loyalty', summary: 'A page of the clients' },
  exportLoyaltyClients: {
    tag: 'Loyalty',
    summary: 'A stretch of all clients, in the order of their ids',
    rules: '`nextLastSeenId` is the cursor of the next stretch; null means that this was the last.',
  },
  listPointMovements: { tag: 'Loyalty', summary: 'A page of the movements of points' },
  readLoyaltySummary: { tag: 'Loyalty', summary: 'The figures of the loyalty program' },
  listTabPayments: { tag: 'Tabs', summary: "A page of the payments of a store's tabs" },
  listWasteIncidents: { tag: 'Tabs', summary: 'A page of what a store threw away' },
  listPaymentMethods: { tag: 'Tabs', summary: 'A page of the ways to pay in a store' },
  readShift: { tag: 'Tabs', summary: 'One shift with its cash registers' },
  completeOrder: { tag: 'Sales channel', summary: "Complete an outside sales channel's order" },
}

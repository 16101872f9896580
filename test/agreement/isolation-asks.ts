import type { Asked } from './row.ts'

/**
 * The ids of everything in a website that an operation can name, of its own or of another website.
 */
export type Ids = Readonly<
  Record<
    | 'store'
    | 'externalStore'
    | 'order'
    | 'menu'
    | 'product'
    | 'modifier'
    | 'option'
    | 'coupon'
    | 'client'
    | 'user'
    | 'shift'
    | 'channel'
    | 'channelOrder'
    | 'reservation',
    string
  >
>

const schedule = {
  closedUntilDate: null,
  closedDays: [],
  availableAtPeriods: true,
  openPeriods: [{ daysOfWeek: [1], fromMinute: 600, toMinute: 1200 }],
}
export const reservationAt = (storeId: string) => ({
  storeId,
  startsAt: '2030-01-01T20:00:00.000Z',
  partySize: 2,
  clientData: { firstName: 'Ana' },
})
const stockItem = ({ store, product }: Ids) => ({
  type: 'product',
  storeId: store,
  productId: product,
  stock: 1,
})

/** For each operation about a website's own things: requests with every way to name them. */
export const asks: Record<string, (ids: Ids, own: Ids) => Asked[]> = {
  readMe: () => [{}],
  listOrders: ({ store, externalStore }) => [
    {},
    { query: { storesIds: [store] } },
    { query: { storesIds: [externalStore] } },
  ],
  readOrder: ({ order }) => [{ params: { orderId: order } }],
  sendPreparationReady: ({ order }) => [{ params: { orderId: order } }],
  listMenus: () => [{}],
  readMenu: ({ menu }) => [{ params: { menuId: menu } }],
  readProduct: ({ product }) => [{ params: { productId: product } }],
  updateStock: (ids, own) => [
    { body: stockItem(ids) },
    { body: { ...stockItem(ids), storeId: own.store } },
    { body: { ...stockItem(own), storeId: ids.store } },
    {
      body: {
        type: 'modifier',
        storeId: own.store,
        modifierId: ids.modifier,
        modifierOptionId: ids.option,
        stock: 0,
      },
    },
    // One wrong item rejects all of them.
    { body: [stockItem(own), stockItem(ids)] },
  ],
  setOutOfStock: (ids, own) => [
    { params: { storeId: ids.store, productId: ids.product }, body: { outOfStock: true } },
    { params: { storeId: own.store, productId: ids.product }, body: { outOfStock: true } },
  ],
  listCoupons: ({ store }) => [{}, { query: { storesIds: [store], limit: 100 } }],
  updateCoupon: ({ coupon }) => [
    { params: { couponId: coupon }, body: { coupon: { name: 'taken' } } },
  ],
  setPreparationDuration: ({ store, externalStore }) =>
    [store, externalStore].map((storeId) => ({
      params: { storeId },
      body: { currentPreparationDuration: 99 },
    })),
  temporaryClose: ({ store }) => [
    { params: { storeId: store }, body: { closedUntilDate: '2030-01-01T00:00:00.000Z' } },
  ],
  updateStoreSchedule: ({ store, externalStore }) =>
    [store, externalStore].map((storeId) => ({ body: { storeId, schedule } })),
  createReservation: ({ store }) => [{ body: reservationAt(store) }],
  cancelReservation: ({ reservation }) => [{ params: { reservationId: reservation } }],
  readLoyaltyClient: ({ client, user }) => [
    { query: { clientId: client } },
    { query: { serviceUserId: user } },
  ],
  listLoyaltyClients: () => [{ query: { pageSize: 50 } }],
  exportLoyaltyClients: ({ client }) => [
    { query: { pageSize: 50 } },
    { query: { pageSize: 50, cursor: client } },
  ],
  listPointMovements: ({ user }) => [
    { query: { pageSize: 50 } },
    { query: { serviceUserId: user } },
  ],
  readLoyaltySummary: () => [{}],
  listTabPayments: ({ store, externalStore }) =>
    [store, externalStore].map((storeId) => ({ params: { storeId } })),
  listWasteIncidents: ({ store }) => [{ params: { storeId: store } }],
  listPaymentMethods: ({ store }) => [{ params: { storeId: store } }],
  readShift: ({ store, shift }, own) => [
    { params: { storeId: store, shiftId: shift } },
    { params: { storeId: own.store, shiftId: shift } },
  ],
  completeOrder: ({ channel, channelOrder }, own) => [
    { params: { salesChannelConfigId: channel }, body: { integrationOrderId: channelOrder } },
    { params: { salesChannelConfigId: own.channel }, body: { integrationOrderId: channelOrder } },
  ],
}

import type { Delivery, Order, OrderItem } from '#platform/order.ts'
import type { Known } from './order-facts.ts'

/**
 * What stays of an order once its guest is forgotten: what figures and a search by code or dish need. Named one by one,
 * so that a field that the platform adds is not kept by chance.
 */
const orderStays = [
  '_id',
  'orderStatus',
  'paymentStatus',
  'websiteId',
  'storeId',
  'code',
  'fullCode',
  'menuId',
  'deliveryType',
  'paymentType',
  'paymentTypeLabel',
  'source',
  'isScheduled',
  'isConfirmed',
  'createdAt',
  'deliverAt',
  'expectedPreparationDuration',
  'deliveryDuration',
  'amountToPay',
  'totalPrice',
  'itemsPrice',
  'items',
] as const satisfies readonly (keyof Order)[]

const deliveryStays = [
  '_id',
  'status',
  'price',
  'activatesAt',
  'createdAt',
  'forDate',
  'nearStoreAt',
  'driverReceivedAt',
  'pickupAt',
  'nearClientAt',
  'completedAt',
  'canceledAt',
  'deliveryExpectedAt',
  'estimatedArrivalAtStoreAt',
] as const satisfies readonly (keyof Delivery)[]

const only = <T extends object>(fields: T, names: readonly string[]): T =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name))) as T

const itemStays = [
  '_id',
  'id',
  'productId',
  'productExternalId',
  'importId',
  'externalId',
  'depth',
  'product',
  'unitPrice',
  'amount',
  'modifiers',
] as const satisfies readonly (keyof OrderItem)[]
const thingStays = ['_id', 'id', 'productId', 'importId', 'externalId', 'name']
const choiceStays = [
  ...thingStays,
  'modifierId',
  'optionId',
  'modifierOptionId',
  'shortName',
  'countById',
  'countByExternalId',
  'count',
]

/** Dishes and what was chosen of them. Comments, and whatever nobody knows, may be the guest's own words. */
const wordless = (items: readonly OrderItem[]): OrderItem[] =>
  items.map((item) => {
    const { product, modifiers, ...stored } = only(item, itemStays)
    return {
      ...stored,
      // The one name of a dish without a name; a comment would stand in it as well.
      ...(product?.name == null && item.comment == null && { description: item.description }),
      ...(product != null && { product: only(product, thingStays) }),
      ...(modifiers != null && {
        modifiers: modifiers.map((modifier) => ({
          ...only(modifier, choiceStays),
          ...(modifier.options != null && {
            options: modifier.options.map((option) => only(option, choiceStays)),
          }),
        })),
      }),
    }
  })

/** All that is known of an order, less what is of its guest and its driver. */
export function withoutGuest(known: Known): Known {
  const { layers, firstItems } = known
  return {
    ...known,
    layers: layers.map((layer) => {
      const order = only(layer.order, orderStays)
      const { items } = order
      const deliveries = Object.entries(layer.deliveries).map(
        ([id, delivery]) => [id, only(delivery, deliveryStays)] as const,
      )
      return {
        ...layer,
        order: items == null ? order : { ...order, items: wordless(items) },
        deliveries: Object.fromEntries(deliveries),
      }
    }),
    firstItems: firstItems && { ...firstItems, items: wordless(firstItems.items) },
    // Nobody is said to have lost a driver who is merely forgotten.
    firstDrivers: {},
  }
}

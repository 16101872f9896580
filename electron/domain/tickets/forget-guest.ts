import type { Delivery, Order, OrderItem } from '#platform/order.ts'
import type { OrderFacts } from './order-facts.ts'
import type { Marks } from './marks.ts'

/**
 * The fields of an order that stay once its guest is forgotten: what figures and a search by code
 * or dish need. Fields are listed one by one, so that a field that the platform adds does not stay
 * by accident.
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

/** Keeps dishes and choices. Comments and unknown fields may be the guest's own words. */
const wordless = (items: readonly OrderItem[]): OrderItem[] =>
  items.map((item) => {
    const { product, modifiers, ...stored } = only(item, itemStays)
    return {
      ...stored,
      // Only for a dish without a name. The description may contain the comment, so it stays only
      // when there is no comment.
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

/** The order facts without the data of its guest and its driver. */
export function withoutGuest(facts: OrderFacts): OrderFacts {
  const { layers, firstItems } = facts
  return {
    ...facts,
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
    firstItems: firstItems && {
      ...firstItems,
      items: wordless(firstItems.items),
      order: undefined,
    },
    // Otherwise the forgotten driver would look like a lost one.
    firstDrivers: {},
  }
}

/** A dish as text (`strikeMark`) without the guest's comment; empty if it is no such text. */
function wordlessMark(mark: string): string {
  const at = mark.indexOf(' ')
  try {
    const [productId, , options] = JSON.parse(mark.slice(at + 1)) as unknown[]
    return `${mark.slice(0, at)} ${JSON.stringify([productId, null, options])}`
  } catch {
    return ''
  }
}

const withWordlessMark = <Marked extends { mark: string }>(marked: Marked): Marked => ({
  ...marked,
  mark: wordlessMark(marked.mark),
})

const mapValues = <Value>(
  stored: Readonly<Record<string, Value>>,
  change: (value: Value) => Value,
): Record<string, Value> =>
  Object.fromEntries(Object.entries(stored).map(([key, value]) => [key, change(value)]))

/** The kitchen's marks without the words of the guest. */
export function marksWithoutGuest(marks: Marks): Marks {
  const { work, expo, times, acknowledgedItems } = marks
  return {
    ...marks,
    work: mapValues(work, withWordlessMark),
    expo: { ...expo, bagged: mapValues(expo.bagged, wordlessMark) },
    times: { ...times, waits: mapValues(times.waits, withWordlessMark) },
    acknowledged: {},
    acknowledgedItems:
      acknowledgedItems?.map((item) => ({ ...item, comment: null, allergyWords: [] })) ?? null,
    acknowledgedOrder: null,
  }
}

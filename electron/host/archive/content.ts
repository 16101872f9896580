import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'

/**
 * A compression dictionary: the usual JSON of an order's facts (domain/tickets/order-facts.ts). It
 * makes a packed order less than half as large. Never change it: what was packed with it can only be
 * read with it.
 */
const usualOrder = Buffer.from(
  [
    ',"firstStatus":{"stamp":"","status":"pending"},"firstDrivers":{}}',
    ',"firstItems":{"stamp":"","items":[{"_id":"',
    '"deliveries":{"":{"_id":"","status":"active","placeName":"","instructions":"","driverPassword":"',
    '","trackingURL":"https://","orderId":"","externalId":null,"specialCode":"","isCash":false,"price":0',
    ',"fromLocation":{"lat":-,"lng":-},"toLocation":{"lat":-,"lng":-},"activatesAt":"","createdAt":"","forDate":"',
    '","nearStoreAt":null,"pickupAt":null,"nearClientAt":null,"completedAt":null,"canceledAt":null',
    ',"deliveryExpectedAt":"","estimatedArrivalAtStoreAt":null,"driverReceivedAt":null',
    ',"driverInformation":{"code":"","type":"","phone":"","name":"","categoryId":"","image":null}',
    ',"deliveryInformation":null}},"unread":{}}]',
    '{"layers":[{"stamp":"","order":{"_id":"","orderStatus":"pending","paymentStatus":"pending","websiteId":"","storeId":"',
    '","code":"","fullCode":"","userId":"","menuId":"","deliveryType":"delivery","timeText":"',
    '","paymentType":"","paymentTypeLabel":"","source":"web","buyerName":"","phone":"+","email":"@"',
    ',"couponId":null,"couponName":null,"couponCode":null,"couponExternalId":null,"couponType":null,"flagColor":null',
    ',"deliveryZoneName":null,"isScheduled":false,"isConfirmed":true,"paymentTypeIsIntegration":false',
    ',"hasManagedDelivery":true,"createdAt":"","deliverAt":"","tipAmount":0,"amountToPay":0,"deliveryFee":0',
    ',"deliveryFeeWithoutDiscount":0,"serviceFee":0,"itemsPrice":0,"totalPrice":0,"baseItemsPrice":0,"baseTotalPrice":0',
    ',"itemsPriceBeforeDiscountsAfterProductDiscount":0,"totalPriceBeforeDiscountsAfterProductDiscount":0',
    ',"discountedAmountAfterProductDiscount":0,"serviceCoinsDiscount":0,"websiteCoinsDiscount":0,"totalDiscount":0',
    ',"amountFinancedByWebsite":0,"amountFinancedByService":0,"expectedPreparationDuration":10,"deliveryDuration":null',
    ',"cashAmount":null,"couponDiscount":null,"couponPercentageOff":null,"promotionDiscount":0,"promotionIds":[]',
    ',"address":{"_id":"","placeId":"","address":"","addressLine2":null,"addressSecondary":"","location":{"lat":-,"lng":-}}',
    ',"transaction":null,"orderParams":{},"gift":null,"billing":{"type":null},"cancellationInfo":{}},"deliveries":{},"unread":{}}',
    ',"items":[{"_id":"","product":{"_id":"","name":"","externalId":"","metadata":{},"priceMetadata":{}}',
    ',"unitPrice":0,"baseUnitPrice":0,"productPrice":0,"baseProductPrice":0,"amount":1,"promotionDiscount":0',
    ',"comment":null,"description":"","promotionId":null,"promotionType":null,"promotionLabel":null',
    ',"modifiers":[]},{"_id":"',
    ',"modifiers":[{"modifierId":"","externalId":"","name":"","shortName":"","description":"","metadata":{}',
    ',"countById":{"":1},"countByExternalId":{"":1},"options":[{"optionId":"","name":"","externalId":"","price":0',
    ',"metadata":{},"priceMetadata":{}},{"optionId":"","name":"","externalId":"","price":0,"metadata":{},"priceMetadata":{}}]}]}',
  ].join(''),
)

/** An inbox message of an order: its key and its text, as it came. */
export interface ArchivedMessage {
  key: string
  body: string
}

/** With a checksum, so that a damaged value is never read as another one. */
const withLevel = (level: number) => ({
  params: { [constants.ZSTD_c_compressionLevel]: level, [constants.ZSTD_c_checksumFlag]: 1 },
  dictionary: usualOrder,
})
/** An order stays for months; its messages are larger and stay for a week. */
const [ofOrder, ofMessages] = [withLevel(9), withLevel(3)]

const unpack = (packed: Uint8Array): unknown => {
  try {
    return JSON.parse(zstdDecompressSync(packed, { dictionary: usualOrder }).toString())
  } catch {
    return null
  }
}

export const packContent = (content: unknown): Uint8Array =>
  zstdCompressSync(JSON.stringify(content), ofOrder)
/** Null if it is damaged. */
export const unpackContent = unpack

export const packMessages = (messages: readonly ArchivedMessage[]): Uint8Array =>
  zstdCompressSync(JSON.stringify(messages), ofMessages)
/** None if they are damaged. */
export const unpackMessages = (packed: Uint8Array): ArchivedMessage[] =>
  (unpack(packed) as ArchivedMessage[] | null) ?? []

import { promisify } from 'node:util'
import { constants, zstdCompress, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { Steps } from '#contract/steps.ts'
import { isShort } from '#platform/tolerant/tolerant.ts'

/**
 * A compression dictionary: the usual JSON of an order's facts (domain/tickets/order-facts.ts). It
 * makes a packed order less than half as large. Never change it: text packed with it can only be
 * read with it. A better dictionary needs a new `mark`.
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

/** The prefix of packed text; no JSON starts like this. The number identifies the dictionary. */
const mark = 'zstd1:'
const level = { [constants.ZSTD_c_compressionLevel]: 6 }

/** Compresses JSON into text for a text column. Packing and unpacking take about 30 µs each. */
export const packText = (json: string): string =>
  mark + zstdCompressSync(json, { params: level, dictionary: usualOrder }).toString('base64')

const compress = promisify(zstdCompress)

/** Like `packText` for long text, without blocking the event loop. */
export const packLongText = async (json: string): Promise<string> =>
  mark + (await compress(json, { params: level, dictionary: usualOrder })).toString('base64')

/** Returns text that was never packed unchanged. Throws if the text is damaged. */
export const unpackText = (text: string): string =>
  text.startsWith(mark)
    ? zstdDecompressSync(Buffer.from(text.slice(mark.length), 'base64'), {
        dictionary: usualOrder,
      }).toString()
    : text

/** Same result as JSON.stringify, in steps, because a menu may have several megabytes. */
export function* writeJson(value: unknown): Steps<string> {
  if (typeof value !== 'object' || value === null || isShort(value)) return JSON.stringify(value)
  const parts: string[] = []
  if (Array.isArray(value)) {
    for (const member of value as unknown[]) {
      parts.push(member === undefined ? 'null' : yield* writeJson(member))
      yield
    }
    return `[${parts.join(',')}]`
  }
  for (const [name, member] of Object.entries(value)) {
    if (member !== undefined) parts.push(`${JSON.stringify(name)}:${yield* writeJson(member)}`)
    yield
  }
  return `{${parts.join(',')}}`
}

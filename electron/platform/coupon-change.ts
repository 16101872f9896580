import { z } from 'zod'
import type { Dialect } from './dialect.ts'
import { failed, firstIssue, type CallResult } from './call/failure.ts'
import { nothingAs, sentInstant, writtenNothing } from './sent.ts'

const list = z.array(z.string())

/** What may be cleared: lists are emptied and switches turned off instead, and a coupon keeps its name. */
const clearable = <Schema extends z.ZodType>(schema: Schema) => nothingAs('couponCleared', schema)
const text = clearable(z.string())
const number = clearable(z.number())
const instant = clearable(sentInstant)
const truth = z.boolean()

const couponFields = z.strictObject({
  code: text,
  name: z.string(),
  description: text,
  active: truth,
  percentageOff: number,
  maxPercentageOffDiscount: number,
  discountAmount: number,
  fixedAmount: number,
  fromDate: instant,
  endDate: instant,
  maxRedemptions: number,
  maxRedemptionsPerUser: number,
  maxRedemptionsPerUserPerDay: truth,
  maxRedemptionsPerCode: number,
  onlyForNewUsers: truth,
  onlyForProductsWithoutDiscount: truth,
  requirePhoneVerification: truth,
  requiresCategoriesIds: list,
  requiresProductsIds: list,
  requiresStoresIds: list,
  requiresMenusIds: list,
  requiresPaymentTypes: list,
  requireChannels: list,
  requiredBINs: list,
  minimumOrderPrice: number,
  maximumOrderPrice: number,
  dontApplyToProductsIds: list,
  dontApplyDiscountToOptions: truth,
  isHidden: truth,
  allowedEmails: list,
  externalId: text,
  isBirthdayCoupon: truth,
  onlyRedeemOnBirthday: truth,
  autoRecommend: truth,
  applyDeliveryDiscount: truth,
  deliveryDiscountValue: number,
  deliveryDiscountType: text,
  deliveryDiscountPercentage: number,
  maxProductsPerOrder: number,
})

type Fields = Partial<z.input<typeof couponFields>>
type AtLeastOne = Fields &
  { [Name in keyof Fields]-?: Record<Name, Exclude<Fields[Name], undefined>> }[keyof Fields]

/** What an update may carry (platform/README.md, Coupons): at least one field. Null clears it. */
const couponChangeSchema = couponFields
  .partial()
  .refine((change) => Object.values(change).some((value) => value !== undefined), 'changes nothing')

/** What updateCoupon takes. */
export const couponBody = z.strictObject({
  coupon: couponChangeSchema as z.ZodType<z.output<typeof couponChangeSchema>, AtLeastOne>,
})

/** How a field is cleared is not documented: the dialect says. */
export function couponToWire(body: unknown, { couponCleared }: Dialect): unknown {
  const { coupon } = couponBody.parse(body)
  const written = Object.entries(coupon).map(([field, value]): [string, unknown] => [
    field,
    value === null ? writtenNothing(couponCleared) : value,
  ])
  return { coupon: Object.fromEntries(written) }
}

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** A coupon as an operation answered it; `unread` is within the coupon. */
interface ReadCoupon<Coupon> {
  value: Coupon
  unread?: readonly string[]
}

/**
 * What has to be sent so that a coupon as it was read becomes another: the fields that differ and no others, as the body
 * of updateCoupon. A field that `changed` does not have stays; null clears it. Fails in words where nothing differs,
 * where a field differs that an update does not take, and where a part of the old field could not be read and would be
 * lost.
 */
export function couponChange<Coupon extends Readonly<Record<string, unknown>>>(
  { value: read, unread = [] }: ReadCoupon<Coupon>,
  changed: Partial<Coupon>,
): CallResult<z.input<typeof couponBody>> {
  const differing = Object.entries(changed).filter(
    ([field, value]) => value !== undefined && !isSame(value, read[field]),
  )
  const lost = unread.find((path) => differing.some(([field]) => path.startsWith(`${field}.`)))
  if (lost !== undefined)
    return failed('invalid', `${lost}: could not be read, and would be lost by writing back`)
  const body = couponBody.safeParse({ coupon: Object.fromEntries(differing) })
  return body.success
    ? { ok: true, value: body.data as z.input<typeof couponBody>, answeredAt: null }
    : failed('invalid', firstIssue(body.error))
}

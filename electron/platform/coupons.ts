import { z } from 'zod'
import { id, instant, number, text, texts, looseBoolean, word } from './tolerant/loose.ts'
import { operation } from './operation.ts'
import { listOf } from './lists/page.ts'
import { idInPath, limit, emptyAs, page, sentInstant, writtenNothing } from './sent-values.ts'
import type { Dialect } from './dialect.ts'
import { failed, firstIssue, type CallResult } from './call/failure.ts'

export const couponTypes = [
  'percentage',
  'percentageOnDiscount',
  'fixed',
  'fixedOnDelivery',
  'fixedItemPrice',
] as const

/** The fields of a coupon that an update accepts, with their kinds. */
const kinds = {
  code: 'text',
  name: 'name',
  description: 'text',
  active: 'yesNo',
  percentageOff: 'number',
  maxPercentageOffDiscount: 'number',
  discountAmount: 'number',
  fixedAmount: 'number',
  fromDate: 'instant',
  endDate: 'instant',
  maxRedemptions: 'number',
  maxRedemptionsPerUser: 'number',
  maxRedemptionsPerUserPerDay: 'yesNo',
  maxRedemptionsPerCode: 'number',
  onlyForNewUsers: 'yesNo',
  onlyForProductsWithoutDiscount: 'yesNo',
  requirePhoneVerification: 'yesNo',
  requiresCategoriesIds: 'texts',
  requiresProductsIds: 'texts',
  requiresStoresIds: 'texts',
  requiresMenusIds: 'texts',
  requiresPaymentTypes: 'texts',
  requireChannels: 'texts',
  requiredBINs: 'texts',
  minimumOrderPrice: 'number',
  maximumOrderPrice: 'number',
  dontApplyToProductsIds: 'texts',
  dontApplyDiscountToOptions: 'yesNo',
  isHidden: 'yesNo',
  allowedEmails: 'texts',
  externalId: 'text',
  isBirthdayCoupon: 'yesNo',
  onlyRedeemOnBirthday: 'yesNo',
  autoRecommend: 'yesNo',
  applyDeliveryDiscount: 'yesNo',
  deliveryDiscountValue: 'number',
  deliveryDiscountType: 'text',
  deliveryDiscountPercentage: 'number',
  maxProductsPerOrder: 'number',
} as const
type Kinds = typeof kinds

const fieldsBy = <Schemas extends Record<Kinds[keyof Kinds], z.ZodType>>(schemas: Schemas) =>
  Object.fromEntries(Object.entries(kinds).map(([field, kind]) => [field, schemas[kind]])) as {
    [Field in keyof Kinds]: Schemas[Kinds[Field]]
  }

/** A coupon. Amounts are in the store's currency, percentages from 0 to 100. */
export const couponSchema = z.looseObject({
  _id: id,
  websiteId: text,
  type: word(...couponTypes),
  totalRedemptions: number,
  createdAt: instant,
  deletedAt: instant,
  ...fieldsBy({ text, name: text, number, instant, yesNo: looseBoolean, texts }),
})
export type WireCoupon = z.infer<typeof couponSchema>

/**
 * Fields that can be cleared: lists are emptied and switches turned off instead, and a coupon keeps
 * its name.
 */
const clearable = <Schema extends z.ZodType>(schema: Schema) => emptyAs('couponCleared', schema)

const couponFields = z.strictObject(
  fieldsBy({
    text: clearable(z.string()),
    name: z.string(),
    number: clearable(z.number()),
    instant: clearable(sentInstant),
    yesNo: z.boolean(),
    texts: z.array(z.string()),
  }),
)

type Fields = Partial<z.input<typeof couponFields>>
type NonEmpty = Fields &
  { [Name in keyof Fields]-?: Record<Name, Exclude<Fields[Name], undefined>> }[keyof Fields]

/** The body of an update (platform/README.md, Coupons): at least one field. Null clears it. */
const couponChangeSchema = couponFields
  .partial()
  .refine((change) => Object.values(change).some((value) => value !== undefined), 'changes nothing')

const couponBody = z.strictObject({
  coupon: couponChangeSchema as z.ZodType<z.output<typeof couponChangeSchema>, NonEmpty>,
})

/** How to clear a field isn't documented, so the dialect says. */
function couponToWire(body: unknown, { couponCleared }: Dialect): unknown {
  const { coupon } = couponBody.parse(body)
  const written = Object.entries(coupon).map(([field, value]): [string, unknown] => [
    field,
    value === null ? writtenNothing(couponCleared) : value,
  ])
  return { coupon: Object.fromEntries(written) }
}

/**
 * GET /ecommerce/coupons: a page of the website's coupons. `filter` is searched in name, code and external
 * id; `storesIds` keeps what applies to these stores; `limit` is at most 100, 10 when left out. The scope comes from
 * the token: no website is sent. Fails with 400 and the platform's words.
 */
export const listCoupons = operation({
  area: 'Coupons',
  summary: 'A page of the coupons of the website',
  method: 'GET',
  base: 'v3',
  path: '/ecommerce/coupons',
  query: z.strictObject({
    filter: z.string().optional(),
    storesIds: z.array(z.string()).optional(),
    page: page.optional(),
    limit: limit.optional(),
  }),
  answer: listOf(couponSchema),
  check: {
    questions: [
      {
        how: 'largest',
        of: 'limit',
        size: 100,
        looks: [
          {
            how: 'words',
            at: ['items'],
            field: 'deliveryDiscountType',
            name: 'couponDeliveryDiscountTypes',
          },
        ],
      },
      { how: 'of-stores', of: 'storesIds', onlyFor: 'requiresStoresIds' },
    ],
  },
})

/**
 * PUT /ecommerce/coupons/{couponId}: changes a coupon of the website. Only documented fields can be
 * sent, and only changed ones (`couponChange`); whether other fields stay isn't documented. Answers
 * the coupon.
 */
export const updateCoupon = operation({
  area: 'Coupons',
  summary: 'Change a coupon of the website',
  rules: 'At least one field must be given.',
  method: 'PUT',
  base: 'v3',
  path: '/ecommerce/coupons/{couponId}',
  params: z.strictObject({ couponId: idInPath }),
  body: couponBody,
  toWire: couponToWire,
  answer: couponSchema,
  check: { writes: true },
})

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** A coupon in an answer; paths in `unread` are relative to the coupon. */
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

export const couponOperations = { listCoupons, updateCoupon } as const

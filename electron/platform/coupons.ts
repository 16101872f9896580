import { z } from 'zod'
import { couponBody, couponToWire } from './coupon-change.ts'
import { id, instant, number, text, texts, truth, word } from './reading/loose.ts'
import { operation } from './operation.ts'
import { listOf } from './lists/page.ts'
import { idInPath, limit, page } from './sent.ts'

/** The kinds of discount. */
export const couponTypes = [
  'percentage',
  'percentageOnDiscount',
  'fixed',
  'fixedOnDelivery',
  'fixedItemPrice',
] as const

/** A coupon. Amounts are in the store's currency, percentages from 0 to 100. */
export const couponSchema = z.looseObject({
  _id: id,
  websiteId: text,
  code: text,
  name: text,
  description: text,
  type: word(...couponTypes),
  active: truth,
  percentageOff: number,
  maxPercentageOffDiscount: number,
  discountAmount: number,
  fromDate: instant,
  endDate: instant,
  maxRedemptions: number,
  maxRedemptionsPerUser: number,
  maxRedemptionsPerUserPerDay: truth,
  maxRedemptionsPerCode: number,
  totalRedemptions: number,
  onlyForNewUsers: truth,
  onlyForProductsWithoutDiscount: truth,
  requirePhoneVerification: truth,
  requiresCategoriesIds: texts,
  requiresProductsIds: texts,
  requiresStoresIds: texts,
  requiresMenusIds: texts,
  requiresPaymentTypes: texts,
  requireChannels: texts,
  requiredBINs: texts,
  minimumOrderPrice: number,
  maximumOrderPrice: number,
  dontApplyToProductsIds: texts,
  dontApplyDiscountToOptions: truth,
  isHidden: truth,
  allowedEmails: texts,
  externalId: text,
  isBirthdayCoupon: truth,
  onlyRedeemOnBirthday: truth,
  autoRecommend: truth,
  applyDeliveryDiscount: truth,
  deliveryDiscountValue: number,
  deliveryDiscountType: text,
  deliveryDiscountPercentage: number,
  maxProductsPerOrder: number,
  fixedAmount: number,
  createdAt: instant,
  deletedAt: instant,
})
export type WireCoupon = z.infer<typeof couponSchema>

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
 * PUT /ecommerce/coupons/{couponId}: changes a coupon of the website. Only the documented fields can be
 * sent, and only what changes (`couponChange`); whether those left out stay as they were is not documented. Answers the
 * coupon.
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

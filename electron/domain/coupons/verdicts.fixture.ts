import type { Basket, CouponValues, CouponVerdict } from '#contract/coupons/coupons.ts'
import { menuSchema } from '#platform/menu.ts'
import type { CouponContext } from './condition.ts'
import type { StoredCoupon } from './stored-coupon.ts'
import { MenuLinks } from './menu-links.ts'

const now = Date.parse('2026-11-20T15:30:00.000Z')
export const earlier = '2026-11-20T15:29:59.999Z'
const later = '2026-11-20T15:30:00.001Z'

const menuOf = (id: string, storesIds: string[]) =>
  menuSchema.parse({
    menu: { _id: `menu-${id}`, externalId: id, name: id, storesIds },
    categories: [
      { _id: 'cat-hot', externalId: 'C1', name: 'Hot' },
      { _id: 'cat-cold', externalId: 'C2', name: 'Cold' },
    ],
    products: [
      { _id: 'prd-soup', externalId: 'P1', name: 'Soup', categoriesExternalIds: ['C1'] },
      { _id: 'prd-ice', externalId: 'P2', name: 'Ice', categoriesExternalIds: ['C2'] },
    ],
  })
const isHere = (id: string): boolean => id === 'here'
const links = new MenuLinks([menuOf('M1', ['here']), menuOf('M2', ['there'])], isHere)

const nothing: Basket = {
  items: [],
  total: null,
  channel: null,
  paymentType: null,
  email: null,
  isNewUser: null,
  isBirthday: null,
}
const item = (
  productId: string,
  isDiscounted: boolean | null = null,
  price: number | null = null,
) => ({
  productId,
  amount: 2,
  price,
  isDiscounted,
})
const one = (productId: string, price: number) => ({
  productId,
  amount: 1,
  price,
  isDiscounted: null,
})
const of = (...items: Basket['items']): Partial<Basket> => ({ items })

/** An occasion that differs from an empty one in the given values. */
type Changes = Partial<Basket> & Partial<Pick<CouponContext, 'now' | 'storeId' | 'links'>>

export const occasion = ({
  now: at = now,
  storeId = 'here',
  links: menuLinks = links,
  ...basket
}: Changes): CouponContext => ({
  basket: { ...nothing, ...basket },
  now: at,
  storeId,
  isOurs: (id) => id === storeId || (storeId === 'here' && id === 'EXT-1'),
  links: menuLinks,
})

type Reported = Partial<Pick<StoredCoupon, 'totalRedemptions' | 'deletedAt' | 'unread'>>
export const coupon = (
  type: string | null,
  values: CouponValues,
  reported: Reported = {},
): StoredCoupon => ({
  id: 'c',
  type,
  values: { active: true, ...values },
  totalRedemptions: null,
  createdAt: null,
  deletedAt: null,
  unread: [],
  readAt: earlier,
  ...reported,
})

export interface Row {
  field: CouponVerdict['field']
  values: CouponValues
  reported?: Reported
  required?: CouponVerdict['required']
  /**
   * For each verdict, the occasions that lead to it with the value they had. A verdict that is
   * missing here is impossible.
   */
  passed?: [Changes, CouponVerdict['had']][]
  failed?: [Changes, CouponVerdict['had']][]
  unknown?: [Changes, CouponVerdict['had']][]
}

const noMenus = new MenuLinks([], isHere)
const twoMenus = new MenuLinks([menuOf('M1', ['here']), menuOf('M2', [])], isHere)
const at = new Date(now).toISOString()

export const rows: Row[] = [
  { field: 'active', values: { active: true }, passed: [[{}, true]] },
  { field: 'active', values: { active: false }, required: true, failed: [[{}, false]] },
  { field: 'active', values: { active: null }, required: true, unknown: [[{}, null]] },
  {
    field: 'deletedAt',
    values: {},
    reported: { deletedAt: earlier },
    required: null,
    failed: [[{}, earlier]],
  },
  { field: 'isHidden', values: { isHidden: true }, required: null, passed: [[{}, true]] },
  {
    field: 'fromDate',
    values: { fromDate: at },
    passed: [[{}, at]],
    failed: [[{ now: Date.parse(earlier) }, earlier]],
  },
  {
    field: 'endDate',
    values: { endDate: at },
    passed: [[{}, at]],
    failed: [[{ now: Date.parse(later) }, later]],
  },
  {
    field: 'maxRedemptions',
    values: { maxRedemptions: 5 },
    reported: { totalRedemptions: 4 },
    passed: [[{}, 4]],
  },
  {
    field: 'maxRedemptions',
    values: { maxRedemptions: 5 },
    reported: { totalRedemptions: 5 },
    failed: [[{}, 5]],
  },
  { field: 'maxRedemptions', values: { maxRedemptions: 5 }, unknown: [[{}, null]] },
  {
    field: 'maxRedemptionsPerUser',
    values: { maxRedemptionsPerUser: 1 },
    unknown: [[{ isNewUser: true }, null]],
  },
  { field: 'maxRedemptionsPerCode', values: { maxRedemptionsPerCode: 1 }, unknown: [[{}, null]] },
  {
    field: 'maxRedemptionsPerUserPerDay',
    values: { maxRedemptionsPerUserPerDay: true },
    unknown: [[{}, null]],
  },
  {
    field: 'requirePhoneVerification',
    values: { requirePhoneVerification: true },
    unknown: [[{}, null]],
  },
  {
    field: 'requiredBINs',
    values: { requiredBINs: ['400000'] },
    unknown: [[{ paymentType: 'card' }, null]],
  },
  {
    field: 'onlyForNewUsers',
    values: { onlyForNewUsers: true },
    passed: [[{ isNewUser: true }, true]],
    failed: [[{ isNewUser: false }, false]],
    unknown: [[{}, null]],
  },
  {
    field: 'isBirthdayCoupon',
    values: { isBirthdayCoupon: true },
    passed: [[{ isBirthday: true }, true]],
    unknown: [
      [{ isBirthday: false }, false],
      [{}, null],
    ],
  },
  {
    field: 'onlyRedeemOnBirthday',
    values: { isBirthdayCoupon: true, onlyRedeemOnBirthday: true },
    required: true,
    passed: [[{ isBirthday: true }, true]],
    failed: [[{ isBirthday: false }, false]],
    unknown: [[{}, null]],
  },
  {
    field: 'allowedEmails',
    values: { allowedEmails: ['Ana@example.com'] },
    passed: [[{ email: 'ana@example.com ' }, 'ana@example.com ']],
    failed: [[{ email: 'eva@example.com' }, 'eva@example.com']],
    unknown: [[{}, null]],
  },
  {
    field: 'minimumOrderPrice',
    values: { minimumOrderPrice: 1000 },
    passed: [
      [{ total: 1000 }, 1000],
      [of(item('prd-soup', null, 600)), 1200],
    ],
    failed: [
      [{ total: 999 }, 999],
      [{ total: 999.99999 }, 999.99999],
      [of(item('prd-soup', null, 400)), 800],
      [of(item('prd-soup', null, 499.9999)), 999.9998],
    ],
    unknown: [
      [{}, null],
      [of(item('prd-soup', null, 900), item('prd-ice')), null],
    ],
  },
  {
    field: 'maximumOrderPrice',
    values: { maximumOrderPrice: 1000 },
    passed: [[{ total: 1000 }, 1000]],
    failed: [[{ total: 1001 }, 1001]],
    unknown: [[{}, null]],
  },
  // As binary decimals, 0.7 + 0.1 is less than 0.8, and 1.1 + 2.2 more than 3.3.
  {
    field: 'minimumOrderPrice',
    values: { minimumOrderPrice: 0.8 },
    passed: [[of(one('prd-soup', 0.7), one('prd-ice', 0.1)), 0.8]],
    failed: [[of(one('prd-soup', 0.7), one('prd-ice', 0.0999)), 0.7999]],
  },
  {
    field: 'maximumOrderPrice',
    values: { maximumOrderPrice: 3.3 },
    passed: [
      [of(one('prd-soup', 1.1), one('prd-ice', 2.2)), 3.3],
      // A sum of decimals with a binary rounding error.
      [{ total: 1.1 + 2.2 }, 3.3],
    ],
    failed: [[{ total: 3.301 }, 3.301]],
    unknown: [[{ total: 1e300 }, null]],
  },
  {
    field: 'requiresProductsIds',
    values: { requiresProductsIds: ['P1', 'prd-other'] },
    passed: [
      [of(item('prd-soup')), ['prd-soup']],
      [of(item('prd-ice'), item('P1')), ['prd-ice', 'P1']],
    ],
    failed: [[of(item('prd-ice')), ['prd-ice']]],
    unknown: [[{}, []]],
  },
  {
    field: 'requiresCategoriesIds',
    values: { requiresCategoriesIds: ['cat-hot'] },
    passed: [
      [of(item('P1')), ['cat-hot', 'C1']],
      [of(item('nobody-knows'), item('P1')), ['cat-hot', 'C1']],
    ],
    failed: [[of(item('P2')), ['cat-cold', 'C2']]],
    unknown: [
      [{}, []],
      [of(item('nobody-knows'), item('P2')), ['cat-cold', 'C2']],
    ],
  },
  {
    field: 'requiresStoresIds',
    values: { requiresStoresIds: ['here', 'afar'] },
    passed: [[{}, 'here']],
    failed: [[{ storeId: 'there' }, 'there']],
    unknown: [[{ storeId: null }, null]],
  },
  {
    field: 'requiresStoresIds',
    values: { requiresStoresIds: ['EXT-1'] },
    passed: [[{}, 'here']],
    failed: [[{ storeId: 'there' }, 'there']],
  },
  {
    field: 'requiresMenusIds',
    values: { requiresMenusIds: ['M1'] },
    passed: [[{}, ['menu-M1']]],
    failed: [[{ links: new MenuLinks([menuOf('M2', [])], isHere) }, ['menu-M2']]],
    unknown: [
      [{ links: noMenus }, []],
      [{ links: twoMenus }, ['menu-M1', 'menu-M2']],
    ],
  },
  {
    field: 'requiresPaymentTypes',
    values: { requiresPaymentTypes: ['cash', 'inStore'] },
    passed: [[{ paymentType: 'instore' }, 'instore']],
    failed: [[{ paymentType: 'card' }, 'card']],
    unknown: [[{}, null]],
  },
  {
    field: 'requireChannels',
    values: { requireChannels: ['web-delivery'] },
    passed: [[{ channel: 'web-delivery' }, 'web-delivery']],
    failed: [[{ channel: 'web-go' }, 'web-go']],
    unknown: [[{}, null]],
  },
  {
    field: 'dontApplyToProductsIds',
    values: { dontApplyToProductsIds: ['prd-soup'] },
    passed: [[of(item('P1'), item('P2')), ['P1', 'P2']]],
    failed: [[of(item('P1')), ['P1']]],
    unknown: [[{}, []]],
  },
  {
    field: 'onlyForProductsWithoutDiscount',
    values: { onlyForProductsWithoutDiscount: true },
    passed: [[of(item('P1', true), item('P2', false)), ['P1']]],
    failed: [[of(item('P1', true)), ['P1']]],
    unknown: [
      [{}, []],
      [of(item('P1', true), item('P2')), ['P1']],
    ],
  },
  {
    field: 'maxProductsPerOrder',
    values: { maxProductsPerOrder: 3, requiresProductsIds: ['P1'] },
    required: 3,
    passed: [
      [of(item('prd-soup'), item('P2')), 2],
      [of(item('prd-soup'), item('P1')), 4],
    ],
    unknown: [[{}, null]],
  },
]

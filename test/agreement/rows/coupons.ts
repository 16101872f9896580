import { couponChange } from '#platform/coupons.ts'
import { listCoupons } from '#platform/coupons.ts'
import { badRequest, type Asked, type Asks, type Row, type World } from '../row.ts'

const list = { section: 'GET /ecommerce/coupons', operation: 'listCoupons' } as const
const limits = { section: 'Limits', operation: 'listCoupons' } as const
const update = { section: 'PUT /ecommerce/coupons/{couponId}', operation: 'updateCoupon' } as const
const params = { couponId: 'cpn-bienvenida' }

const everyField = {
  code: 'HOLA15',
  name: 'Hola',
  description: '15 % para empezar',
  active: true,
  percentageOff: 15,
  maxPercentageOffDiscount: 5000,
  discountAmount: 0,
  fixedAmount: 0,
  fromDate: '2026-11-01T03:00:00.000Z',
  endDate: '2027-01-01T02:59:59.000Z',
  maxRedemptions: 500,
  maxRedemptionsPerUser: 2,
  maxRedemptionsPerUserPerDay: true,
  maxRedemptionsPerCode: 1,
  onlyForNewUsers: false,
  onlyForProductsWithoutDiscount: true,
  requirePhoneVerification: true,
  requiresCategoriesIds: ['cat-hamburguesas'],
  requiresProductsIds: ['prd-hamburguesa-doble'],
  requiresStoresIds: ['store-punta-arenas'],
  requiresMenusIds: ['M1'],
  requiresPaymentTypes: ['cash'],
  requireChannels: ['web-go'],
  requiredBINs: ['400000'],
  minimumOrderPrice: 5000,
  maximumOrderPrice: 90_000,
  dontApplyToProductsIds: ['prd-cafe-americano'],
  dontApplyDiscountToOptions: true,
  isHidden: true,
  allowedEmails: ['ana@example.com'],
  externalId: 'MKT-HOLA',
  isBirthdayCoupon: false,
  onlyRedeemOnBirthday: false,
  autoRecommend: false,
  applyDeliveryDiscount: true,
  deliveryDiscountValue: 1000,
  deliveryDiscountType: 'fixed',
  deliveryDiscountPercentage: 0,
  maxProductsPerOrder: 3,
}

/** The current coupon with changes, as the client sends it. */
const sentBack =
  (change: object) =>
  async ({ connection }: World): Promise<Asked> => {
    const read = await listCoupons(connection, { query: { limit: 100 } })
    const value = read.ok ? read.value.items.find(({ _id }) => _id === params.couponId) : undefined
    if (value === undefined) throw new Error('not read')
    const body = couponChange({ value }, { ...value, ...change })
    if (!body.ok) throw new Error(body.failure.message)
    return { params, body: body.value }
  }

export const couponRows: Row[] = [
  {
    ...list,
    title: 'the first page, ten to a page',
    answers: {
      items: { length: 10 },
      hasNextPage: true,
      hasPreviousPage: false,
      totalPages: 3,
      totalCount: 25,
    },
  },
  {
    ...list,
    title: 'the last page',
    input: { query: { page: 3, limit: 10 } },
    answers: { items: { length: 5 }, hasNextPage: false, hasPreviousPage: true },
  },
  {
    ...list,
    title: 'a page after the last is empty',
    input: { query: { page: 99 } },
    answers: { items: [], hasNextPage: false, totalCount: 25 },
  },
  {
    ...limits,
    title: 'as many as 100 at a time',
    input: { query: { limit: 100 } },
    answers: { items: { length: 25 }, totalPages: 1 },
  },
  {
    ...limits,
    title: 'as few as one at a time',
    input: { query: { limit: 1 } },
    answers: { items: { length: 1 }, totalPages: 25 },
  },
  {
    ...list,
    title: 'found by the code',
    input: { query: { filter: 'FELIZCUMPLE' } },
    answers: { items: [{ _id: 'cpn-cumpleanos' }], totalCount: 1 },
  },
  {
    ...list,
    title: 'found by the name',
    input: { query: { filter: 'Torta en tu' } },
    answers: { items: [{ _id: 'cpn-postre-de-cumpleanos' }], totalCount: 1 },
  },
  {
    ...list,
    title: 'found by the external id',
    input: { query: { filter: 'MKT-TORTA' } },
    answers: { items: [{ externalId: 'MKT-TORTA' }], totalCount: 1 },
  },
  {
    ...list,
    title: 'only what applies to the stores, all parameters at once',
    input: { query: { filter: '', storesIds: ['store-punta-arenas', 'x'], page: 1, limit: 100 } },
    // One of the 25 is only for the other store.
    answers: { items: { length: 24 }, hasPreviousPage: false, totalPages: 1 },
  },
  { ...limits, title: 'not 101', input: { query: { limit: 101 } }, unsent: 'query.limit' },
  { ...limits, title: 'not 0', input: { query: { limit: 0 } }, unsent: 'query.limit' },
  { ...list, title: 'no page 0', input: { query: { page: 0 } }, unsent: 'query.page' },
  {
    ...list,
    title: 'no website identifier is sent',
    input: { query: { websiteId: 'w' } },
    unsent: 'query: Unrecognized key: "websiteId"',
  },
  {
    ...limits,
    title: 'the platform refuses 101',
    raw: { method: 'GET', path: '/ecommerce/coupons?limit=101' },
    replies: badRequest('limit: must be at most 100'),
  },
  {
    ...list,
    title: 'the platform accepts no website identifier',
    raw: { method: 'GET', path: '/ecommerce/coupons?websiteId=another' },
    replies: badRequest('websiteId: is not accepted, the token says which website'),
  },
  {
    ...update,
    title: 'one field, and the others stay',
    input: { params, body: { coupon: { active: false } } },
    answers: { _id: 'cpn-bienvenida', active: false, code: 'BIENVENIDA10', percentageOff: 10 },
  },
  {
    ...update,
    title: 'every field at once',
    input: { params, body: { coupon: everyField } },
    answers: { _id: 'cpn-bienvenida', type: 'percentage', totalRedemptions: 1874, ...everyField },
  },
  {
    ...update,
    title: 'as it was read, with one field changed',
    input: sentBack({ maxRedemptions: 501 }),
    answers: { _id: 'cpn-bienvenida', maxRedemptions: 501, code: 'HOLA15' },
  },
  {
    ...update,
    title: 'as it was read, with fields cleared',
    input: sentBack({ maxRedemptions: null, description: null, endDate: null }),
    answers: { maxRedemptions: null, description: null, endDate: null, code: 'HOLA15' },
  },
  {
    ...update,
    title: 'a switch is not cleared',
    input: { params, body: { coupon: { active: null } } },
    unsent: 'body.coupon.active',
  },
  {
    ...update,
    title: 'a field without a value is no change',
    input: { params, body: { coupon: { active: undefined } } },
    unsent: 'body.coupon: changes nothing',
  },
  {
    ...update,
    title: 'the platform clears no name',
    raw: {
      method: 'PUT',
      path: '/ecommerce/coupons/cpn-bienvenida',
      body: { coupon: { name: null } },
    },
    replies: badRequest('coupon.name: must be a text'),
  },
  {
    ...update,
    title: 'the type is not in the body',
    input: { params, body: { coupon: { type: 'fixed' } } },
    unsent: 'body.coupon: Unrecognized key: "type"',
  },
  {
    ...update,
    title: 'nothing is no change',
    input: { params, body: { coupon: {} } },
    unsent: 'body.coupon: changes nothing',
  },
  {
    ...update,
    title: 'not beside the coupon',
    input: { params, body: { coupon: { active: true }, websiteId: 'w' } },
    unsent: 'body: Unrecognized key: "websiteId"',
  },
  {
    ...update,
    title: 'a way up is no id',
    input: { params: { couponId: '..' }, body: { coupon: { active: true } } },
    unsent: 'params.couponId: is not an id',
  },
  {
    ...update,
    title: 'only coupons of the website',
    input: { params: { couponId: 'cpn-of-another' }, body: { coupon: { active: true } } },
    refused: { status: 404, message: 'Coupon not found' },
  },
  {
    ...update,
    title: 'the platform refuses what was redeemed',
    raw: {
      method: 'PUT',
      path: '/ecommerce/coupons/cpn-bienvenida',
      body: { coupon: { totalRedemptions: 0 } },
    },
    replies: badRequest('coupon: Unrecognized key: "totalRedemptions"'),
  },
  {
    ...update,
    title: 'the platform refuses what is not JSON',
    raw: { method: 'PUT', path: '/ecommerce/coupons/cpn-bienvenida', body: '{coupon' },
    replies: badRequest('body: must be JSON'),
  },
]

export const couponAsks: Asks = {
  listCoupons: ({ store }) => [{}, { query: { storesIds: [store], limit: 100 } }],
  updateCoupon: ({ coupon }) => [
    { params: { couponId: coupon }, body: { coupon: { name: 'taken' } } },
  ],
}

import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { serveRooms } from '../rooms.fixture.ts'
import { Effects } from '../effects.ts'
import { practiceStore } from '../practice-store.ts'
import { PracticeCoupons, CouponOperations } from './coupons.ts'
import type { WireCoupon } from './change.ts'

const start = Date.parse('2026-11-20T15:00:00.000Z')
const path = '/ecommerce/coupons'

interface CouponPage {
  items: WireCoupon[]
  hasNextPage: boolean
  hasPreviousPage: boolean
  totalPages: number
  totalCount: number
}

let served: Awaited<ReturnType<typeof serveRooms>>
let effects: Effects

beforeEach(async () => {
  effects = new Effects()
  served = await serveRooms(
    new CouponOperations(new PracticeCoupons({ now: () => start, effects })),
  )
})
afterEach(() => served.close())

interface Answer<Data> {
  status: number
  body: { success: boolean; data: Data }
}

const list = async (query = '?limit=100') => (await served.ask(path + query)) as Answer<CouponPage>
const update = async (id: string, body: unknown) =>
  (await served.send('PUT', `${path}/${id}`, body)) as Answer<WireCoupon>
const all = async () => (await list()).body.data.items
const ids = ({ body }: Answer<CouponPage>) => body.data.items.map(({ _id }) => _id)
const refused = (message: string) => ({
  status: 400,
  body: {
    success: false,
    error: { error: 'error', message: `The request has an error (${message})` },
  },
})

describe('GET /ecommerce/coupons', () => {
  test('answers pages of ten, newest first', async () => {
    const pages = await Promise.all(['', '?page=2', '?page=3'].map(list))
    expect(pages.map(({ body: { data } }) => ({ ...data, items: data.items.length }))).toEqual(
      [
        [10, true, false],
        [10, true, true],
        [5, false, true],
      ].map(([items, hasNextPage, hasPreviousPage]) => ({
        items,
        hasNextPage,
        hasPreviousPage,
        totalPages: 3,
        totalCount: 25,
      })),
    )
    const listed = pages.flatMap(({ body }) => body.data.items)
    const times = listed.map(({ createdAt }) => createdAt)
    expect(times).toEqual(times.toSorted().reverse())
    expect(new Set(listed.map(({ _id }) => _id)).size).toBe(25)
    expect((await list('?page=4')).body.data.items).toEqual([])
  })

  test.each([
    ['a name, whatever its accents', 'ADELANTO de verano', ['cpn-verano']],
    ['a name, written without its accents', 'cumpleanos', ['cpn-cumpleanos']],
    ['a code', 'namnam', ['cpn-panqueques']],
    ['an external id', 'bin-faro', ['cpn-tarjeta-faro']],
    ['nothing else: this is a description', 'uno a uno', []],
    ['nothing', ' ', null],
  ])('searches %s', async (_what, filter, expected) => {
    const answer = await list(`?limit=100&filter=${encodeURIComponent(filter)}`)
    if (expected === null) expect(answer.body.data.totalCount).toBe(25)
    else expect(ids(answer)).toEqual(expected)
  })

  test.each([
    [[practiceStore.id], ['cpn-vecinos-colon', 'cpn-dos-locales']],
    [['store-punta-arenas'], ['cpn-magallanes', 'cpn-dos-locales', 'cpn-noche-de-estreno']],
    [['somewhere-else'], []],
    [
      [practiceStore.id, 'store-punta-arenas'],
      ['cpn-vecinos-colon', 'cpn-magallanes', 'cpn-dos-locales', 'cpn-noche-de-estreno'],
    ],
  ])('keeps what applies to the stores %j', async (stores, bound) => {
    const query = stores.map((id) => `&storesIds=${id}`).join('')
    const { items } = (await list(`?limit=100${query}`)).body.data
    const restricted = items.filter(({ requiresStoresIds }) => requiresStoresIds.length > 0)
    expect(new Set(restricted.map(({ _id }) => _id))).toEqual(new Set(bound))
    expect(items.length - restricted.length).toBe(21)
  })

  test.each([
    ['limit=101', 'limit: must be at most 100'],
    ['limit=0', 'limit: must be at least 1'],
    ['limit=ten', 'limit: must be a whole number'],
    ['page=0', 'page: must be at least 1'],
    ['page=-1', 'page: must be a whole number'],
    ['page=1.5', 'page: must be a whole number'],
    ['websiteId=other', 'websiteId: is not accepted, the token says which website'],
  ])('refuses %s', async (query, message) => {
    expect(await list(`?${query}`)).toEqual(refused(message))
  })

  test('takes the largest limit', async () => {
    expect(await list('?limit=100')).toMatchObject({ status: 200, body: { success: true } })
  })
})

describe('PUT /ecommerce/coupons/{couponId}', () => {
  const id = 'cpn-verano'

  test('changes what is sent, keeps the rest, and shows in the list', async () => {
    const before = (await all()).find(({ _id }) => _id === id)
    const change = {
      code: 'VERANO27',
      active: false,
      percentageOff: 0,
      endDate: '2027-03-01T00:00:00-03:00',
      requiresStoresIds: ['store-punta-arenas'],
    }
    const { status, body } = await update(id, { coupon: change })
    expect(status).toBe(200)
    expect(body).toEqual({
      success: true,
      data: { ...before, ...change, endDate: '2027-03-01T03:00:00.000Z' },
    })
    expect((await list('?filter=VERANO27')).body.data.items).toEqual([body.data])
    expect(effects.list()).toEqual([{ operation: 'coupon-update', subject: id, count: 1 }])
  })

  test('takes every documented field', async () => {
    const returnedOnly = ['_id', 'websiteId', 'type', 'totalRedemptions', 'createdAt', 'deletedAt']
    const other = (await all()).find(({ _id }) => _id === 'cpn-lunes-de-empanadas')
    const change = Object.fromEntries(
      Object.entries({
        ...other,
        percentageOff: 1,
        maxPercentageOffDiscount: 2,
        discountAmount: 3,
        maxRedemptions: 4,
        maxRedemptionsPerUser: 5,
        maxRedemptionsPerCode: 6,
        minimumOrderPrice: 7,
        maximumOrderPrice: 8,
        deliveryDiscountValue: 9,
        deliveryDiscountType: 'any',
        deliveryDiscountPercentage: 100,
      }).filter(([field]) => !returnedOnly.includes(field)),
    )
    expect(Object.keys(change)).toHaveLength(39)
    const { status, body } = await update(id, { coupon: change })
    expect(status).toBe(200)
    expect(body.data).toMatchObject(change)
    expect(body.data).toMatchObject({ _id: id, type: 'percentageOnDiscount' })
  })

  test.each([
    [{ coupon: { type: 'fixed' } }, 'coupon: Unrecognized key: "type"'],
    [{ coupon: { totalRedemptions: 1 } }, 'coupon: Unrecognized key: "totalRedemptions"'],
    [{ coupon: { createdAt: '2026-01-01' } }, 'coupon: Unrecognized key: "createdAt"'],
    [{ coupon: { websiteId: 'other' } }, 'coupon: Unrecognized key: "websiteId"'],
    [{ coupon: { active: true }, websiteId: 'other' }, ': Unrecognized key: "websiteId"'],
    [{ coupon: { active: 'true' } }, 'coupon.active: must be true or false'],
    [{ coupon: { code: 5 } }, 'coupon.code: must be a text'],
    [{ coupon: { name: null } }, 'coupon.name: must be a text'],
    [{ coupon: { active: null } }, 'coupon.active: must be true or false'],
    [{ coupon: { requiredBINs: null } }, 'coupon.requiredBINs: must be a list of texts'],
    [{ coupon: { fixedAmount: '990' } }, 'coupon.fixedAmount: must be a number'],
    [{ coupon: { requiredBINs: '000012' } }, 'coupon.requiredBINs: must be a list of texts'],
    [{ coupon: { requiredBINs: [12] } }, 'coupon.requiredBINs.0: must be a text'],
    [{ coupon: { percentageOff: 101 } }, 'coupon.percentageOff: must be at most 100'],
    [{ coupon: { percentageOff: -1 } }, 'coupon.percentageOff: must not be below 0'],
    [
      { coupon: { deliveryDiscountPercentage: 100.5 } },
      'coupon.deliveryDiscountPercentage: must be at most 100',
    ],
    [{ coupon: { maxRedemptions: -1 } }, 'coupon.maxRedemptions: must not be below 0'],
    [{ coupon: { endDate: 'tomorrow' } }, 'coupon.endDate: must be a date-time'],
    [{ coupon: { endDate: '2026-12-01T00:00:00Z' } }, 'coupon.endDate: must be after fromDate'],
    [{ coupon: { fromDate: '2027-06-01T00:00:00Z' } }, 'coupon.endDate: must be after fromDate'],
    [
      { coupon: { fromDate: '2027-06-01T00:00:00Z', endDate: '2027-06-01T00:00:00Z' } },
      'coupon.endDate: must be after fromDate',
    ],
    [{ coupon: {} }, 'coupon: changes nothing'],
    ['no JSON', 'body: must be JSON'],
  ])('refuses %j and changes nothing', async (body, message) => {
    const before = await all()
    expect(await update(id, body)).toEqual(refused(message))
    expect(await all()).toEqual(before)
    expect(effects.list()).toEqual([])
  })

  test('moves both dates at once if neither is valid alone', async () => {
    const coupon = { fromDate: '2027-06-01T00:00:00.000Z', endDate: '2027-06-02T00:00:00.000Z' }
    expect((await update(id, { coupon })).body.data).toMatchObject(coupon)
  })

  test('knows no coupon but those of the website', async () => {
    const { status, body } = await update('cpn-of-another-brand', { coupon: { active: false } })
    expect(status).toBe(404)
    expect(body).toEqual({
      success: false,
      error: { error: 'not-found', message: 'Coupon not found' },
    })
    expect(effects.list()).toEqual([])
  })
})

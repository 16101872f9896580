import { couponTypes } from '#platform/coupons.ts'
import { z } from 'zod'
import { answers, badRequest, listPage, notFound, pageAndLimit, severalTexts } from '../answers.ts'
import { couponChange, emptyValueFor, type CouponChange, type WireCoupon } from './change.ts'
import couponsFile from '../../../resources/practice/coupons.json' with { type: 'json' }
import { dialect } from '../dialect.ts'
import type { Effects } from '../effects.ts'
import { tokenInfo } from '../practice-store.ts'
import { textSearch } from '../text-search.ts'
import { wallDay, wallInstant } from '../wall-clock.ts'

const [fixed = '', percentage = ''] = dialect.couponDeliveryDiscountTypes.split(' ')

/** The words of a coupon's deliveryDiscountType. */
export const deliveryDiscountTypes = { fixed, percentage }

interface CouponOptions {
  /** Epoch milliseconds; the coupons' days are counted from the day it is when the book opens. */
  now: () => number
  effects: Effects
  /** Whose they are, and which; default the practice website's. */
  website?: { _id: string; timezone: string }
  coupons?: readonly unknown[]
}

const wholeDays = z.int()

/** A coupon of resources/practice/coupons.json: what it does not name is unset. Days are counted from the start. */
const couponInFile = couponChange
  .omit({ code: true, fromDate: true, endDate: true, deliveryDiscountType: true })
  .extend({
    _id: z.string(),
    name: z.string(),
    code: z.string().nullable(),
    type: z.enum(couponTypes),
    createdDay: wholeDays,
    /** Usable from the first minute of this day, as the website's clocks show it. */
    fromDay: wholeDays,
    /** Usable until the end of this day; null where it has none. */
    endDay: wholeDays.nullable(),
    /** Taken away on this day; it stays in the list, which is our assumption. */
    deletedDay: wholeDays.optional(),
    totalRedemptions: z.int(),
    deliveryDiscount: z.enum(['fixed', 'percentage']).optional(),
  })

/** What a coupon is where the file does not say otherwise: active, and nothing else. */
const unset = {
  ...Object.fromEntries(
    Object.entries(couponChange.shape).map(([field, schema]) => [field, emptyValueFor(schema)]),
  ),
  active: true,
} as Required<CouponChange>

/** The coupons as they are when the book opens, oldest first. */
function couponsOn(
  opened: number,
  { _id: websiteId, timezone }: { _id: string; timezone: string },
  coupons: readonly unknown[],
): WireCoupon[] {
  const today = wallDay(opened, timezone)
  const instantOf = (days: number, minute = 0): number =>
    wallInstant({ ...today, day: today.day + days }, minute, timezone)
  const iso = (instant: number): string => new Date(instant).toISOString()
  return z
    .array(couponInFile)
    .parse(coupons)
    .sort((one, other) => one.createdDay - other.createdDay)
    .map(({ createdDay, fromDay, endDay, deletedDay, deliveryDiscount, ...terms }) => ({
      ...unset,
      ...terms,
      websiteId,
      fromDate: iso(instantOf(fromDay)),
      endDate: endDay === null ? null : iso(instantOf(endDay + 1) - 1),
      deliveryDiscountType:
        deliveryDiscount === undefined ? null : deliveryDiscountTypes[deliveryDiscount],
      createdAt: iso(instantOf(createdDay, 10 * 60)),
      deletedAt: deletedDay === undefined ? null : iso(instantOf(deletedDay, 11 * 60)),
    }))
}

const appliesTo = ({ requiresStoresIds }: WireCoupon, stores: readonly string[]): boolean =>
  stores.length === 0 ||
  requiresStoresIds.length === 0 ||
  requiresStoresIds.some((id) => stores.includes(id))

/**
 * The coupons of the website, and what can be changed about one. An id nobody knows throws where it is to be
 * changed. Opens the book on the coupons of resources/practice/coupons.json.
 */
export function createCouponStore({
  now,
  effects,
  website = tokenInfo.website,
  coupons = couponsFile.coupons,
}: CouponOptions) {
  const byId = new Map(couponsOn(now(), website, coupons).map((coupon) => [coupon._id, coupon]))

  function changeElsewhere(id: string, change: CouponChange): WireCoupon {
    const known = byId.get(id)
    if (known === undefined) throw new Error(`no coupon ${id}`)
    const changed = { ...known, ...change }
    byId.set(id, changed)
    return changed
  }

  return {
    /** Newest first. `stores` keeps what applies to one of these; none means all. */
    list(filter: string, stores: readonly string[]) {
      const found = textSearch(filter)
      return [...byId.values()]
        .reverse()
        .filter(({ name, code, externalId }) => found([name, code, externalId]))
        .filter((coupon) => appliesTo(coupon, stores))
    },
    find: (id: string) => byId.get(id),
    /** What `change` leaves out stays as it is. */
    update(id: string, change: CouponChange) {
      const updated = changeElsewhere(id, change)
      effects.happened('coupon-update', id)
      return updated
    },
    /** The same by somebody else: it is no effect of what was asked. */
    changeElsewhere,
  }
}

export type PracticeCoupons = ReturnType<typeof createCouponStore>

/** No website identifier is accepted: the scope is the token's. */
const listQuery = z.object({
  filter: z.string().default(''),
  storesIds: severalTexts,
  ...pageAndLimit,
  websiteId: z.exactOptional(z.never('is not accepted, the token says which website')),
})

/**
 * That only the fields sent change, and that there must be one, are our assumptions: all of them are
 * documented together, and no rule for those left out.
 */
const updateBody = z.strictObject({
  coupon: couponChange.refine((change) => Object.keys(change).length > 0, 'changes nothing'),
})

/** Our assumption: a coupon ends after it begins, whichever of the two dates an update sends. */
function endsTooSoon(coupon: WireCoupon, change: CouponChange): boolean {
  const { fromDate, endDate } = { ...coupon, ...change }
  return fromDate !== null && endDate !== null && Date.parse(endDate) <= Date.parse(fromDate)
}

/** The coupon list and the update of one. Newest first is our assumption. */
export const coupons = (byId: PracticeCoupons) => ({
  listCoupons: answers('listCoupons', {
    query: listQuery,
    answer: ({ query: { filter, storesIds, page, limit } }) =>
      listPage(byId.list(filter, storesIds), page, limit),
  }),
  updateCoupon: answers('updateCoupon', {
    find: ({ couponId }) => byId.find(couponId) ?? notFound('Coupon'),
    body: updateBody,
    answer: ({ found, body: { coupon: change } }) =>
      endsTooSoon(found, change)
        ? badRequest('coupon.endDate: must be after fromDate')
        : byId.update(found._id, change),
  }),
})

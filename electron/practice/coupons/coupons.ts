import { couponTypes } from '#platform/coupons.ts'
import { z } from 'zod'
import { answers, badRequest, listPage, notFound, pageAndLimit, severalTexts } from '../answers.ts'
import { couponChange, emptyValueFor, type CouponChange, type WireCoupon } from './change.ts'
import couponsFile from '../../../resources/practice/coupons.json' with { type: 'json' }
import { dialect } from '../dialect.ts'
import type { Effects } from '../effects.ts'
import { tokenInfo } from '../practice-store.ts'
import { textSearch } from '../text-search.ts'
import { wallDay, wallInstant, type WallDay } from '../wall-clock.ts'

const [fixed = '', percentage = ''] = dialect.couponDeliveryDiscountTypes.split(' ')

export const deliveryDiscountTypes = { fixed, percentage }

interface CouponOptions {
  /** Epoch milliseconds; the coupons' days are counted from the day of the start. */
  now: () => number
  effects: Effects
  /** Default: the practice website. */
  website?: { _id: string; timezone: string }
  coupons?: readonly unknown[]
}

const wholeDays = z.int()

/**
 * A coupon of resources/practice/coupons.json; missing fields are unset. Days are counted from the
 * start.
 */
const couponInFile = couponChange
  .omit({ code: true, fromDate: true, endDate: true, deliveryDiscountType: true })
  .extend({
    _id: z.string(),
    name: z.string(),
    code: z.string().nullable(),
    type: z.enum(couponTypes),
    createdDay: wholeDays,
    /** Usable from the start of this day in the website's time zone. */
    fromDay: wholeDays,
    /** Usable until the end of this day; null if it has no end. */
    endDay: wholeDays.nullable(),
    /** Deleted on this day. That it stays in the list is our assumption. */
    deletedDay: wholeDays.optional(),
    totalRedemptions: z.int(),
    deliveryDiscount: z.enum(['fixed', 'percentage']).optional(),
  })

/** The values of missing fields: active, and everything else unset. */
const unset = {
  ...Object.fromEntries(
    Object.entries(couponChange.shape).map(([field, schema]) => [field, emptyValueFor(schema)]),
  ),
  active: true,
} as Required<CouponChange>

const instantOf = (today: WallDay, days: number, minute: number, timeZone: string): number =>
  wallInstant({ ...today, day: today.day + days }, minute, timeZone)

const isoOf = (...[today, days, minute, timeZone]: Parameters<typeof instantOf>): string =>
  new Date(instantOf(today, days, minute, timeZone)).toISOString()

/** The last millisecond of a day. */
const endOf = (today: WallDay, days: number, timeZone: string): string =>
  new Date(instantOf(today, days + 1, 0, timeZone) - 1).toISOString()

/** The coupons at the start, oldest first. */
function couponsOn(
  opened: number,
  { _id: websiteId, timezone }: { _id: string; timezone: string },
  coupons: readonly unknown[],
): WireCoupon[] {
  const today = wallDay(opened, timezone)
  return z
    .array(couponInFile)
    .parse(coupons)
    .sort((one, other) => one.createdDay - other.createdDay)
    .map(({ createdDay, fromDay, endDay, deletedDay, deliveryDiscount, ...terms }) => ({
      ...unset,
      ...terms,
      websiteId,
      fromDate: isoOf(today, fromDay, 0, timezone),
      endDate: endDay === null ? null : endOf(today, endDay, timezone),
      deliveryDiscountType:
        deliveryDiscount === undefined ? null : deliveryDiscountTypes[deliveryDiscount],
      createdAt: isoOf(today, createdDay, 10 * 60, timezone),
      deletedAt: deletedDay === undefined ? null : isoOf(today, deletedDay, 11 * 60, timezone),
    }))
}

const appliesTo = ({ requiresStoresIds }: WireCoupon, stores: readonly string[]): boolean =>
  stores.length === 0 ||
  requiresStoresIds.length === 0 ||
  requiresStoresIds.some((id) => stores.includes(id))

/**
 * The coupons of the website, from resources/practice/coupons.json. Changing an unknown id throws.
 */
export class PracticeCoupons {
  readonly #effects: Effects
  readonly #byId: Map<string, WireCoupon>

  constructor({
    now,
    effects,
    website = tokenInfo.website,
    coupons = couponsFile.coupons,
  }: CouponOptions) {
    this.#effects = effects
    this.#byId = new Map(couponsOn(now(), website, coupons).map((coupon) => [coupon._id, coupon]))
  }

  /** Newest first. `stores` selects coupons for one of these stores; empty for all. */
  list(filter: string, stores: readonly string[]): WireCoupon[] {
    const matches = textSearch(filter)
    return [...this.#byId.values()]
      .reverse()
      .filter(({ name, code, externalId }) => matches([name, code, externalId]))
      .filter((coupon) => appliesTo(coupon, stores))
  }

  find(id: string): WireCoupon | undefined {
    return this.#byId.get(id)
  }

  update(id: string, change: CouponChange): WireCoupon {
    const updated = this.changeElsewhere(id, change)
    this.#effects.happened('coupon-update', id)
    return updated
  }

  /** The same change by another system; it doesn't count as an effect. */
  changeElsewhere(id: string, change: CouponChange): WireCoupon {
    const before = this.#byId.get(id)
    if (before === undefined) throw new Error(`no coupon ${id}`)
    const changed = { ...before, ...change }
    this.#byId.set(id, changed)
    return changed
  }
}

/** No website identifier is accepted: the scope is the token's. */
const listQuery = z.object({
  filter: z.string().default(''),
  storesIds: severalTexts,
  ...pageAndLimit,
  websiteId: z.exactOptional(z.never('is not accepted, the token says which website')),
})

/**
 * Our assumptions: only the fields that are sent change, and there must be at least one. The
 * documentation always shows all of them.
 */
const updateBody = z.strictObject({
  coupon: couponChange.refine((change) => Object.keys(change).length > 0, 'changes nothing'),
})

/**
 * Our assumption: a coupon must end after it starts, whichever of the two dates an update sends.
 */
function endsTooSoon(coupon: WireCoupon, change: CouponChange): boolean {
  const { fromDate, endDate } = { ...coupon, ...change }
  return fromDate !== null && endDate !== null && Date.parse(endDate) <= Date.parse(fromDate)
}

/** The coupon list and the update of a coupon. Newest first is our assumption. */
export class CouponOperations {
  readonly #coupons: PracticeCoupons

  readonly listCoupons = answers('listCoupons', {
    query: listQuery,
    answer: ({ query: { filter, storesIds, page, limit } }) =>
      listPage(this.#coupons.list(filter, storesIds), page, limit),
  })

  readonly updateCoupon = answers('updateCoupon', {
    find: ({ couponId }) => this.#coupons.find(couponId) ?? notFound('Coupon'),
    body: updateBody,
    answer: ({ target: coupon, body: { coupon: change } }) =>
      endsTooSoon(coupon, change)
        ? badRequest('coupon.endDate: must be after fromDate')
        : this.#coupons.update(coupon._id, change),
  })

  constructor(coupons: PracticeCoupons) {
    this.#coupons = coupons
  }
}

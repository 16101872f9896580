import type { CouponState, CouponValues } from '#contract/coupons/coupons.ts'
import { type CouponField, couponFields } from '#contract/coupons/fields.ts'
import type { WireCoupon } from '#platform/coupons.ts'

/** A coupon as last read from the platform. Instants are ISO. */
export interface StoredCoupon {
  id: string
  type: string | null
  values: CouponValues
  totalRedemptions: number | null
  createdAt: string | null
  deletedAt: string | null
  /** Paths of what could not be read: a field, or an element of one (`requiresStoresIds.1`). */
  unread: string[]
  readAt: string
}

export const fieldNames = Object.keys(couponFields) as CouponField[]

export const fieldsOf = (values: CouponValues): CouponField[] =>
  fieldNames.filter((field) => values[field] !== undefined)

export function toStoredCoupon(wire: WireCoupon, unread: string[], readAt: string): StoredCoupon {
  const sentFields = fieldNames.flatMap((field) =>
    wire[field] === undefined ? [] : [[field, wire[field]] as const],
  )
  return {
    id: wire._id,
    type: wire.type ?? null,
    values: Object.fromEntries(sentFields),
    totalRedemptions: wire.totalRedemptions ?? null,
    createdAt: wire.createdAt ?? null,
    deletedAt: wire.deletedAt ?? null,
    unread: onePathPerField(unread),
    readAt,
  }
}

/** Paths kept per field: it is enough to know that the field wasn't read in full. */
const maxOfField = 10

function onePathPerField(paths: readonly string[]): string[] {
  const counts = new Map<string, number>()
  return paths.filter((path) => {
    const [field = ''] = path.split('.', 1)
    const count = (counts.get(field) ?? 0) + 1
    counts.set(field, count)
    return count <= maxOfField
  })
}

/**
 * Matches list items to their positions, counting those that could not be read; `unread` has the
 * paths within the answer.
 */
export function couponsOf(
  items: readonly WireCoupon[],
  unread: readonly string[],
  readAt: string,
): { coupons: StoredCoupon[]; leftOut: number } {
  const gone = new Set<number>()
  const fieldsAt = new Map<number, string[]>()
  for (const path of unread) {
    const [, place, rest] = /^(?:items\.)?(\d+)(?:\.(.+))?$/.exec(path) ?? []
    if (place === undefined) continue
    const fields = fieldsAt.get(Number(place))
    if (rest === undefined) gone.add(Number(place))
    else if (fields === undefined) fieldsAt.set(Number(place), [rest])
    else fields.push(rest)
  }
  let position = -1
  const coupons = items.map((wire) => {
    do position += 1
    while (gone.has(position))
    return toStoredCoupon(wire, fieldsAt.get(position) ?? [], readAt)
  })
  return { coupons, leftOut: gone.size }
}

/** The state of a coupon at `now` (epoch milliseconds). A missing value blocks nothing. */
export function couponState(
  { values, totalRedemptions, deletedAt }: Omit<StoredCoupon, 'unread' | 'readAt'>,
  now: number,
): CouponState {
  const { active, fromDate, endDate, maxRedemptions } = values
  if (deletedAt !== null) return 'deleted'
  if (active === false) return 'off'
  if (endDate != null && now > Date.parse(endDate)) return 'expired'
  if (fromDate != null && now < Date.parse(fromDate)) return 'not-yet'
  if (maxRedemptions != null && (totalRedemptions ?? 0) >= maxRedemptions) return 'used-up'
  return 'active'
}

import { couponFields } from '#contract/coupons/fields.ts'
import type { CouponValues } from '#contract/coupons/coupons.ts'
import { fieldNames, fieldsOf } from './known.ts'

const listKinds: readonly string[] = ['words', 'products', 'categories', 'stores', 'menus']

/** A change as the platform takes it: a list that says nothing is empty. */
export const withEmptyLists = (changed: CouponValues): CouponValues =>
  Object.fromEntries(
    fieldsOf(changed).map((field) => [
      field,
      changed[field] === null && listKinds.includes(couponFields[field]) ? [] : changed[field],
    ]),
  )

/**
 * What no coupon can be, as `field: what is wrong`; null where it may be. `changed` is what somebody wants of it,
 * `after` all that it would say then.
 */
export function problemOf(changed: CouponValues, after: CouponValues): string | null {
  if (fieldsOf(changed).length === 0) return 'changed: changes nothing'
  if (changed.name !== undefined && (changed.name ?? '').trim() === '')
    return 'name: must not be empty'
  const open = fieldNames.find((field) => couponFields[field] === 'flag' && changed[field] === null)
  if (open !== undefined) return `${open}: must be yes or no`
  const { fromDate, endDate } = after
  const movesDates = changed.fromDate !== undefined || changed.endDate !== undefined
  if (
    movesDates &&
    fromDate != null &&
    endDate != null &&
    Date.parse(endDate) <= Date.parse(fromDate)
  )
    return 'endDate: must be after fromDate'
  return null
}

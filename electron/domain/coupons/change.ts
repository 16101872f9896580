import type { CouponValues } from '#contract/coupons/coupons.ts'
import { type CouponField, couponFields } from '#contract/coupons/fields.ts'
import { fieldNames, fieldsOf } from './stored-coupon.ts'

/** A change of a coupon: `before` is what the person saw of it, also of fields that stay. */
export interface DesiredChange {
  before: CouponValues
  changed: CouponValues
}

/** A value as it is compared: a list in no order, an instant as a moment; nothing is an empty list and an open switch. */
function plain(field: CouponField, value: CouponValues[CouponField]): unknown {
  if (Array.isArray(value)) return JSON.stringify(value.toSorted())
  switch (couponFields[field]) {
    case 'flag':
      return value === true
    case 'text':
      return value ?? ''
    case 'instant':
      return typeof value === 'string' ? Date.parse(value) : null
    case 'amount':
    case 'percent':
    case 'count':
      return value ?? null
    default:
      return '[]'
  }
}

const isSame = (field: CouponField, one: CouponValues, other: CouponValues): boolean =>
  plain(field, one[field]) === plain(field, other[field])

/** Some fields of some values. */
export const pick = (values: CouponValues, fields: readonly CouponField[]): CouponValues =>
  Object.fromEntries(
    fields.flatMap((field) => (values[field] === undefined ? [] : [[field, values[field]]])),
  )

/** What is still to be sent, now that the coupon says `now`. */
export const leftOf = ({ changed }: DesiredChange, now: CouponValues): CouponField[] =>
  fieldsOf(changed).filter((field) => !isSame(field, changed, now))

/** Everything that somebody else has changed since the person looked, of what the person saw. */
export const meanwhileOf = ({ before, changed }: DesiredChange, now: CouponValues): CouponField[] =>
  fieldNames.filter(
    (field) =>
      now[field] !== undefined &&
      (before[field] !== undefined || changed[field] !== undefined) &&
      !isSame(field, before, now) &&
      (changed[field] === undefined || !isSame(field, changed, now)),
  )

/**
 * What somebody else has changed since the person looked, where something is still to be sent: also in fields that this
 * change leaves alone. The person sees all of it before anything goes out.
 */
export function conflictsOf(change: DesiredChange, now: CouponValues): CouponField[] {
  const left = leftOf(change, now)
  if (left.length === 0) return []
  const own = left.filter((field) => !isSame(field, change.before, now))
  return [...new Set([...own, ...meanwhileOf(change, now)])]
}

/** Whether two readings of a coupon say otherwise, of what both say. */
export const differs = (one: CouponValues, other: CouponValues): boolean =>
  fieldNames.some(
    (field) => one[field] !== undefined && other[field] !== undefined && !isSame(field, one, other),
  )

/** A change without what changes nothing. */
export function trimmed({ before, changed }: DesiredChange): DesiredChange {
  const fields = fieldsOf(changed).filter((field) => !isSame(field, before, changed))
  return { before, changed: pick(changed, fields) }
}

/**
 * A change that waits, and a newer one of the same coupon, as one. What the newer one says counts. Where its person saw
 * what the older one wants, the coupon itself still is as before that; where not, they saw the coupon.
 */
export function merged(older: DesiredChange, newer: DesiredChange): DesiredChange {
  const sawDesired = fieldsOf(newer.changed).filter(
    (field) => older.changed[field] !== undefined && isSame(field, newer.before, older.changed),
  )
  // The newer one says nothing of these: what they rest on stays.
  const others = fieldsOf(older.changed).filter((field) => newer.changed[field] === undefined)
  return trimmed({
    before: { ...older.before, ...newer.before, ...pick(older.before, [...sawDesired, ...others]) },
    changed: { ...older.changed, ...newer.changed },
  })
}

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

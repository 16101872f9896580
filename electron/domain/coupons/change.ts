import type { CouponValues } from '#contract/coupons/coupons.ts'
import { type CouponField, couponFields } from '#contract/coupons/fields.ts'
import { fieldNames, fieldsOf } from './stored-coupon.ts'

/** A change of a coupon: `before` is what the person saw, including fields that stay the same. */
export interface DesiredChange {
  before: CouponValues
  changed: CouponValues
}

/**
 * Normalizes a value for comparison: lists have no order, instants compare as moments, and null
 * equals an empty list or a switch that is off.
 */
function comparable(field: CouponField, value: CouponValues[CouponField]): unknown {
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
  comparable(field, one[field]) === comparable(field, other[field])

export const pickFields = (values: CouponValues, fields: readonly CouponField[]): CouponValues =>
  Object.fromEntries(
    fields.flatMap((field) => (values[field] === undefined ? [] : [[field, values[field]]])),
  )

/** The fields still to be sent, given the coupon's current values. */
export const fieldsToSend = ({ changed }: DesiredChange, now: CouponValues): CouponField[] =>
  fieldsOf(changed).filter((field) => !isSame(field, changed, now))

/** Fields that the person saw and that someone else has changed since. */
export const changedMeanwhile = (
  { before, changed }: DesiredChange,
  now: CouponValues,
): CouponField[] =>
  fieldNames.filter(
    (field) =>
      now[field] !== undefined &&
      (before[field] !== undefined || changed[field] !== undefined) &&
      !isSame(field, before, now) &&
      (changed[field] === undefined || !isSame(field, changed, now)),
  )

/**
 * What someone else has changed while fields are still to be sent, including fields that this
 * change leaves alone. The person sees all of it before anything is sent.
 */
export function conflictsOf(change: DesiredChange, now: CouponValues): CouponField[] {
  const left = fieldsToSend(change, now)
  if (left.length === 0) return []
  const own = left.filter((field) => !isSame(field, change.before, now))
  return [...new Set([...own, ...changedMeanwhile(change, now)])]
}

/** Whether two reads of a coupon differ in a field that both contain. */
export const differs = (one: CouponValues, other: CouponValues): boolean =>
  fieldNames.some(
    (field) => one[field] !== undefined && other[field] !== undefined && !isSame(field, one, other),
  )

/** Drops the fields that a change sets to their old value. */
export function trimmed({ before, changed }: DesiredChange): DesiredChange {
  const fields = fieldsOf(changed).filter((field) => !isSame(field, before, changed))
  return { before, changed: pickFields(changed, fields) }
}

/**
 * Merges a waiting change with a newer one of the same coupon; the newer values win. Where the
 * newer person saw a desired value of the older change, the coupon still has the older `before`;
 * elsewhere they saw the coupon itself.
 */
export function merged(older: DesiredChange, newer: DesiredChange): DesiredChange {
  const sawDesired = fieldsOf(newer.changed).filter(
    (field) => older.changed[field] !== undefined && isSame(field, newer.before, older.changed),
  )
  // The newer change doesn't touch these fields, so their older `before` stays.
  const others = fieldsOf(older.changed).filter((field) => newer.changed[field] === undefined)
  return trimmed({
    before: {
      ...older.before,
      ...newer.before,
      ...pickFields(older.before, [...sawDesired, ...others]),
    },
    changed: { ...older.changed, ...newer.changed },
  })
}

const listKinds: readonly string[] = ['words', 'products', 'categories', 'stores', 'menus']

/** The platform expects an empty list where a list is null. */
export const withEmptyLists = (changed: CouponValues): CouponValues =>
  Object.fromEntries(
    fieldsOf(changed).map((field) => [
      field,
      changed[field] === null && listKinds.includes(couponFields[field]) ? [] : changed[field],
    ]),
  )

/**
 * Why a coupon can't be changed like this, as `field: problem`; null if it can. `changed` are the
 * desired changes, and `after` the complete values that would result.
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

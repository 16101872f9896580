import type { DialectName } from '#platform/assumptions.ts'
import { describeDialect, type Dialect } from '#platform/dialect.ts'
import { toVendor } from '#platform/vendor.ts'
import type { Verdicts } from './proof.ts'

/** An object of an answer as it came. */
type Wire = Readonly<Record<string, unknown>>

const isWire = (value: unknown): value is Wire =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The objects that lie at a path of an answer as it came; arrays on the way are gone through. */
export function objectsAt(raw: unknown, ...path: readonly string[]): Wire[] {
  const here = [raw].flat().filter(isWire)
  const [field, ...rest] = path
  return field === undefined ? here : here.flatMap((each) => objectsAt(each[field], ...rest))
}

/** Names of a thing's fields (`driver.name` …) that were met in some object. What was not met is still open. */
export function observedFields(
  dialect: Dialect,
  thing: string,
  objects: readonly Wire[],
): Verdicts {
  const met = describeDialect(dialect)
    .filter(({ name }) => name.startsWith(`${thing}.`))
    .filter(({ value }) => objects.some((object) => Object.hasOwn(object, value)))
  return Object.fromEntries(met.map(({ name }) => [name, 'proven']))
}

/** Names whose value, or one of whose words, stands in a field of some object. */
export function observedValues(
  dialect: Dialect,
  names: readonly DialectName[],
  field: string,
  objects: readonly Wire[],
): Verdicts {
  const values = new Set(objects.map((object) => object[field]))
  const met = names.filter((name) => dialect[name].split(' ').some((word) => values.has(word)))
  return Object.fromEntries(met.map((name) => [name, 'proven']))
}

/** Our names that carry the vendor's prefix on the wire, and what else has their shape and does not. */
const prefixed: readonly { name: string; shape: RegExp; others: readonly string[] }[] = [
  {
    name: 'serviceUserId',
    shape: /^[a-z]\w*UserId$/,
    others: ['payerUserId', 'operatorUserId', 'driverUserId'],
  },
  { name: 'serviceCoinsDiscount', shape: /^\w+CoinsDiscount$/, others: ['websiteCoinsDiscount'] },
  {
    name: 'amountFinancedByService',
    shape: /^amountFinancedBy\w+$/,
    others: ['amountFinancedByWebsite'],
  },
]

/** The vendor's prefix: whether a client or an order carries it, or another in its place. */
export function observedPrefix(dialect: Dialect, objects: readonly Wire[]): Verdicts {
  const fields = objects.flatMap((object) => Object.keys(object))
  if (prefixed.some(({ name }) => fields.includes(toVendor(name, dialect))))
    return { vendorPrefix: 'proven' }
  const hasAnother = prefixed.some(({ shape, others }) =>
    fields.some((field) => shape.test(field) && !others.includes(field)),
  )
  return hasAnother ? { vendorPrefix: 'contradicted' } : {}
}

/**
 * The numbers of the weekdays: one that the dialect does not have contradicts it. Which number is which day, no answer
 * can tell.
 */
export function observedWeekdays(dialect: Dialect, schedules: readonly Wire[]): Verdicts {
  const known = new Set(dialect.weekdays.split(' '))
  const days = objectsAt(schedules, 'openPeriods').flatMap(({ daysOfWeek }) => [daysOfWeek].flat())
  const isForeign = days.some((day) => typeof day === 'number' && !known.has(String(day)))
  return isForeign ? { weekdays: 'contradicted' } : {}
}

import type { Proof } from '#contract/doctor/doctor.ts'
import { fitWeekdays } from '#domain/store-hours/weekdays.ts'
import type { DialectName } from '#platform/assumptions.ts'
import type { ObjectCheck } from '#platform/check.ts'
import { describeDialect, toVendor, weekdaysOf, type Dialect } from '#platform/dialect.ts'
import type { Verdicts } from './proof.ts'

/** An object of a raw answer. */
export type Wire = Readonly<Record<string, unknown>>

const isWire = (value: unknown): value is Wire =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The objects at a path of a raw answer; arrays are flattened. */
export function objectsAt(raw: unknown, ...path: readonly string[]): Wire[] {
  const here = [raw].flat().filter(isWire)
  const [field, ...rest] = path
  return field === undefined ? here : here.flatMap((each) => objectsAt(each[field], ...rest))
}

/** This many things without a field are no coincidence. */
const enough = 3

/** An empty object proves nothing: `driverInformation: {}` is no driver. */
const withFields = (objects: readonly Wire[]): Wire[] =>
  objects.filter((object) => Object.keys(object).length > 0)

const namesOf = (dialect: Dialect, kind: string) =>
  describeDialect(dialect).filter(({ name }) => name.startsWith(`${kind}.`))

/**
 * Names of the fields of a kind of object (`driver.name` …): proven if an object has them,
 * contradicted if there are enough objects and none has. Otherwise it stays open.
 */
export function observedFields(dialect: Dialect, kind: string, objects: readonly Wire[]): Verdicts {
  const filled = withFields(objects)
  return Object.fromEntries(
    namesOf(dialect, kind).flatMap(({ name, value }): [string, Proof][] => {
      if (filled.some((object) => Object.hasOwn(object, value))) return [[name, 'proven']]
      return filled.length >= enough ? [[name, 'contradicted']] : []
    }),
  )
}

/** A field name that can't identify a person: the keys of a map may be ids or addresses. */
const fieldName = /^[a-z_][a-z_]{0,30}\d?$/i
const maxUnclaimed = 5

/** Fields without a known name, most frequent first; `specified` fields need none. */
export function unclaimedFields(
  dialect: Dialect,
  kind: string,
  objects: readonly Wire[],
  specified: readonly string[],
): string[] {
  const claimed = new Set([...namesOf(dialect, kind).map(({ value }) => value), ...specified])
  const met = new Map<string, number>()
  for (const field of objects.flatMap((object) => Object.keys(object)))
    if (!claimed.has(field) && fieldName.test(field)) met.set(field, (met.get(field) ?? 0) + 1)
  return [...met]
    .toSorted(([one, left], [other, right]) => right - left || (one < other ? -1 : 1))
    .slice(0, maxUnclaimed)
    .map(([field]) => field)
}

/**
 * Names whose value, or one of whose words, is in a field of an object: words with the same
 * meaning.
 */
function observedValues(
  dialect: Dialect,
  names: readonly DialectName[],
  field: string,
  objects: readonly Wire[],
): Verdicts {
  const values = new Set(objects.map((object) => object[field]))
  const met = names.filter((name) => dialect[name].split(' ').some((word) => values.has(word)))
  return Object.fromEntries(met.map((name) => [name, 'proven']))
}

/**
 * A name whose words have different meanings: proven if all were found, contradicted if there are
 * enough and one has another word.
 */
export function observedNames(
  dialect: Dialect,
  name: DialectName,
  field: string,
  objects: readonly Wire[],
): Verdicts {
  const words = dialect[name].split(' ')
  const values = objects.map((object) => object[field]).filter((value) => typeof value === 'string')
  const isForeign = values.some((value) => value !== '' && !words.includes(value))
  if (isForeign && values.length >= enough) return { [name]: 'contradicted' }
  return words.every((word) => values.includes(word)) ? { [name]: 'proven' } : {}
}

/** Our names that have the vendor's prefix on the wire, and other fields with the same shape. */
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

/** The vendor's prefix: whether a client or an order has it, or another one. */
function observedPrefix(dialect: Dialect, objects: readonly Wire[]): Verdicts {
  const fields = objects.flatMap((object) => Object.keys(object))
  if (prefixed.some(({ name }) => fields.includes(toVendor(name, dialect))))
    return { vendorPrefix: 'proven' }
  const hasAnother = prefixed.some(({ shape, others }) =>
    fields.some((field) => shape.test(field) && !others.includes(field)),
  )
  return hasAnother ? { vendorPrefix: 'contradicted' } : {}
}

/**
 * The numbers of weekdays: a number that the dialect doesn't have contradicts it, unless it only
 * counts from 0 instead of 1. No answer can show which number is which day.
 */
function observedWeekdays(dialect: Dialect, schedules: readonly Wire[]): Verdicts {
  const days = objectsAt(schedules, 'openPeriods')
    .flatMap(({ daysOfWeek }) => [daysOfWeek].flat())
    .filter((day) => typeof day === 'number')
  const fitting = fitWeekdays(weekdaysOf(dialect), days)
  const isForeign = days.some((day) => !fitting.includes(day))
  return isForeign ? { weekdays: 'contradicted' } : {}
}

/** What objects prove about names. */
export function observed(look: ObjectCheck, dialect: Dialect, objects: readonly Wire[]): Verdicts {
  switch (look.how) {
    case 'fields':
      return observedFields(dialect, look.kind, objects)
    case 'has': {
      const words = dialect[look.name].split(' ')
      const isMet = words.some((word) => objects.some((object) => Object.hasOwn(object, word)))
      return isMet ? { [look.name]: 'proven' } : {}
    }
    case 'values':
      return observedValues(dialect, look.names, look.field, objects)
    case 'words':
      return observedNames(dialect, look.name, look.field, objects)
    case 'prefix':
      return observedPrefix(dialect, objects)
    case 'weekdays':
      return observedWeekdays(dialect, objects)
  }
}

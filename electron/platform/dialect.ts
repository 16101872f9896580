import type { Assumption } from './assumption.ts'
import { assumptions, type DialectName } from './assumptions.ts'
import { isObject } from './tolerant/tolerant.ts'

export type Dialect = Record<DialectName, string>

const names = Object.keys(assumptions) as DialectName[]

const isName = (name: string): name is DialectName => Object.hasOwn(assumptions, name)

/** An override, if the profile has one. */
const overrideOf = (
  overrides: Readonly<Record<string, string>>,
  name: DialectName,
): string | null => (Object.hasOwn(overrides, name) ? (overrides[name] ?? null) : null)

/**
 * The dialect of a connection: the defaults with the profile's overrides. Unknown names and invalid
 * values are left out; `unknownNames` and `wrongValues` list them.
 */
export function createDialect(overrides: Readonly<Record<string, string>> = {}): Dialect {
  return Object.fromEntries(
    names.map((name) => {
      const value = overrideOf(overrides, name)
      const { form, default: byDefault } = assumptions[name]
      return [name, value !== null && form.fits(value) ? value : byDefault]
    }),
  ) as Dialect
}

/** Overrides that aren't names of the dialect, probably misspelt. */
export const unknownNames = (overrides: Readonly<Record<string, string>>): string[] =>
  Object.keys(overrides).filter((name) => !isName(name))

export interface WrongValue {
  name: DialectName
  /** All valid values, if the set is closed; otherwise empty. */
  values: string[]
  /** The value that is used instead. */
  default: string
  /** A sentence for a terminal and a log, without the value if it may be a secret. */
  sentence: string
}

/** These contain what precedes a token, or the token itself if someone wrote it there. */
export const isSecretName = (name: string): boolean => name.endsWith('Authorization')

/** Overrides with invalid values; the defaults are used instead. */
export const wrongValues = (overrides: Readonly<Record<string, string>>): WrongValue[] =>
  names.flatMap((name) => {
    const value = overrideOf(overrides, name)
    const { form, default: byDefault } = assumptions[name]
    if (value === null || form.fits(value)) return []
    const is = isSecretName(name) ? '' : `, not ${JSON.stringify(value.slice(0, 60))}`
    return [
      {
        name,
        values: [...(form.values ?? [])],
        default: byDefault,
        sentence: `${name} must be ${form.expected}${is}`,
      },
    ]
  })

/** The numbers of Monday to Sunday. */
export const weekdaysOf = ({ weekdays }: Dialect): number[] => weekdays.split(' ').map(Number)

/** A name in force, and what is known of its default. */
export interface DialectEntry extends Assumption {
  name: DialectName
  value: string
}

export const describeDialect = (dialect: Dialect): DialectEntry[] =>
  names.map((name) => ({ name, value: dialect[name], ...assumptions[name] }))

/**
 * The wire name of each field of a thing of the dialect (`menuProduct`, `driver` …); null if all
 * are spelled the same, so nothing needs renaming.
 */
export function renamedFields(dialect: Dialect, kind: string): ReadonlyMap<string, string> | null {
  const start = `${kind}.`
  const fields = names
    .filter((name) => name.startsWith(start))
    .map((name) => [name.slice(start.length), dialect[name]] as const)
  return fields.every(([ours, wire]) => ours === wire) ? null : new Map(fields)
}

/**
 * Our names that live payloads write with the vendor's prefix (platform/README.md, Conventions), by
 * prefix.
 */
const vendorNames: Record<string, (prefix: string) => string> = {
  serviceUserId: (prefix) => `${prefix}UserId`,
  serviceCoinsDiscount: (prefix) => `${prefix}CoinsDiscount`,
  amountFinancedByService: (prefix) =>
    `amountFinancedBy${prefix.charAt(0).toUpperCase()}${prefix.slice(1)}`,
}

/** The wire name of one of our names. */
export const toVendor = (name: string, { vendorPrefix }: Dialect): string =>
  vendorNames[name]?.(vendorPrefix) ?? name

/** Renames fields at every depth; an existing field with the target name wins. */
function rename(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((each) => rename(each, names))
  if (!isObject(value)) return value
  const renamed: [string, unknown][] = []
  for (const [name, inner] of Object.entries(value)) {
    const ours = names.get(name)
    const free = ours !== undefined && !Object.hasOwn(value, ours)
    renamed.push([free ? ours : name, rename(inner, names)])
  }
  return Object.fromEntries(renamed)
}

/** A payload with our names. Unchanged if the prefix is `service`. */
export function fromVendor(value: unknown, dialect: Dialect): unknown {
  const names = Object.keys(vendorNames)
    .map((ours) => [toVendor(ours, dialect), ours] as const)
    .filter(([wire, ours]) => wire !== ours)
  return names.length === 0 ? value : rename(value, new Map(names))
}

/**
 * The fields of one object with our names, if the dialect has others (`renamedFields`). Each of our
 * fields takes the value of its own wire name, so two may share one or be swapped. Our own name
 * counts only if the other wasn't sent and no name claims it.
 */
export function renameOwn(value: unknown, names: ReadonlyMap<string, string> | null): unknown {
  if (names === null || !isObject(value)) return value
  const claimed = new Set(names.values())
  const others = Object.entries(value).filter(([name]) => !claimed.has(name) && !names.has(name))
  const ours = [...names].flatMap(([name, wire]) => {
    if (Object.hasOwn(value, wire)) return [[name, value[wire]] as const]
    return Object.hasOwn(value, name) && !claimed.has(name) ? [[name, value[name]] as const] : []
  })
  return Object.fromEntries([...others, ...ours])
}

/** The same for each object of a list, or for one object. */
export const renameEach = (value: unknown, names: ReadonlyMap<string, string> | null): unknown =>
  names !== null && Array.isArray(value)
    ? value.map((each) => renameOwn(each, names))
    : renameOwn(value, names)

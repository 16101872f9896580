import type { Steps } from '#contract/steps.ts'
import type { Assumption } from './assumption.ts'
import { assumptions, type DialectName } from './assumptions.ts'
import { isObject } from './tolerant/tolerant.ts'

/** The names in force for one connection. */
export type Dialect = Record<DialectName, string>

const names = Object.keys(assumptions) as DialectName[]

const isName = (name: string): name is DialectName => Object.hasOwn(assumptions, name)

/** An override, where the profile has one. */
const given = (overrides: Readonly<Record<string, string>>, name: DialectName): string | null =>
  Object.hasOwn(overrides, name) ? (overrides[name] ?? null) : null

/**
 * The dialect of a connection: the defaults, and what its profile says otherwise. Names that nobody knows and values
 * that a name cannot have are left out; `unknownNames` and `wrongValues` tell them.
 */
export function createDialect(overrides: Readonly<Record<string, string>> = {}): Dialect {
  return Object.fromEntries(
    names.map((name) => {
      const value = given(overrides, name)
      const { form, default: byDefault } = assumptions[name]
      return [name, value !== null && form.fits(value) ? value : byDefault]
    }),
  ) as Dialect
}

/** Overrides in a profile that are no name of the dialect: most likely misspelt. */
export const unknownNames = (overrides: Readonly<Record<string, string>>): string[] =>
  Object.keys(overrides).filter((name) => !isName(name))

/** An override with a value that its name cannot have. */
export interface WrongValue {
  name: DialectName
  /** All that it may be, where the set is closed; else empty. */
  values: string[]
  /** What holds in its place. */
  default: string
  /** A sentence for a terminal and a log, without the value where that may hold a secret. */
  reported: string
}

/** These hold what goes before a token, or the token itself where someone wrote it there. */
export const isSecretName = (name: string): boolean => name.endsWith('Authorization')

/** Overrides in a profile with a value that their names cannot have: the default holds in their place. */
export const wrongValues = (overrides: Readonly<Record<string, string>>): WrongValue[] =>
  names.flatMap((name) => {
    const value = given(overrides, name)
    const { form, default: byDefault } = assumptions[name]
    if (value === null || form.fits(value)) return []
    const is = isSecretName(name) ? '' : `, not ${JSON.stringify(value.slice(0, 60))}`
    return [
      {
        name,
        values: [...(form.values ?? [])],
        default: byDefault,
        reported: `${name} must be ${form.reported}${is}`,
      },
    ]
  })

/** The numbers of Monday to Sunday. */
export const weekdaysOf = ({ weekdays }: Dialect): number[] => weekdays.split(' ').map(Number)

/** A name in force, and what is known about its default. */
export interface DialectEntry extends Assumption {
  name: DialectName
  value: string
}

/** The whole dialect, for a person to read. */
export const describeDialect = (dialect: Dialect): DialectEntry[] =>
  names.map((name) => ({ name, value: dialect[name], ...assumptions[name] }))

/**
 * What the wire calls each of our fields of a thing of the dialect (`menuProduct`, `driver` …); null where both are
 * spelt alike, so that nothing need be renamed.
 */
export function renamedFields(dialect: Dialect, thing: string): ReadonlyMap<string, string> | null {
  const start = `${thing}.`
  const fields = names
    .filter((name) => name.startsWith(start))
    .map((name) => [name.slice(start.length), dialect[name]] as const)
  return fields.every(([ours, wire]) => ours === wire) ? null : new Map(fields)
}

/** Our names that live payloads spell with the vendor's prefix (platform/README.md, Conventions), by prefix. */
const vendorNames: Record<string, (prefix: string) => string> = {
  serviceUserId: (prefix) => `${prefix}UserId`,
  serviceCoinsDiscount: (prefix) => `${prefix}CoinsDiscount`,
  amountFinancedByService: (prefix) =>
    `amountFinancedBy${prefix.charAt(0).toUpperCase()}${prefix.slice(1)}`,
}

/** The name on the wire of one of ours. */
export const toVendor = (name: string, { vendorPrefix }: Dialect): string =>
  vendorNames[name]?.(vendorPrefix) ?? name

/** Renames fields at every depth; a field that is already there under its own name wins. */
function* rename(value: unknown, names: ReadonlyMap<string, string>): Steps<unknown> {
  if (Array.isArray(value)) {
    const renamed: unknown[] = []
    for (const each of value) {
      renamed.push(yield* rename(each, names))
      yield
    }
    return renamed
  }
  if (!isObject(value)) return value
  const renamed: [string, unknown][] = []
  for (const [name, inner] of Object.entries(value)) {
    const ours = names.get(name)
    const free = ours !== undefined && !Object.hasOwn(value, ours)
    renamed.push([free ? ours : name, yield* rename(inner, names)])
  }
  return Object.fromEntries(renamed)
}

/** What came, in our names. Untouched where the prefix is `service`. */
export function* fromVendor(value: unknown, dialect: Dialect): Steps<unknown> {
  const names = Object.keys(vendorNames)
    .map((ours) => [toVendor(ours, dialect), ours] as const)
    .filter(([wire, ours]) => wire !== ours)
  return names.length === 0 ? value : yield* rename(value, new Map(names))
}

/**
 * The fields of one object in our names, where the dialect spells them otherwise (`renamedFields`). Each of ours is
 * what its own wire name holds, so two may share one and two may have changed places, in whatever order they come. Our
 * own name counts only where the other was not sent, and where no name claims it.
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

/** The same of each object of a list, a step each; of what is no list at once. */
export function* renameEach(
  value: unknown,
  names: ReadonlyMap<string, string> | null,
): Steps<unknown> {
  if (names === null || !Array.isArray(value)) return renameOwn(value, names)
  const renamed: unknown[] = []
  for (const each of value) {
    renamed.push(renameOwn(each, names))
    yield
  }
  return renamed
}

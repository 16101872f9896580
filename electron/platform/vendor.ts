import type { Dialect } from './dialect.ts'
import type { Steps } from '#contract/steps.ts'

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

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

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

import { assumptions, type Assumption, type DialectName } from './assumptions.ts'

/** The names in force for one connection. */
export type Dialect = Record<DialectName, string>

const names = Object.keys(assumptions) as DialectName[]

const isName = (name: string): name is DialectName => Object.hasOwn(assumptions, name)

/**
 * The dialect of a connection: the defaults, and what its profile says otherwise. Names that nobody knows are
 * left out; `unknownNames` tells them.
 */
export function createDialect(overrides: Readonly<Record<string, string>> = {}): Dialect {
  return Object.fromEntries(
    names.map((name) => [name, overrides[name] ?? assumptions[name].default]),
  ) as Dialect
}

/** Overrides in a profile that are no name of the dialect: most likely misspelt. */
export const unknownNames = (overrides: Readonly<Record<string, string>>): string[] =>
  Object.keys(overrides).filter((name) => !isName(name))

/** A name in force, and what is known about its default. */
export interface DialectEntry extends Assumption {
  name: DialectName
  value: string
}

/** The whole dialect, for a person to read. */
export const describeDialect = (dialect: Dialect): DialectEntry[] =>
  names.map((name) => ({ name, value: dialect[name], ...assumptions[name] }))

/**
 * Which field of the wire is which of ours for a thing of the dialect (`menuProduct`, `driver` …); null where
 * both are spelt alike, so that nothing need be renamed.
 */
export function renamedFields(dialect: Dialect, thing: string): Map<string, string> | null {
  const start = `${thing}.`
  const renamed = names
    .filter((name) => name.startsWith(start))
    .map((name) => [dialect[name], name.slice(start.length)] as const)
    .filter(([wire, ours]) => wire !== ours)
  return renamed.length === 0 ? null : new Map(renamed)
}

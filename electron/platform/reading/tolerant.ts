import type { z } from 'zod'
import { inZone } from './instant.ts'

/**
 * What was read of a thing. `unread` has the paths of what could not be (`items.0.unitPrice`, `items.3` for a whole
 * record), each left out as if it had not been sent; `error` names what nothing can be done without.
 */
export type Reading<Value> =
  | { ok: true; value: Value; unread: string[] }
  | { ok: false; error: z.ZodError }

type Path = readonly PropertyKey[]
type Container = Record<PropertyKey, unknown>

const isContainer = (value: unknown): value is Container =>
  typeof value === 'object' && value !== null

const valueAt = (root: unknown, path: Path): unknown =>
  path.reduce<unknown>((at, key) => (isContainer(at) ? at[key] : undefined), root)

/** The smallest thing at or around a path that is there and can be left out; empty where that is everything. */
function removable(root: unknown, path: Path): Path {
  let at = path
  while (at.length > 0) {
    const key = at.at(-1)
    const around = valueAt(root, at.slice(0, -1))
    if (key !== undefined && isContainer(around) && Object.hasOwn(around, key)) return at
    at = at.slice(0, -1)
  }
  return at
}

/** Without what lies within another of them: a record that is left out tells of its fields as well. */
const outermost = (names: ReadonlySet<string>): string[] =>
  [...names]
    .filter((name) => {
      const parts = name.split('.')
      return !parts.some((_part, depth) => depth > 0 && names.has(parts.slice(0, depth).join('.')))
    })
    .sort()

/** Takes things out of a copy; what is left of an array still knows where it stood. */
function createPruning(root: unknown) {
  const unread = new Set<string>()
  const places = new WeakMap<object, number[]>()
  const placesOf = (array: object, length: number): number[] =>
    places.get(array) ?? Array.from({ length }, (_each, index) => index)

  /** A path as it was before anything was taken out. */
  const nameOf = (path: Path): string =>
    path
      .map((key, depth) => {
        const around = valueAt(root, path.slice(0, depth))
        return Array.isArray(around) && typeof key === 'number'
          ? (placesOf(around, around.length)[key] ?? key)
          : String(key)
      })
      .join('.')

  return {
    unread,
    takeOut(paths: readonly Path[]): void {
      const named = new Map(paths.map((path) => [nameOf(path), path]))
      const gaps = new Map<unknown[], Set<PropertyKey>>()
      for (const [name, path] of named) {
        unread.add(name)
        const key = path.at(-1)
        const around = valueAt(root, path.slice(0, -1))
        if (key === undefined || !isContainer(around)) continue
        if (Array.isArray(around))
          gaps.set(around, (gaps.get(around) ?? new Set<PropertyKey>()).add(key))
        else Reflect.deleteProperty(around, key)
      }
      for (const [array, taken] of gaps) {
        const stood = placesOf(array, array.length)
        const kept = stood.map((place, index) => [place, array[index], index] as const)
        const left = kept.filter(([, , index]) => !taken.has(index))
        array.splice(0, array.length, ...left.map(([, value]) => value))
        places.set(
          array,
          left.map(([place]) => place),
        )
      }
    },
  }
}

/**
 * Reads field by field and record by record: what does not fit is left out alone, and named. A field that must be there
 * takes the record with it that it is missing in; where that is the whole, the reading fails. What fits as it came is
 * read once, and costs nothing more. Instants without a zone are the clock of `timeZone`; where that is null, nobody's.
 */
export const readTolerantly = <Schema extends z.ZodType>(
  schema: Schema,
  data: unknown,
  timeZone: string | null = null,
): Reading<z.output<Schema>> => inZone(timeZone, () => readAll(schema, data))

function readAll<Schema extends z.ZodType>(
  schema: Schema,
  data: unknown,
): Reading<z.output<Schema>> {
  let parsed = schema.safeParse(data)
  if (parsed.success) return { ok: true, value: parsed.data, unread: [] }
  const copy = structuredClone(data)
  const pruning = createPruning(copy)
  // Each round takes something out, so the rounds end.
  for (;;) {
    const { error } = parsed
    const paths = error.issues.map((issue) => removable(copy, issue.path))
    if (paths.some((path) => path.length === 0)) return { ok: false, error }
    pruning.takeOut(paths)
    parsed = schema.safeParse(copy)
    if (parsed.success) return { ok: true, value: parsed.data, unread: outermost(pruning.unread) }
  }
}

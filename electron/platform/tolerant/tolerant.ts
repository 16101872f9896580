import { z } from 'zod'
import { withTimeZone } from './instant.ts'

/**
 * The parsed thing. `unread` has the paths that couldn't be read (`items.0.unitPrice`, `items.3`
 * for a whole record), each left out as if it wasn't sent; `error` names a missing required part.
 */
export type TolerantResult<Value> =
  | { ok: true; value: Value; unread: string[] }
  | { ok: false; error: z.ZodError }

type Issues = z.core.$ZodIssue[]
type Part = { ok: true; value: unknown } | { ok: false; issues: Issues }
export type Fields = Record<string, unknown>

interface Along {
  timeZone: string | null
  /** Grows; if a thing is left out in the end, the paths of its parts are removed. */
  unread: string[]
}

/** A value with at most this many parts is first parsed whole. */
const shortParts = 500

const isContainer = (value: unknown): value is Fields | unknown[] =>
  typeof value === 'object' && value !== null

export const isObject = (value: unknown): value is Fields =>
  isContainer(value) && !Array.isArray(value)

/** Whether a value has few enough parts to be parsed whole first. */
function isShort(value: unknown): boolean {
  let left = shortParts
  const open: unknown[] = [value]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (!isContainer(at)) continue
    if (Array.isArray(at) && at.length > left) return false
    for (const part of Array.isArray(at) ? at : Object.values(at)) {
      if (--left < 0) return false
      if (isContainer(part)) open.push(part)
    }
  }
  return true
}

const within = (name: string, key: string | number): string =>
  name === '' ? String(key) : `${name}.${String(key)}`

function whole(schema: z.core.$ZodType, data: unknown, { timeZone }: Along): Part {
  // Zod's core: its errors have no stack, which would cost more than everything else.
  const parsed = withTimeZone(timeZone, () => z.core.safeParse(schema, data))
  return parsed.success
    ? { ok: true, value: parsed.data }
    : { ok: false, issues: parsed.error.issues }
}

const hasNoChecks = ({ _zod }: z.core.$ZodType): boolean => (_zod.def.checks ?? []).length === 0

/** Reads the parts of a thing; null if it can only be read whole. */
function partsReader(schema: z.core.$ZodType, data: unknown) {
  let at = schema
  while (at instanceof z.ZodOptional || at instanceof z.ZodNullable || at instanceof z.ZodPipe) {
    if (!(at instanceof z.ZodPipe)) at = at.unwrap()
    // A value that is transformed first has no paths in the original.
    else if (at.in instanceof z.ZodTransform && z.safeParse(at.in, data).data === data) at = at.out
    else return null
  }
  const isOpen = at instanceof z.ZodObject && !(at.def.catchall instanceof z.ZodNever)
  if (isOpen || at instanceof z.ZodArray || at instanceof z.ZodRecord)
    return hasNoChecks(at) ? at : null
  return null
}

/** The result for a missing field: nothing, the schema's default, or an issue. */
const absences = new WeakMap<z.core.$ZodType, z.ZodSafeParseResult<{ field?: unknown }>>()
function absent(field: z.core.$ZodType): z.ZodSafeParseResult<{ field?: unknown }> {
  const parsed = absences.get(field) ?? z.object({ field }).safeParse({})
  absences.set(field, parsed)
  return parsed
}

/** The field's result if its object was parsed whole and failed; null if it wasn't. */
function fieldRead(whole: Part | null, key: string): Part | 'fits' | null {
  if (whole === null || whole.ok) return null
  const issues = whole.issues.filter(({ path }) => path[0] === key)
  if (issues.length === 0) return 'fits'
  return { ok: false, issues: issues.map((issue) => ({ ...issue, path: issue.path.slice(1) })) }
}

function readObject(
  { shape, def }: z.ZodObject,
  data: Fields,
  read: Part | null,
  name: string,
  along: Along,
): Part {
  const value: Fields = {}
  const before = along.unread.length
  for (const [key, field] of Object.entries<z.core.$ZodType>(shape)) {
    const isSent = Object.hasOwn(data, key)
    const fieldResult = isSent ? fieldRead(read, key) : null
    let part: Part | null = null
    if (fieldResult === 'fits') part = whole(field, data[key], along)
    else if (fieldResult !== null)
      part = readParts(field, data[key], fieldResult, within(name, key), along)
    else if (isSent) part = readPart(field, data[key], within(name, key), along)
    if (part?.ok === true) {
      value[key] = part.value
      continue
    }
    const missing = absent(field)
    if (!missing.success) {
      along.unread.length = before
      const issues = missing.error.issues.map((issue) => ({
        ...issue,
        path: [key, ...issue.path.slice(1)],
      }))
      return { ok: false, issues }
    }
    if (isSent) along.unread.push(within(name, key))
    if ('field' in missing.data) value[key] = missing.data.field
  }
  if (def.catchall !== undefined)
    for (const key of Object.keys(data))
      if (!Object.hasOwn(shape, key) && key !== '__proto__') value[key] = data[key]
  return { ok: true, value }
}

function readList(element: z.core.$ZodType, data: unknown[], name: string, along: Along) {
  const value: unknown[] = []
  for (const [place, each] of data.entries()) {
    // Most records are short and valid: they need no name.
    const read = wholeWhereShort(element, each, along)
    const part =
      read?.ok === true ? read : readParts(element, each, read, within(name, place), along)
    if (part.ok) value.push(part.value)
    else along.unread.push(within(name, place))
  }
  return { ok: true, value } as const
}

function readRecord(entry: z.core.$ZodType, data: Fields, name: string, along: Along) {
  const value: Fields = {}
  for (const [key, each] of Object.entries(data)) {
    if (key === '__proto__') continue
    const part = readPart(entry, each, within(name, key), along)
    if (part.ok) value[key] = part.value
    else along.unread.push(within(name, key))
  }
  return { ok: true, value } as const
}

/** Short values are first parsed whole; null for others. */
const wholeWhereShort = (schema: z.core.$ZodType, data: unknown, along: Along): Part | null =>
  !isContainer(data) || isShort(data) ? whole(schema, data, along) : null

/**
 * Reads each part of a thing, if its schema has any; `read` is the result of parsing it whole, if
 * that was tried.
 */
function readParts(
  schema: z.core.$ZodType,
  data: unknown,
  read: Part | null,
  name: string,
  along: Along,
): Part {
  const reader = isContainer(data) ? partsReader(schema, data) : null
  if (reader instanceof z.ZodArray && Array.isArray(data))
    return readList(reader.element, data, name, along)
  if (reader instanceof z.ZodObject && isObject(data))
    return readObject(reader, data, read, name, along)
  if (reader instanceof z.ZodRecord && isObject(data))
    return readRecord(reader.valueType, data, name, along)
  if (isContainer(data) && schema instanceof z.ZodPipe && schema.out instanceof z.ZodTransform) {
    const before = readPart(schema.in, data, name, along)
    return before.ok ? whole(schema.out, before.value, along) : before
  }
  return read ?? whole(schema, data, along)
}

function readPart(schema: z.core.$ZodType, data: unknown, name: string, along: Along): Part {
  const read = wholeWhereShort(schema, data, along)
  return read?.ok === true ? read : readParts(schema, data, read, name, along)
}

/** This many names are sorted; nobody reads more, and sorting takes longer than reading. */
const maxSorted = 1_000

/**
 * Reads field by field and record by record: invalid parts are left out and named. A missing
 * required field removes its record; if that is the whole, the read fails. Every record is parsed
 * once or twice, however many are invalid. Instants without a zone use `timeZone`; if that is null,
 * they are invalid.
 */
export function readTolerantly<Schema extends z.ZodType>(
  schema: Schema,
  data: unknown,
  timeZone: string | null = null,
): TolerantResult<z.output<Schema>> {
  const along: Along = { timeZone, unread: [] }
  const part = readPart(schema, data, '', along)
  if (!part.ok) return { ok: false, error: new z.ZodError(part.issues) }
  const { unread } = along
  if (unread.length <= maxSorted) unread.sort()
  return { ok: true, value: part.value as z.output<Schema>, unread }
}

import { z } from 'zod'
import { inZone } from './instant.ts'
import { atOnce, type Steps } from '#contract/steps.ts'

/**
 * What was read of a thing. `unread` has the paths of what could not be (`items.0.unitPrice`, `items.3` for a whole
 * record), each left out as if it had not been sent; `error` names what nothing can be done without.
 */
export type TolerantResult<Value> =
  | { ok: true; value: Value; unread: string[] }
  | { ok: false; error: z.ZodError }

type Issues = z.core.$ZodIssue[]
type Part = { ok: true; value: unknown } | { ok: false; issues: Issues }
export type Fields = Record<string, unknown>

/** What goes along with a reading. */
interface Along {
  timeZone: string | null
  /** Grows; where a thing is left out after all, what was said of its parts is taken back. */
  unread: string[]
}

/** What has no more parts than these is read whole first, in one step. */
const shortParts = 500

const isContainer = (value: unknown): value is Fields | unknown[] =>
  typeof value === 'object' && value !== null

export const isObject = (value: unknown): value is Fields =>
  isContainer(value) && !Array.isArray(value)

/** Whether a value has so few parts that one step can look at all of them. */
export function isShort(value: unknown): boolean {
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
  // The core's own: its errors know no stack, which costs more than all the rest.
  const parsed = inZone(timeZone, () => z.core.safeParse(schema, data))
  return parsed.success
    ? { ok: true, value: parsed.data }
    : { ok: false, issues: parsed.error.issues }
}

const hasNoChecks = ({ _zod }: z.core.$ZodType): boolean => (_zod.def.checks ?? []).length === 0

/** What reads the parts of a thing; null where it can only be read whole. */
function partsReader(schema: z.core.$ZodType, data: unknown) {
  let at = schema
  while (at instanceof z.ZodOptional || at instanceof z.ZodNullable || at instanceof z.ZodPipe) {
    if (!(at instanceof z.ZodPipe)) at = at.unwrap()
    // What becomes another thing before it is read has no paths in what was sent.
    else if (at.in instanceof z.ZodTransform && z.safeParse(at.in, data).data === data) at = at.out
    else return null
  }
  const isOpen = at instanceof z.ZodObject && !(at.def.catchall instanceof z.ZodNever)
  if (isOpen || at instanceof z.ZodArray || at instanceof z.ZodRecord)
    return hasNoChecks(at) ? at : null
  return null
}

/** What a field is where it was not sent: nothing, a value by its schema's own doing, or an issue. */
const absences = new WeakMap<z.core.$ZodType, z.ZodSafeParseResult<{ field?: unknown }>>()
function absent(field: z.core.$ZodType): z.ZodSafeParseResult<{ field?: unknown }> {
  const known = absences.get(field) ?? z.object({ field }).safeParse({})
  absences.set(field, known)
  return known
}

/** What came of a field where the object that it is in was read whole and did not fit; null where it was not read whole. */
function fieldRead(whole: Part | null, key: string): Part | 'fits' | null {
  if (whole === null || whole.ok) return null
  const issues = whole.issues.filter(({ path }) => path[0] === key)
  if (issues.length === 0) return 'fits'
  return { ok: false, issues: issues.map((issue) => ({ ...issue, path: issue.path.slice(1) })) }
}

function* readObject(
  { shape, def }: z.ZodObject,
  data: Fields,
  read: Part | null,
  name: string,
  along: Along,
): Steps<Part> {
  const value: Fields = {}
  const before = along.unread.length
  for (const [key, field] of Object.entries<z.core.$ZodType>(shape)) {
    const isSent = Object.hasOwn(data, key)
    const known = isSent ? fieldRead(read, key) : null
    let part: Part | null = null
    if (known === 'fits') part = whole(field, data[key], along)
    else if (known !== null)
      part = yield* readParts(field, data[key], known, within(name, key), along)
    else if (isSent) part = yield* readPart(field, data[key], within(name, key), along)
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

function* readList(element: z.core.$ZodType, data: unknown[], name: string, along: Along) {
  const value: unknown[] = []
  for (const [place, each] of data.entries()) {
    // Most records are short and fit: they cost no name, and no steps of their own.
    const read = wholeWhereShort(element, each, along)
    const part =
      read?.ok === true ? read : yield* readParts(element, each, read, within(name, place), along)
    if (part.ok) value.push(part.value)
    else along.unread.push(within(name, place))
    yield
  }
  return { ok: true, value } as const
}

function* readRecord(entry: z.core.$ZodType, data: Fields, name: string, along: Along) {
  const value: Fields = {}
  for (const [key, each] of Object.entries(data)) {
    if (key === '__proto__') continue
    const part = yield* readPart(entry, each, within(name, key), along)
    if (part.ok) value[key] = part.value
    else along.unread.push(within(name, key))
    yield
  }
  return { ok: true, value } as const
}

/** What is short is read whole first; null for what is not. */
const wholeWhereShort = (schema: z.core.$ZodType, data: unknown, along: Along): Part | null =>
  !isContainer(data) || isShort(data) ? whole(schema, data, along) : null

/** Reads each part of a thing, where its schema has any; `read` is what came of reading it whole, where that was tried. */
function* readParts(
  schema: z.core.$ZodType,
  data: unknown,
  read: Part | null,
  name: string,
  along: Along,
): Steps<Part> {
  const reader = isContainer(data) ? partsReader(schema, data) : null
  if (reader instanceof z.ZodArray && Array.isArray(data))
    return yield* readList(reader.element, data, name, along)
  if (reader instanceof z.ZodObject && isObject(data))
    return yield* readObject(reader, data, read, name, along)
  if (reader instanceof z.ZodRecord && isObject(data))
    return yield* readRecord(reader.valueType, data, name, along)
  if (isContainer(data) && schema instanceof z.ZodPipe && schema.out instanceof z.ZodTransform) {
    const before = yield* readPart(schema.in, data, name, along)
    return before.ok ? whole(schema.out, before.value, along) : before
  }
  return read ?? whole(schema, data, along)
}

function* readPart(
  schema: z.core.$ZodType,
  data: unknown,
  name: string,
  along: Along,
): Steps<Part> {
  const read = wholeWhereShort(schema, data, along)
  return read?.ok === true ? read : yield* readParts(schema, data, read, name, along)
}

/** So many names are sorted; of more nobody reads a list, and to sort them takes longer than to read them. */
const mostSorted = 1_000

/**
 * Reads field by field and record by record: what does not fit is left out alone, and named. A field that must be there
 * takes the record with it that it is missing in; where that is the whole, the reading fails. Every record is read once
 * or twice, however many of them do not fit. Instants without a zone are the clock of `timeZone`; where that is null,
 * nobody's.
 */
export function* readInSteps<Schema extends z.ZodType>(
  schema: Schema,
  data: unknown,
  timeZone: string | null = null,
): Steps<TolerantResult<z.output<Schema>>> {
  const along: Along = { timeZone, unread: [] }
  const part = yield* readPart(schema, data, '', along)
  if (!part.ok) return { ok: false, error: new z.ZodError(part.issues) }
  const { unread } = along
  if (unread.length <= mostSorted) unread.sort()
  return { ok: true, value: part.value as z.output<Schema>, unread }
}

/** The same at once, for what is short. */
export const readTolerantly = <Schema extends z.ZodType>(
  schema: Schema,
  data: unknown,
  timeZone: string | null = null,
): TolerantResult<z.output<Schema>> => atOnce(readInSteps(schema, data, timeZone))

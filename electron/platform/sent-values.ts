import { z } from 'zod'

/** Parts of requests. Strict: undocumented fields are never sent. */

/** An id in a path: the platform's own, or an external one if documented. */
export const idInPath = z
  .string()
  .min(1)
  .max(100)
  .refine((id) => id !== '.' && id !== '..', 'is not an id')

/** The same instant in UTC with Z; the check handles anything else. */
function inUtc(text: string): string {
  const at = Date.parse(text)
  return Number.isNaN(at) || text.endsWith('Z') ? text : new Date(at).toISOString()
}

/** An ISO 8601 instant with Z or an offset. It is sent with Z. */
export const sentInstant = z.iso.datetime({ offset: true }).overwrite(inUtc)

/** YYYY-MM-DD or an ISO 8601 instant. */
export const sentDay = z.union([z.iso.date(), sentInstant])

/** An id in a query. An empty one would request everything. */
export const idInQuery = z.string().min(1)

/** Stores in a query: an empty list would mean all of them. */
export const storesInQuery = z.array(idInQuery).min(1)

type NonEmpty<Fields> = {
  [Name in keyof Fields]-?: Record<Name, NonNullable<Fields[Name]>>
}[keyof Fields]

/** An object with at least one field: `{}` is rejected and doesn't compile. */
export function nonEmpty<Shape extends z.ZodRawShape>(shape: Shape) {
  const names = Object.keys(shape)
  const schema = z
    .strictObject(shape)
    .partial()
    .refine(
      (fields) => Object.values(fields).some((value) => value !== undefined),
      `needs ${names.join(' or ')}`,
    )
  return schema as typeof schema & {
    _zod: { input: NonEmpty<z.input<typeof schema>> }
  }
}

/** A page, counted from 1. */
export const page = z.int().min(1)

/** A page size of coupon and tab lists (platform/README.md, Limits). */
export const limit = z.int().min(1).max(100)

/** A page size of loyalty lists. */
export const pageSize = z.int().min(1).max(1000)

/** The dialect's names for how "nothing" is written. */
type Spelling = 'noClosure' | 'couponCleared'

/** Where we send "nothing", and which name says how; the OpenAPI document uses it. */
export const emptySpellings = z.registry<{ spelling: Spelling }>()

/** A part of a request that may be empty: null here, the dialect's form on the wire. */
export function emptyAs<Schema extends z.ZodType>(
  spelling: Spelling,
  schema: Schema,
): z.ZodNullable<Schema> {
  const nullable = schema.nullable()
  emptySpellings.add(nullable, { spelling })
  return nullable
}

/** Its form: `text` is the word null, `empty` an empty text. */
export function writtenNothing(word: string): null | 'null' | '' {
  if (word === 'text') return 'null'
  return word === 'empty' ? '' : null
}

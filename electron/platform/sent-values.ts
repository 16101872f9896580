import { z } from 'zod'

/** Parts of what we send. Strict: what is not documented never leaves. */

/** An id in a path: the platform's own or, where it is documented so, an external one. */
export const idInPath = z
  .string()
  .min(1)
  .max(100)
  .refine((id) => id !== '.' && id !== '..', 'is not an id')

/** The same instant in UTC with Z; what is none is left to the check. */
function inUtc(text: string): string {
  const at = Date.parse(text)
  return Number.isNaN(at) || text.endsWith('Z') ? text : new Date(at).toISOString()
}

/** An ISO 8601 instant, with Z or an offset, never without. It leaves with Z. */
export const sentInstant = z.iso.datetime({ offset: true }).overwrite(inUtc)

/** YYYY-MM-DD or an ISO 8601 instant. */
export const sentDay = z.union([z.iso.date(), sentInstant])

/** An id that something is asked by. An empty one would ask for everything. */
export const idInQuery = z.string().min(1)

/** Stores that something is asked by: none would be all of them. */
export const storesInQuery = z.array(idInQuery).min(1)

type AtLeastOne<Fields> = {
  [Name in keyof Fields]-?: Record<Name, NonNullable<Fields[Name]>>
}[keyof Fields]

/** An object of which at least one field must be there: `{}` is refused, and does not compile. */
export function atLeastOne<Shape extends z.ZodRawShape>(shape: Shape) {
  const names = Object.keys(shape)
  const schema = z
    .strictObject(shape)
    .partial()
    .refine(
      (fields) => Object.values(fields).some((value) => value !== undefined),
      `needs ${names.join(' or ')}`,
    )
  return schema as typeof schema & {
    _zod: { input: AtLeastOne<z.input<typeof schema>> }
  }
}

/** A page, counted from 1. */
export const page = z.int().min(1)

/** A page size of the lists of coupons and tabs (platform/README.md, Limits). */
export const limit = z.int().min(1).max(100)

/** A page size of the loyalty lists. */
export const pageSize = z.int().min(1).max(1000)

/** The dialect's names that say how "nothing" is written. */
type Spelling = 'noClosure' | 'couponCleared'

/** Where we send "nothing", and which of those names says how: the OpenAPI document reads it. */
export const nothings = z.registry<{ spelling: Spelling }>()

/** A part of what we send that may be nothing: null here, on the wire as the dialect has it. */
export function nothingAs<Schema extends z.ZodType>(
  spelling: Spelling,
  schema: Schema,
): z.ZodNullable<Schema> {
  const nullable = schema.nullable()
  nothings.add(nullable, { spelling })
  return nullable
}

/** How it is written: `text` is the word null, `empty` an empty text. */
export function writtenNothing(word: string): null | 'null' | '' {
  if (word === 'text') return 'null'
  return word === 'empty' ? '' : null
}

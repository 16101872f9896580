import { z } from 'zod'
import { isAside, isTechnical, textsIn } from '#contract/shared/human-text.ts'
import { readInstant } from './instant.ts'

/**
 * Readers for what the platform sends. Older payloads write booleans and null as text and numbers
 * as codes, so readers accept both; a missing field stays missing.
 */

/**
 * The documented JSON Schema of a field: what our readers accept beyond it is not promised by the
 * platform.
 */
export const documentedSchemas = z.registry<{ promise: object }>()

function reader<Schema extends z.ZodType>(schema: Schema, promise: object): Schema {
  documentedSchemas.add(schema, { promise })
  return schema
}

const nothing = (value: unknown): unknown => (value === 'null' || value === '' ? null : value)

const textValue = z.union([z.string(), z.number().transform(String)]).nullable()
/** Texts in a list or object: `["Sin sal", {"text": "bien cocido"}]`. */
const writingWithin = z
  .union([z.array(z.unknown()), z.record(z.string(), z.unknown())])
  .transform((holder, context) => {
    const writtenTexts = new Set<string>()
    for (const { key, text } of textsIn(holder))
      if (!isAside(key) && !isTechnical(text)) writtenTexts.add(text)
    if (writtenTexts.size > 0) return [...writtenTexts].join(' · ')
    context.addIssue({ code: 'custom', message: 'has no text in it' })
    return z.NEVER
  })
const numberText = z
  .string()
  .regex(/^-?\d+(\.\d+)?$/)
  .transform(Number)
const numberValue = z.union([z.number(), numberText]).nullable()
const booleanValue = z
  .union([
    z.boolean(),
    z.enum(['true', 'false']).transform((word) => word === 'true'),
    z.literal([0, 1]).transform((digit) => digit === 1),
  ])
  .nullable()
const instantValue = z
  .string()
  .transform((text, context) => {
    const read = readInstant(text)
    if (read.ok) return read.instant
    context.addIssue({ code: 'custom', message: read.why })
    return z.NEVER
  })
  .nullable()

const loosely = <Value extends z.ZodType>(value: Value) => z.preprocess(nothing, value).optional()

/** A text as written, with hidden characters; a number becomes text. */
export const text = reader(loosely(textValue), { type: ['string', 'null'] })
/** A text that a sloppy platform may send as a list or object: all texts in it, joined. */
export const wording = reader(loosely(z.union([textValue, writingWithin])), {
  type: ['string', 'null'],
})
export const number = reader(loosely(numberValue), { type: ['number', 'null'] })
/** A number that the documented samples write as text. */
export const numeral = reader(loosely(numberValue), { type: ['number', 'string', 'null'] })
const maxMinutes = 366 * 24 * 60
/** A duration in minutes, up to a year; anything else is missing. */
export const minutes = reader(
  loosely(numberValue.refine((value) => value === null || (value >= 0 && value <= maxMinutes))),
  { type: ['number', 'null'] },
)
export const looseBoolean = reader(loosely(booleanValue), { type: ['boolean', 'null'] })
/**
 * An ISO 8601 instant in canonical form: UTC with milliseconds. Without a zone it is the store's
 * (instant.ts).
 */
export const instant = reader(loosely(instantValue), {
  type: ['string', 'null'],
  format: 'date-time',
})
const orFalse = (value: unknown): unknown =>
  value === false || value === 'false' ? null : nothing(value)
/**
 * The instant of a void; false means not voided. `true` has no instant and is reported as unread.
 */
export const voidInstant = reader(z.preprocess(orFalse, instantValue).optional(), {
  type: ['string', 'null'],
  format: 'date-time',
})
/** A thing whose fields aren't documented. */
export const anything = z.unknown().optional()
/** Any JSON object, or nothing. */
export const jsonObject = reader(loosely(z.unknown()), { type: ['object', 'null'] })
export const texts = reader(
  loosely(z.array(z.union([z.string(), z.number().transform(String)])).nullable()),
  {
    type: ['array', 'null'],
    items: { type: 'string' },
  },
)
export const numbers = reader(loosely(z.array(z.union([z.number(), numberText])).nullable()), {
  type: ['array', 'null'],
  items: { type: 'number' },
})
/** For what we accept without documentation, so that the document leaves it out. */
export const undocumented = { 'x-unpromised': true }

const idValue = z.union([z.string(), z.number().transform(String)])
const asList = (value: unknown): unknown =>
  typeof value === 'string' || typeof value === 'number' ? [value] : value
/** An undocumented number: another name for a documented one, or one that we add. */
export const otherNumber = reader(loosely(numberValue), undocumented)
/** Another name for an id. */
export const otherId = reader(loosely(idValue.nullable()), undocumented)
/** Another name for a list of ids; a single one becomes a list. */
export const otherIds = reader(
  z.preprocess((value) => asList(nothing(value)), z.array(idValue).nullable()).optional(),
  undocumented,
)
/** Several things of one kind; empty if the field is missing or null. */
export const listOfThings = <Item extends z.ZodType>(item: Item) =>
  loosely(z.array(item).nullable())
/** A thing inside a thing, if present. */
export const optionalThing = <Schema extends z.ZodType>(schema: Schema) =>
  loosely(schema.nullable())

/** A thing that is sometimes only its name, as text or number: `whole` makes the thing. */
export const thingOrName = <Schema extends z.ZodType>(
  schema: Schema,
  whole: (name: string) => object,
) =>
  z.preprocess((value) => {
    const name = typeof value === 'number' ? String(value) : value
    return typeof name === 'string' && nothing(name.trim()) !== null ? whole(name.trim()) : value
  }, schema)

/** A documented word of a list; any other stays as received. */
export const word = (...words: string[]) => reader(loosely(textValue), { enum: [...words, null] })

/** The id of a thing that is useless without one. */
export const id = reader(
  z.union([
    z
      .string()
      .max(100)
      .refine((text) => nothing(text.trim()) !== null, 'is no id'),
    z.number().transform(String),
  ]),
  {
    type: 'string',
    minLength: 1,
  },
)

import { z } from 'zod'

/**
 * Readers for what the platform sends. Older payloads carry booleans and null as text and
 * numbers as codes, so each understands both; an absent field stays absent.
 */

/** What is documented of a field, as JSON Schema: what our readers understand beyond it is no promise of the platform's. */
export const promises = z.registry<{ promise: object }>()

function reader<Schema extends z.ZodType>(schema: Schema, promise: object): Schema {
  promises.add(schema, { promise })
  return schema
}

const nothing = (value: unknown): unknown => (value === 'null' || value === '' ? null : value)

const textValue = z.union([z.string(), z.number().transform(String)]).nullable()
const numberValue = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^-?\d+(\.\d+)?$/)
      .transform(Number),
  ])
  .nullable()
const truthValue = z
  .union([z.boolean(), z.enum(['true', 'false']).transform((word) => word === 'true')])
  .nullable()
const instantValue = z
  .string()
  .refine((text) => !Number.isNaN(Date.parse(text)), 'not a date')
  .transform((text) => new Date(text).toISOString())
  .nullable()

const loosely = <Value extends z.ZodType>(value: Value) => z.preprocess(nothing, value).optional()

export const text = reader(loosely(textValue), { type: ['string', 'null'] })
export const number = reader(loosely(numberValue), { type: ['number', 'null'] })
/** A number that the documented samples write as text. */
export const numeral = reader(loosely(numberValue), { type: ['number', 'string', 'null'] })
export const truth = reader(loosely(truthValue), { type: ['boolean', 'null'] })
/** An ISO 8601 instant, made canonical: UTC with milliseconds. */
export const instant = reader(loosely(instantValue), {
  type: ['string', 'null'],
  format: 'date-time',
})
/** A thing whose inner fields are not documented. */
export const anything = z.unknown().optional()
/** Any JSON object, or nothing. */
export const bag = reader(loosely(z.unknown()), { type: ['object', 'null'] })
export const texts = reader(loosely(z.array(z.string()).nullable()), {
  type: ['array', 'null'],
  items: { type: 'string' },
})
export const numbers = reader(loosely(z.array(z.coerce.number()).nullable()), {
  type: ['array', 'null'],
  items: { type: 'number' },
})
/** Several things of one kind; none where the field is absent or null. */
export const several = <Item extends z.ZodType>(item: Item) => loosely(z.array(item).nullable())
/** A thing within a thing, where there is one. */
export const maybe = <Thing extends z.ZodType>(thing: Thing) => loosely(thing.nullable())

/** A word of a list that is documented; any other is kept as it came. */
export const word = (...words: string[]) => reader(loosely(textValue), { enum: [...words, null] })

/** The id of a thing that nothing can be done with unless it has one. */
export const id = reader(z.union([z.string().min(1).max(100), z.number().transform(String)]), {
  type: 'string',
  minLength: 1,
})

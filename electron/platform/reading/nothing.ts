import { z } from 'zod'

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

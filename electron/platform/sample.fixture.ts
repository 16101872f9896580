import { z } from 'zod'
import type { Schemas } from './openapi/json-schema.ts'

/**
 * How a sample is written: `straight` as documented, `odd` with booleans and numbers as text, texts
 * as numbers, dates with an offset, and `null` and `'null'` where nothing is allowed, `absent` with
 * required fields only.
 */
export type SampleStyle = 'straight' | 'odd' | 'null' | 'text null' | 'absent'

const shape = z.looseObject({
  $ref: z.string().optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  format: z.string().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).default([]),
  additionalProperties: z.unknown().optional(),
  items: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
})
type Shape = z.infer<typeof shape>

const leaves: Record<string, [straight: unknown, odd: unknown]> = {
  string: ['7', 7],
  'date-time': ['2026-11-20T15:00:00.000Z', '2026-11-20T12:00:00-03:00'],
  date: ['2026-11-20', '2026-11-20'],
  number: [12, '12'],
  integer: [12, '12'],
  boolean: [true, 'true'],
}

const mayBeNull = ({ type, enum: values, anyOf = [] }: Shape): boolean =>
  (Array.isArray(type) && type.includes('null')) ||
  values?.includes(null) === true ||
  anyOf.some((choice) => shape.parse(choice).type === 'null')

/** Creates a body that fits a schema of the document, with every field, in one of these manners. */
export function sample(schema: unknown, style: SampleStyle, schemas: Schemas): unknown {
  const own = shape.parse(schema)
  if (own.$ref !== undefined) {
    const name = own.$ref.slice(own.$ref.lastIndexOf('/') + 1)
    return sample(schemas.components()[name], style, schemas)
  }
  const [choice] = own.anyOf ?? own.oneOf ?? []
  if (mayBeNull(own)) {
    if (style === 'null') return null
    // Only single values are known to be written this way.
    const isSingle = choice === undefined && ![own.type].flat().includes('object')
    if (style === 'text null') return isSingle ? 'null' : null
  }
  if (choice !== undefined) return sample(choice, style, schemas)
  if ('const' in own) return own.const
  if (own.enum !== undefined) return own.enum[0]
  const [type] = [own.type ?? 'object'].flat()
  if (type === 'array') {
    const { type: each } = shape.parse(own.items)
    const inArray = style === 'odd' && each === 'string' ? 'straight' : style
    return [sample(own.items, inArray, schemas)]
  }
  if (type === 'object') return fieldsOf(own, style, schemas)
  const [straight, odd] = leaves[own.format ?? type ?? ''] ?? []
  return style === 'odd' ? odd : straight
}

function fieldsOf(own: Shape, style: SampleStyle, schemas: Schemas): object {
  const { properties = {}, required, additionalProperties } = own
  const names = Object.keys(properties).filter(
    (name) => style !== 'absent' || required.includes(name),
  )
  const fields = names.map((name) => [name, sample(properties[name], style, schemas)])
  const isStrict = additionalProperties === false
  return {
    ...(Object.fromEntries(fields) as object),
    ...(!isStrict &&
      names.length > 0 && { beyondTheSpecification: { stored: ['as', 'it', 'came'] } }),
  }
}

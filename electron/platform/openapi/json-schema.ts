import { z } from 'zod'
import type { Dialect } from '../dialect.ts'
import { promises, unpromised } from '../reading/loose.ts'
import { nothings, writtenNothing } from '../reading/nothing.ts'
import { toVendor } from '../vendor.ts'
import { exceptions, resourceNames } from './resources.ts'

/** A JSON Schema, draft 2020-12, or any other object of the document. */
export type Json = Record<string, unknown>

/** Turns the client's schemas into the document's, and gathers the resources that they name. */
export interface Schemas {
  /** Of what the platform answers or tells: as much as is documented, however much more our readers understand. */
  read(schema: z.ZodType): Json
  /** Of what we send: strict. */
  sent(schema: z.ZodType): Json
  /** The resources named so far. */
  components(): Json
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether zod only says that a number fits into JavaScript. */
const isNoLimit = (name: string, value: unknown): boolean =>
  (name === 'maximum' && value === Number.MAX_SAFE_INTEGER) ||
  (name === 'minimum' && value === Number.MIN_SAFE_INTEGER)

const isUnpromised = (schema: unknown): boolean =>
  isObject(schema) && Object.keys(unpromised).every((mark) => mark in schema)

/** A schema without what says nothing, with its fields as the dialect spells them. */
function tidy(value: unknown, dialect: Dialect): unknown {
  if (Array.isArray(value)) return value.map((each) => tidy(each, dialect))
  if (!isObject(value)) return value
  const kept = Object.entries(value).filter(([name, inner]) => {
    if (name === '$schema' || name === '$defs' || isNoLimit(name, inner)) return false
    if (name === 'pattern') return !('format' in value)
    return (
      name !== 'additionalProperties' || inner === false || Object.keys(inner as Json).length > 0
    )
  })
  const entries = kept.map(([name, inner]): [string, unknown] => {
    if (name === '$ref') return [name, String(inner).replace('#/$defs/', '#/components/schemas/')]
    if (name !== 'properties') return [name, tidy(inner, dialect)]
    const fields = Object.entries(inner as Json)
      .filter(([, schema]) => !isUnpromised(schema))
      .map(([field, schema]): [string, unknown] => [
        toVendor(field, dialect),
        tidy(schema, dialect),
      ])
    return [name, Object.fromEntries(fields)]
  })
  return Object.fromEntries(entries)
}

function replace(schema: Json, by: object): void {
  for (const name of Object.keys(schema)) Reflect.deleteProperty(schema, name)
  Object.assign(schema, by)
}

/** Makes the converter for one dialect. */
export function createSchemas(dialect: Dialect): Schemas {
  const found: Json = {}

  function convert(
    schema: z.ZodType,
    io: 'input' | 'output',
    adjust: (part: z.core.$ZodType, json: Json) => void,
  ): Json {
    const whole = z.toJSONSchema(schema, {
      io,
      unrepresentable: 'any',
      metadata: resourceNames,
      override: ({ zodSchema, jsonSchema }) => adjust(zodSchema, jsonSchema),
    })
    for (const [name, resource] of Object.entries(whole.$defs ?? {})) {
      found[name] = tidy({ ...(resource as Json), id: undefined }, dialect)
    }
    return tidy(whole, dialect) as Json
  }

  return {
    read: (schema) =>
      convert(schema, 'output', (part, json) => {
        const promised = promises.get(part)
        if (promised !== undefined) replace(json, structuredClone(promised.promise))
        if (isObject(json['properties'])) Object.assign(json['properties'], exceptions.get(part))
      }),
    sent: (schema) =>
      convert(schema, 'input', (part, json) => {
        const spelling = nothings.get(part)?.spelling
        const written = spelling && writtenNothing(dialect[spelling])
        // Null itself stands there already.
        if (typeof written === 'string')
          json['anyOf'] = [...(json['anyOf'] as Json[]).slice(0, 1), { const: written }]
      }),
    components: () =>
      Object.fromEntries(Object.entries(found).sort(([one], [other]) => (one < other ? -1 : 1))),
  }
}

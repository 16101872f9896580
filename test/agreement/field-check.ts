import { z } from 'zod'

/** The parts of a schema that can contain fields. */
const schemaShape = z.looseObject({
  $ref: z.string().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  items: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
})

/**
 * Compares bodies with their schemas field by field, because a schema that allows unknown fields
 * can't find a misspelt one.
 */
interface FieldCheck {
  /** Fields of a body that the schema doesn't name; none if the schema names no fields at all. */
  unknown(schema: unknown, body: unknown): string[]
  /** Fields of the resources that no body has contained, as `Resource.field`. */
  unseen(): string[]
}

interface Place {
  name: string
  properties: Record<string, unknown>
  items: unknown
}

export function createFieldCheck(resources: Readonly<Record<string, unknown>>): FieldCheck {
  const seen = new Set<string>()

  function placeOf(schema: unknown, name: string): Place {
    const { $ref, properties, items, anyOf = [], oneOf = [] } = schemaShape.parse(schema ?? {})
    if ($ref !== undefined) {
      const resource = $ref.slice($ref.lastIndexOf('/') + 1)
      return placeOf(resources[resource], resource)
    }
    const choices = [...anyOf, ...oneOf].map((choice) => placeOf(choice, name))
    return {
      name: choices.find((choice) => choice.name !== name)?.name ?? name,
      properties: Object.assign(
        {},
        properties,
        ...choices.map((choice) => choice.properties),
      ) as Record<string, unknown>,
      items: items ?? choices.find((choice) => choice.items !== undefined)?.items,
    }
  }

  function follow(schema: unknown, name: string, body: unknown, at: string): string[] {
    const { name: here, properties, items } = placeOf(schema, name)
    if (Array.isArray(body)) {
      return items === undefined
        ? []
        : body.flatMap((each, index) => follow(items, `${here}[]`, each, `${at}/${index}`))
    }
    if (typeof body !== 'object' || body === null) return []
    if (Object.keys(properties).length === 0) return []
    return Object.entries(body).flatMap(([field, value]) => {
      if (!Object.hasOwn(properties, field)) return [`${at}/${field} is not documented`]
      seen.add(`${here}.${field}`)
      return follow(properties[field], `${here}.${field}`, value, `${at}/${field}`)
    })
  }

  /** Every field of a resource at any depth, except within other resources. */
  function fieldsOf(schema: unknown, name: string): string[] {
    const { name: here, properties, items } = placeOf(schema, name)
    if (here !== name) return []
    const inner = items === undefined ? [] : fieldsOf(items, `${here}[]`)
    const own = Object.entries(properties).flatMap(([field, each]) => [
      `${here}.${field}`,
      ...fieldsOf(each, `${here}.${field}`),
    ])
    return [...own, ...inner]
  }

  return {
    unknown: (schema, body) => follow(schema, '', body, ''),
    unseen: () =>
      Object.entries(resources)
        .filter(([name]) => !name.startsWith('Error'))
        .flatMap(([name, schema]) => fieldsOf(schema, name))
        .filter((field) => !seen.has(field)),
  }
}

import type { z } from 'zod'
import type { DialectName } from '../assumptions.ts'
import type { Dialect } from '../dialect.ts'
import { envelopes, parameterName, pathOf, type OperationSpec } from '../operation.ts'
import { platformOperations, type PlatformOperationName } from '../operations.ts'
import type { Json, Schemas } from './json-schema.ts'
import { responsesOf } from './responses.ts'
import { words } from './words.ts'

/** The names of the ways to authorise. */
export type Security = 'accessToken' | 'apiToken' | 'channelToken' | 'scheduleToken'

/** Which token an operation takes (platform/README.md, Authentication). */
function securityOf({ base, authorization }: OperationSpec): Security {
  if (base === 'v3') return 'accessToken'
  if (base === 'tabs') return 'channelToken'
  return authorization === undefined ? 'apiToken' : 'scheduleToken'
}

/** The dialect's name that gives a parameter its own; an assumption, for it is not specified. */
const assumedName = (spec: OperationSpec, name: string): DialectName | undefined =>
  spec.queryNames?.[name]

const arrayStyles: Record<string, Json> = {
  repeated: { style: 'form', explode: true },
  brackets: { style: 'form', explode: true },
  commas: { style: 'form', explode: false },
}

function queryParameter(
  spec: OperationSpec,
  name: string,
  schema: Json,
  required: boolean,
  dialect: Dialect,
): Json {
  const assumed = assumedName(spec, name)
  const isArray = schema['type'] === 'array'
  const brackets = isArray && dialect.queryArrays === 'brackets' ? '[]' : ''
  return {
    name: parameterName(spec, name, dialect) + brackets,
    in: 'query',
    required,
    ...(assumed && { description: `Its name is an assumption: the dialect's ${assumed}.` }),
    ...(isArray && arrayStyles[dialect.queryArrays]),
    schema,
  }
}

function parametersOf(
  schemas: Schemas,
  schema: z.ZodObject | undefined,
  make: (name: string, schema: Json, required: boolean) => Json,
): Json[] {
  if (schema === undefined) return []
  const { properties = {}, required = [] } = schemas.sent(schema) as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, each]) => make(name, each, required.includes(name)))
}

/** What a person should know of an operation beyond its summary; undefined where that is all. */
function describe({ path }: OperationSpec, rules: string | undefined): string | undefined {
  if (typeof path === 'string') return rules
  return [`Its path is an assumption: the dialect's ${path.named}.`, rules].join(' ').trim()
}

/** One operation of the document, with its path and its method. */
export function operationObject(
  name: PlatformOperationName,
  schemas: Schemas,
  dialect: Dialect,
): { path: string; method: string; base: OperationSpec['base']; operation: Json } {
  const { spec }: { spec: OperationSpec } = platformOperations[name]
  const { tag, summary, rules } = words[name]
  const description = describe(spec, rules)
  const parameters = [
    ...parametersOf(schemas, spec.params, (param, schema) => ({
      name: param,
      in: 'path',
      required: true,
      schema,
    })),
    ...parametersOf(schemas, spec.query, (param, schema, required) =>
      queryParameter(spec, param, schema, required, dialect),
    ),
  ]
  const body: Json | undefined = spec.body && {
    required: true,
    content: { 'application/json': { schema: schemas.sent(spec.body) } },
  }
  return {
    path: pathOf(spec, dialect),
    method: spec.method.toLowerCase(),
    base: spec.base,
    operation: {
      operationId: name,
      tags: [tag],
      summary,
      ...(description !== undefined && { description }),
      security: [{ [securityOf(spec)]: [] }],
      ...(parameters.length > 0 && { parameters }),
      ...(body && { requestBody: body }),
      responses: responsesOf(envelopes[spec.base], schemas.read(spec.promised ?? spec.answer)),
    },
  }
}

import type { z } from 'zod'
import type { DialectName } from '../assumptions.ts'
import type { Envelope } from '../call/envelope.ts'
import { createDialect, type Dialect } from '../dialect.ts'
import { parameterName, type OperationSpec } from '../operation.ts'
import { envelopes, pathOf } from '../read-answer.ts'
import { platformOperations, type PlatformOperationName } from '../operations.ts'
import { Schemas, type Json } from './json-schema.ts'
import { webhooksOf } from './webhooks.ts'

const text: Json = { type: 'string' }

const object = (properties: Json, optional: readonly string[] = []): Json => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
})

/** The rejections of an interface (platform/README.md, Envelopes and errors). */
const errorSchemas = {
  /** The samples show the flag as the text false. */
  ErrorV3: object({
    success: { enum: [false, 'false'] },
    error: object({ error: text, message: text }),
  }),
  /** `data` is present if items of an array body failed. */
  ErrorV1: object(
    {
      status: { const: 'error' },
      error: text,
      data: object({
        errors: {
          type: 'array',
          minItems: 1,
          items: object({ item: {}, errors: { type: 'array', items: text } }),
        },
      }),
    },
    ['data'],
  ),
  /** None is documented for complete-order. */
  ErrorBare: { type: 'object' },
} satisfies Json

const errorNames: Record<Envelope, keyof typeof errorSchemas> = {
  v3: 'ErrorV3',
  v1: 'ErrorV1',
  bare: 'ErrorBare',
}

const wrapped = (envelope: Envelope, data: Json): Json =>
  ({
    v3: object({ success: { const: true }, data }),
    v1: object({ status: { const: 'ok' }, data }),
    bare: data,
  })[envelope]

const response = (description: string, schema: Json): Json => ({
  description,
  content: { 'application/json': { schema } },
})

/**
 * All answers of an operation; `data` is the content of the envelope. Statuses other than 200 and
 * 400 aren't documented.
 */
function responsesOf(envelope: Envelope, data: Json): Json {
  const error = { $ref: `#/components/schemas/${errorNames[envelope]}` }
  return {
    200: response('It was done.', wrapped(envelope, data)),
    400: response('The request has an error; nothing was done.', error),
    401: response('The token is missing or wrong.', error),
    default: response('Any other refusal.', error),
  }
}

/** The names of the authorisation schemes. */
type Security = 'accessToken' | 'apiToken' | 'channelToken' | 'scheduleToken'

/** The token of an operation (platform/README.md, Authentication). */
function securityOf({ base, authorization }: OperationSpec): Security {
  if (base === 'v3') return 'accessToken'
  if (base === 'tabs') return 'channelToken'
  return authorization === undefined ? 'apiToken' : 'scheduleToken'
}

/** The dialect's name for a parameter's name; an assumption, because it isn't specified. */
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

/** Facts about an operation beyond its summary; undefined if there are none. */
function describe({ path, rules }: OperationSpec): string | undefined {
  if (typeof path === 'string') return rules
  return [`Its path is an assumption: the dialect's ${path.named}.`, rules].join(' ').trim()
}

function operationObject(
  name: PlatformOperationName,
  schemas: Schemas,
  dialect: Dialect,
): { path: string; method: string; base: OperationSpec['base']; operation: Json } {
  const { spec }: { spec: OperationSpec } = platformOperations[name]
  const description = describe(spec)
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
      tags: [spec.area],
      summary: spec.summary,
      ...(description !== undefined && { description }),
      security: [{ [securityOf(spec)]: [] }],
      ...(parameters.length > 0 && { parameters }),
      ...(body && { requestBody: body }),
      responses: responsesOf(envelopes[spec.base], schemas.read(spec.promised ?? spec.answer)),
    },
  }
}

export interface OpenApi {
  openapi: string
  info: Json
  servers: Json[]
  paths: Record<string, Record<string, unknown>>
  webhooks: Json
  components: { schemas: Json; securitySchemes: Json }
  tags: { name: string }[]
}

const server = (variable: string, example: string, description: string): Json => ({
  url: `{${variable}}`,
  description,
  variables: { [variable]: { default: example } },
})

/** Where each interface starts: every store has its own addresses. */
const servers: Record<OperationSpec['base'], Json> = {
  v3: server('base_url', 'https://platform.example.com/api/v3', 'Version 3; ends in /v3'),
  v1: server('v1_url', 'https://platform.example.com/api/v1', 'Version 1'),
  tabs: server('tabs_url', 'https://platform.example.com/api/tabs', 'In-store tabs integration'),
}

const bearer = (description: string): Json => ({ type: 'http', scheme: 'bearer', description })

/** A token in the Authorization header, in the dialect's form. */
const authorization = (template: string, description: string): Json =>
  template.startsWith('Bearer ')
    ? bearer(description)
    : {
        type: 'apiKey',
        in: 'header',
        name: 'Authorization',
        description: `${description} Written as \`${template}\`.`,
      }

const securitySchemes = (dialect: Dialect): Record<Security | 'webhookToken', Json> => ({
  accessToken: bearer('Bound to one website.'),
  apiToken: bearer('Of version 1.'),
  scheduleToken: authorization(
    dialect.scheduleAuthorization,
    'How it is presented is not documented: an assumption.',
  ),
  channelToken: authorization(
    dialect.completeOrderAuthorization,
    'The sales channel’s own. How it is presented is not specified: an assumption.',
  ),
  webhookToken: bearer('What the platform sends to a receiver.'),
})

const names = Object.keys(platformOperations) as PlatformOperationName[]

/** The whole platform as the client uses it, in OpenAPI 3.1, with the names of one dialect. */
export function createDocument(dialect: Dialect = createDialect()): OpenApi {
  const schemas = new Schemas(dialect)
  const paths: OpenApi['paths'] = {}
  for (const name of names) {
    const { path, method, base, operation } = operationObject(name, schemas, dialect)
    paths[path] = {
      ...paths[path],
      ...(base !== 'v3' && { servers: [servers[base]] }),
      [method]: operation,
    }
  }
  const webhooks = webhooksOf(schemas, dialect)
  const tags = [...new Set([...names.map((name) => platformOperations[name].spec.area), 'Events'])]
  return {
    openapi: '3.1.1',
    info: {
      title: 'The platform',
      version: '3.0.0',
      description:
        'Online ordering, loyalty and in-store tabs of one website. Data is limited to the website of the token. What is not specified is an assumption, and says so.',
    },
    servers: [servers.v3],
    tags: tags.map((name) => ({ name })),
    paths,
    webhooks,
    components: {
      schemas: { ...errorSchemas, ...schemas.components() },
      securitySchemes: securitySchemes(dialect),
    },
  }
}

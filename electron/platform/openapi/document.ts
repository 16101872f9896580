import { createDialect, type Dialect } from '../dialect.ts'
import type { OperationSpec } from '../operation.ts'
import { platformOperations, type PlatformOperationName } from '../operations.ts'
import { createSchemas, type Json } from './json-schema.ts'
import { operationObject, type Security } from './operation-object.ts'
import { errorSchemas } from './responses.ts'
import { webhooksOf } from './webhooks.ts'
import { words } from './words.ts'

/** An OpenAPI 3.1 document. */
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

/** Where each interface begins: every shop has its own addresses. */
const servers: Record<OperationSpec['base'], Json> = {
  v3: server('base_url', 'https://platform.example.com/api/v3', 'Version 3; ends in /v3'),
  v1: server('v1_url', 'https://platform.example.com/api/v1', 'Version 1'),
  tabs: server('tabs_url', 'https://platform.example.com/api/tabs', 'In-store tabs integration'),
}

const bearer = (description: string): Json => ({ type: 'http', scheme: 'bearer', description })

/** A token in the Authorization header, in the dialect's words. */
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

/** The whole platform as the client speaks it, told in OpenAPI 3.1, with the names of one dialect. */
export function createDocument(dialect: Dialect = createDialect()): OpenApi {
  const schemas = createSchemas(dialect)
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
  const tags = [...new Set([...names.map((name) => words[name].tag), 'Events'])]
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

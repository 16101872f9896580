import type { Envelope } from '../call/envelope.ts'
import type { Json } from './json-schema.ts'

const text: Json = { type: 'string' }

const object = (properties: Json, optional: readonly string[] = []): Json => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
})

/** What an interface says when it says no (platform/README.md, Envelopes and errors). */
export const errorSchemas = {
  /** The samples show the flag as the text false. */
  ErrorV3: object({
    success: { enum: [false, 'false'] },
    error: object({ error: text, message: text }),
  }),
  /** `data` is there where items of an array body are at fault. */
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

/** Every answer of an operation; `data` is what the envelope holds. Statuses but 200 and 400 are not documented. */
export function responsesOf(envelope: Envelope, data: Json): Json {
  const error = { $ref: `#/components/schemas/${errorNames[envelope]}` }
  return {
    200: response('It was done.', wrapped(envelope, data)),
    400: response('The request has an error; nothing was done.', error),
    401: response('The token is missing or wrong.', error),
    default: response('Any other refusal.', error),
  }
}

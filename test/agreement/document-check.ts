import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { OpenApi } from '#platform/openapi/document.ts'
import { createFieldCheck } from './field-check.ts'

export interface DocumentCheck {
  /** The place of a schema, as the keys that lead to it; undefined if the document has none. */
  has(place: readonly string[]): boolean
  /** What is wrong with a body: where it breaks the schema, and unknown fields. */
  problems(place: readonly string[], body: unknown): string[]
  /** Fields of the document's resources that no body has contained yet, as `Resource.field`. */
  unseen(): string[]
}

/** A JSON pointer in a URI's fragment. */
const fragment = (place: readonly string[]): string =>
  place
    .map((key) => `/${encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))}`)
    .join('')

/** Reports the same problem of many list items once. */
const withoutNumbers = (problem: string): string => problem.replace(/\/\d+(?=[/ ])/g, '/*')

function lookUp(document: unknown, place: readonly string[]): unknown {
  let at = document
  for (const key of place) {
    if (typeof at !== 'object' || at === null) return undefined
    at = Object.getOwnPropertyDescriptor(at, key)?.value
  }
  return at
}

export function createDocumentCheck(document: OpenApi): DocumentCheck {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats(ajv)
  ajv.addSchema({ ...document }, 'document', undefined, false)
  const compiled = new Map<string, ValidateFunction>()
  const fields = createFieldCheck(document.components.schemas)

  function validatorOf(place: readonly string[]): ValidateFunction {
    const pointer = fragment(place)
    const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `document#${pointer}` })
    compiled.set(pointer, validate)
    return validate
  }

  return {
    has: (place) => lookUp(document, place) !== undefined,
    problems(place, body) {
      const validate = validatorOf(place)
      const broken = validate(body)
        ? []
        : (validate.errors ?? []).map(
            ({ instancePath, message, params }) =>
              `${instancePath || '/'} ${message ?? ''} ${JSON.stringify(params)}`,
          )
      const unknown = fields.unknown(lookUp(document, place), body)
      return [...new Set([...broken, ...unknown].map(withoutNumbers))]
    },
    unseen: fields.unseen,
  }
}

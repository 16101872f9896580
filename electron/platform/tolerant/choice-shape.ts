import { parsedText } from '#contract/human-text.ts'
import { isObject, type Fields } from './tolerant.ts'

/**
 * Modifiers and their options in the one shape that the schema reads (order.ts). Sloppy platforms
 * key them by id, send a single one without a list, or nest modifiers in an option; nested ones
 * follow in the same flat list.
 */

const modifierFields = [
  'modifierId',
  'externalId',
  'name',
  'shortName',
  'title',
  'modifierName',
  'options',
  'selections',
  'countById',
  'countByExternalId',
]
const optionFields = ['optionId', 'externalId', 'name', 'title', 'price', '_id', 'id']

const isChosen = (value: unknown): boolean => value !== false && value !== 0

/** `{"m1": {…}}`, `{"Salsas": ["Soya"]}`, `{"Salsas": "Soya"}`, `{"Sin cebolla": true}`, `{"Queso": 2}`. */
function modifierOfEntry(key: string, value: unknown): unknown {
  if (typeof value === 'number' || typeof value === 'boolean')
    return { options: isChosen(value) ? [optionOfEntry(key, value)] : [] }
  if (Array.isArray(value) || typeof value === 'string') return { name: key, options: value }
  return isObject(value) && value['modifierId'] == null ? { ...value, modifierId: key } : value
}

/** `{"o1": {…}}`, `{"o1": "Queso"}`, `{"Queso": 2}`, `{"Queso": true}`. */
function optionOfEntry(key: string, value: unknown): unknown {
  if (typeof value === 'number') return { optionId: key, count: value }
  if (typeof value === 'boolean') return { optionId: key }
  if (typeof value === 'string') return { optionId: key, name: value }
  return isObject(value) && value['optionId'] == null ? { ...value, optionId: key } : value
}

/** A text alone is one option. */
const optionsIn = (value: unknown): unknown =>
  typeof value === 'string' && typeof parsedText(value) === 'string' && isWritten(value)
    ? [value]
    : listOf(value, { fields: optionFields, ofEntry: optionOfEntry })

const join = (...names: unknown[]): string | null =>
  names.filter((name) => typeof name === 'string' && name !== '').join(' · ') || null

/** The name of a modifier or option, and how often it was chosen, also under other field names. */
const ownName = (thing: Fields): unknown => thing['name'] ?? thing['title'] ?? thing['modifierName']
const countIn = (thing: Fields): unknown =>
  thing['count'] ??
  thing['quantity'] ??
  thing['amount'] ??
  thing['qty'] ??
  thing['modifierQuantity']

/** An option without its own modifiers. */
function withoutModifiers(option: unknown): { own: unknown; nested: unknown } {
  if (!isObject(option)) return { own: option, nested: null }
  const { modifiers, options, ...own } = option
  const count = countIn(own)
  const name = ownName(own)
  const whole = { ...own, ...(count != null && { count }), ...(name != null && { name }) }
  return { own: whole, nested: modifiers ?? (options == null ? null : [{ options }]) }
}

function* flattened(modifiers: readonly unknown[], within: string | null): Generator {
  for (const modifier of modifiers) {
    if (!isObject(modifier)) {
      yield modifier
      continue
    }
    const { modifiers: deeper, ...fields } = modifier
    const sent = fields['options'] ?? fields['selections']
    const options = optionsIn(sent)
    const name = fields['shortName'] ?? ownName(fields)
    const parts = Array.isArray(options)
      ? options.map((option: unknown) => withoutModifiers(option))
      : null
    const count = countIn(fields)
    yield {
      ...fields,
      ...nameOf(fields, within),
      ...(count != null && { count }),
      ...(sent != null && { options: parts === null ? options : parts.map(({ own }) => own) }),
    }
    for (const { own, nested } of parts ?? [])
      if (nested != null) {
        const { name: option } = isObject(own) ? own : { name: null }
        yield* flattened(modifiersIn(nested), join(within, option))
      }
    if (deeper != null) yield* flattened(modifiersIn(deeper), join(within, name))
  }
}

/** The name of a modifier, with the names of its parents before it. */
function nameOf(fields: Fields, within: string | null): Fields {
  const { name, shortName } = fields
  if (within !== null) return { name: join(within, shortName ?? ownName(fields)), shortName: null }
  return name == null && ownName(fields) != null ? { name: ownName(fields) } : {}
}

function modifiersIn(value: unknown): unknown[] {
  const list = typeof value === 'string' ? optionsIn(value) : value
  const found = listOf(list, { fields: modifierFields, ofEntry: modifierOfEntry })
  return Array.isArray(found) ? found : [found]
}

/** The `modifiers` of an item in our shape. */
export const modifiersFromWire = (modifiers: unknown): unknown =>
  (typeof modifiers === 'object' && modifiers !== null) || isWritten(modifiers)
    ? [...flattened(modifiersIn(modifiers), null)]
    : modifiers

const isWritten = (value: unknown): boolean =>
  typeof value === 'string' && !['', 'null'].includes(value.trim())

interface ListShape {
  /** Fields of a single thing: an object with one of them is a thing, not a list. */
  fields: readonly string[]
  /** A thing from an object's entry whose key is not an index. */
  ofEntry: (key: string, value: unknown) => unknown
}

/** The list that a value represents; otherwise the value itself. Nested lists are flattened. */
export function listOf(value: unknown, { fields, ofEntry }: ListShape): unknown {
  const parsed = parsedText(value)
  if (Array.isArray(parsed)) return parsed.flatMap(flat)
  if (!isObject(parsed)) return parsed
  if (fields.some((name) => Object.hasOwn(parsed, name))) return [parsed]
  return Object.entries(parsed).flatMap(([key, each]) =>
    flat(/^\d+$/.test(key) ? each : ofEntry(key, each)),
  )
}

/** An empty list is no thing, and stays to be reported. */
const flat = (value: unknown): unknown[] =>
  Array.isArray(value) && value.length > 0 ? value.flatMap(flat) : [value]

import { parsedText } from '#contract/shared/human-text.ts'
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
const ownName = (fields: Fields): unknown =>
  fields['name'] ?? fields['title'] ?? fields['modifierName']
const countIn = (fields: Fields): unknown =>
  fields['count'] ??
  fields['quantity'] ??
  fields['amount'] ??
  fields['qty'] ??
  fields['modifierQuantity']

/** Fields with lists that are no choices of a guest, by a part of their names. */
const noChoices =
  /price|tax|image|photo|picture|media|tag|categor|discount|promo|charge|meta|translat|schedul|availab|allerg|nutri|label|store|channel|product/i
/** Fields whose texts are choices. */
const choiceNames =
  /extra|topping|addon|option|modifier|choice|selection|group|agregad|adicion|opcion|opc[oõ]es|selecci/i

const isChoice = (name: string, each: unknown): boolean =>
  isObject(each)
    ? [ownName(each), each['options'], each['selections'], each['countById']].some(isFilled)
    : typeof each === 'string' && each.trim() !== '' && choiceNames.test(name)
const isFilled = (value: unknown): boolean =>
  typeof value === 'object' ? Object.keys(value ?? {}).length > 0 : (value ?? '') !== ''
const isGroup = (each: unknown): boolean =>
  isObject(each) &&
  ['modifiers', 'options', 'selections', 'countById'].some((name) => isFilled(each[name]))

/** The choices in a field that no specification names; null if there are none. */
function choicesIn(name: string, value: unknown): unknown[] | null {
  if (typeof value !== 'object' || value === null || noChoices.test(name)) return null
  const values: unknown[] = Array.isArray(value) ? value.flat() : Object.values(value)
  if (!Array.isArray(value) && !values.every(isObject)) return null
  if (!values.some((each) => isChoice(name, each))) return null
  return values.some(isGroup) ? values : [{ options: values }]
}

/**
 * A thing without the choices in fields that no specification names, and these choices as groups.
 * `fieldNames` has the names of the fields that are read elsewhere.
 */
export function unnamedChoices(
  fields: Fields,
  fieldNames: ReadonlySet<string>,
): { own: Fields; groups: unknown[] } {
  const groups: unknown[] = []
  const own: Fields = {}
  for (const [name, value] of Object.entries(fields)) {
    const choices = fieldNames.has(name) ? null : choicesIn(name, value)
    if (choices === null) own[name] = value
    else groups.push(...choices)
  }
  return groups.length === 0 ? { own: fields, groups } : { own, groups }
}

const ownFields = new Set(['modifiers', 'options', 'selections', 'countById', 'countByExternalId'])

/** An option without its own modifiers. */
function withoutModifiers(option: unknown): { own: unknown; nested: unknown[] } {
  if (!isObject(option)) return { own: option, nested: [] }
  const { own: fields, groups } = unnamedChoices(option, ownFields)
  const { modifiers, options, countById, ...own } = fields
  const count = countIn(own)
  const name = ownName(own)
  const whole = { ...own, ...(count != null && { count }), ...(name != null && { name }) }
  const nested = modifiers ?? (options == null ? null : [{ options }])
  const counted = isFilled(countById) ? [{ countById, options: [] }] : []
  return {
    own: whole,
    nested: [...(nested == null ? [] : modifiersIn(nested)), ...counted, ...groups],
  }
}

function* flattened(modifiers: readonly unknown[], within: string | null): Generator {
  for (const modifier of modifiers) {
    if (!isObject(modifier)) {
      yield modifier
      continue
    }
    const { own: sentFields, groups } = unnamedChoices(modifier, ownFields)
    const { modifiers: deeper, ...fields } = sentFields
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
      if (nested.length > 0) {
        const { name: option } = isObject(own) ? own : { name: null }
        yield* flattened(nested, join(within, option))
      }
    const inner = deeper == null ? groups : [...modifiersIn(deeper), ...groups]
    if (inner.length > 0) yield* flattened(inner, join(within, name))
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
  const modifiers = listOf(list, { fields: modifierFields, ofEntry: modifierOfEntry })
  return Array.isArray(modifiers) ? modifiers : [modifiers]
}

/** The `modifiers` of an item in our shape, and groups of choices from its other fields. */
export function modifiersFromWire(modifiers: unknown, groups: readonly unknown[]): unknown {
  const isList = typeof modifiers === 'object' && modifiers !== null
  if (!isList && !isWritten(modifiers) && groups.length === 0) return modifiers
  const listed = modifiers == null || modifiers === '' ? [] : modifiersIn(modifiers)
  return [...flattened([...listed, ...groups], null)]
}

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

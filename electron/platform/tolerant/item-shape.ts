import { parsedText } from '#contract/shared/human-text.ts'
import { withoutEntities } from './entities.ts'
import { isObject, type Fields } from './tolerant.ts'
import { listOf, modifiersFromWire, unnamedChoices } from './choice-shape.ts'

/**
 * Items in the one shape that the schema reads (order.ts). Sloppy platforms send them as JSON text,
 * as an object keyed by id, or with a combo's parts inside the combo. Children follow their parent
 * in one flat list, with their `depth`. Unknown shapes stay as received, so that they are reported.
 */

const itemFields = [
  'product',
  'productId',
  'productName',
  'name',
  'title',
  'amount',
  'quantity',
  'qty',
  'comment',
  'description',
  'modifiers',
  'unitPrice',
  'externalId',
]

/** Empty, whatever its type. */
const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0

/** Field names for the parts of a combo, without punctuation and case. */
const childList =
  /^(?:sub|child|combo|bundle|nested|order|line|menu|meal|pack|kit|set|selected|included|inner)*(?:items|products|components?|children|dishes|lines|entries|elements|contents?|includes|included|bundle|combo|parts|articulos|productos|itens|produtos|componentes|hijos|filhos)$/

const hasFieldOfItem = (fields: Fields): boolean => itemFields.some((name) => fields[name] != null)

/** Whether a list entry is an item: it has a name, an id or contents. */
const isItemLike = (value: unknown): boolean =>
  isObject(value)
    ? hasFieldOfItem(value) || value['_id'] != null || value['id'] != null || isWrapper(value)
    : typeof value === 'string' && value.trim() !== ''

/** A wrapper around a list: `{"items": [...]}` instead of an item, with nothing else. */
const isWrapper = (fields: Fields): boolean =>
  Object.entries(fields).every(([name, value]) => isChildList(name, value)) && !isEmpty(fields)

/** Whether a field has items, by its name and contents. */
function isChildList(name: string, value: unknown): boolean {
  if (!childList.test(name.replace(/[^a-z]/gi, '').toLowerCase())) return false
  const list = parsedText(value)
  if (Array.isArray(list)) return list.flat().some(isItemLike)
  if (!isObject(list)) return false
  return (
    hasFieldOfItem(list) || Object.values(list).some((each) => isObject(each) && isItemLike(each))
  )
}

/** The fields of a thing without those that have its children. */
function withoutChildren(fields: Fields): { own: Fields; children: unknown[] } {
  const lists: unknown[] = []
  const own: Fields = {}
  for (const [name, value] of Object.entries(fields))
    if (isChildList(name, value)) lists.push(value)
    else own[name] = value
  return { own: lists.length === 0 ? fields : own, children: lists.flatMap(itemsIn) }
}

/** The items of a list in any shape; the value itself if it is no list. */
function itemsIn(value: unknown): unknown[] {
  const list = listOf(value, { fields: itemFields, ofEntry: itemOfEntry })
  if (!Array.isArray(list)) return [list]
  return list.flatMap((item: unknown) =>
    isObject(item) && isWrapper(item) ? Object.values(item).flatMap(itemsIn) : [item],
  )
}

/** `{"it1": {…}}`, `{"Sopa": 2}`, `{"it1": "Sopa"}`. */
function itemOfEntry(key: string, value: unknown): unknown {
  if (typeof value === 'number') return { product: { name: key }, amount: value }
  if (typeof value === 'string') return { _id: key, product: { name: value } }
  return isObject(value) && value['_id'] == null ? { ...value, _id: key } : value
}

/** The first of these fields with content. */
const firstOf = (item: Fields, names: readonly string[]): unknown =>
  names.map((name) => item[name]).find((value) => value != null && value !== '')

const readOfItem = new Set([...itemFields, 'options', 'item', 'menuItem'])

/** The product with a name from the item, and its choices and amount in the usual places. */
function inShape(sent: Fields): Fields {
  const { own: fields, groups } = unnamedChoices(sent, readOfItem)
  const { options, ...item } = fields
  const product = parsedText(item['product'] ?? item['item'] ?? item['menuItem'])
  const own = isObject(product) ? product : {}
  const name = firstOf(item, ['name', 'productName', 'title'])
  const isNameless = (product == null || isObject(product)) && firstOf(own, ['name']) === undefined
  const amount = firstOf(item, ['amount', 'quantity', 'qty', 'count', 'units'])
  // Older orders list their choices as `options` of the item.
  const listed = isEmpty(item['modifiers']) ? [] : item['modifiers']
  const modifiers = isEmpty(listed ?? []) ? (options ?? listed) : listed
  return {
    ...item,
    ...(options !== undefined && modifiers !== options && { options }),
    ...(product !== item['product'] && { product }),
    ...(isNameless && name !== undefined && { product: { ...own, name } }),
    ...(amount !== undefined && { amount }),
    ...((modifiers !== undefined || groups.length > 0) && {
      modifiers: modifiersFromWire(modifiers, groups),
    }),
  }
}

function* flattened(items: readonly unknown[], depth: number): Generator<unknown, void> {
  for (const item of items) {
    const entry = typeof item === 'string' || typeof item === 'number' ? named(item) : item
    if (!isObject(entry)) {
      yield entry
      continue
    }
    const { depth: _sent, ...fields } = entry
    const { own, children } = withoutChildren(fields)
    const product = parsedText(own['product'])
    const inner = isObject(product) ? withoutChildren(product) : null
    const whole = inner === null ? own : { ...own, product: inner.own }
    yield { ...inShape(whole), ...(depth > 0 && { depth }) }
    yield* flattened(children.concat(inner?.children ?? []), depth + 1)
  }
}

/** A text or number alone is the name of a dish. */
const named = (name: string | number): unknown =>
  ['', 'null'].includes(String(name).trim()) ? name : { product: { name } }

/** The `items` of an order in our shape, with HTML entities decoded. */
export function itemsFromWire(items: unknown): unknown {
  const parsed = parsedText(items)
  // A sentence doesn't say how many, so the amount is reported as unread too.
  if (typeof parsed === 'string' && /\p{L}{2}/u.test(parsed) && parsed !== 'null')
    return [{ product: { name: parsed }, amount: parsed }]
  if (typeof parsed !== 'object' || parsed === null || isEmpty(parsed)) return parsed
  return [...flattened(itemsIn(parsed), 0)].map((item) => withoutEntities(item))
}

import { parsedText } from '#contract/human-text.ts'
import { isObject, type Fields } from './tolerant.ts'
import type { Steps } from '#contract/steps.ts'
import { listOf, modifiersFromWire } from './choice-shape.ts'

/**
 * Items in the one shape that the schema reads (order.ts). A sloppy platform sends them as JSON text, as an object keyed
 * by id, or with what is in a combo within the combo. Children follow their parent in one flat list, with their `depth`.
 * What fits no shape stays as it came, so that the reading names it.
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

/** Nothing in it, whatever it is. */
const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0

/** Names under which a combo has its parts, without signs and case. */
const childList =
  /^(?:sub|child|combo|bundle|nested|order|line|menu|meal|pack|kit|set|selected|included|inner)*(?:items|products|components?|children|dishes|lines|entries|elements|contents?|includes|included|bundle|combo|parts|articulos|productos|itens|produtos|componentes|hijos|filhos)$/

const hasFieldOfItem = (thing: Fields): boolean => itemFields.some((name) => thing[name] != null)

/** Whether an entry of a list is an item: it says what it is, which one, or what is in it. */
const isItemLike = (value: unknown): boolean =>
  isObject(value)
    ? hasFieldOfItem(value) || value['_id'] != null || value['id'] != null || isWrapper(value)
    : typeof value === 'string' && value.trim() !== ''

/** A list around the list: `{"items": [...]}` in the place of an item, and nothing else. */
const isWrapper = (thing: Fields): boolean =>
  Object.entries(thing).every(([name, value]) => isChildList(name, value)) && !isEmpty(thing)

/** Whether a field holds items: by its name, and by what is in it. */
function isChildList(name: string, value: unknown): boolean {
  if (!childList.test(name.replace(/[^a-z]/gi, '').toLowerCase())) return false
  const list = parsedText(value)
  if (Array.isArray(list)) return list.flat().some(isItemLike)
  if (!isObject(list)) return false
  return (
    hasFieldOfItem(list) || Object.values(list).some((each) => isObject(each) && isItemLike(each))
  )
}

/** The fields of a thing, those that hold its children apart. */
function withoutChildren(thing: Fields): { own: Fields; children: unknown[] } {
  const lists: unknown[] = []
  const own: Fields = {}
  for (const [name, value] of Object.entries(thing))
    if (isChildList(name, value)) lists.push(value)
    else own[name] = value
  return { own: lists.length === 0 ? thing : own, children: lists.flatMap(itemsIn) }
}

/** The items of a list, in whatever shape it came; itself, alone, where it is none. */
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

/** The first of these fields that says something. */
const firstOf = (item: Fields, names: readonly string[]): unknown =>
  names.map((name) => item[name]).find((value) => value != null && value !== '')

/** Its product with a name that stands beside it, and with its choices and its amount where we look for them. */
function inShape({ options, ...item }: Fields): Fields {
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
    ...(modifiers !== undefined && { modifiers: modifiersFromWire(modifiers) }),
  }
}

function* flattened(items: readonly unknown[], depth: number): Generator<unknown, void> {
  for (const item of items) {
    const thing = typeof item === 'string' || typeof item === 'number' ? named(item) : item
    if (!isObject(thing)) {
      yield thing
      continue
    }
    const { depth: _sent, ...fields } = thing
    const { own, children } = withoutChildren(fields)
    const product = parsedText(own['product'])
    const inner = isObject(product) ? withoutChildren(product) : null
    const whole = inner === null ? own : { ...own, product: inner.own }
    yield { ...inShape(whole), ...(depth > 0 && { depth }) }
    yield* flattened(children.concat(inner?.children ?? []), depth + 1)
  }
}

/** A text or a number alone is the name of a dish. */
const named = (name: string | number): unknown =>
  ['', 'null'].includes(String(name).trim()) ? name : { product: { name } }

/** The `items` of an order in our shape. */
export function* itemsFromWire(items: unknown): Steps<unknown> {
  const parsed = parsedText(items)
  // How many of it nobody can tell from a sentence: the amount cannot be read either, and says so.
  if (typeof parsed === 'string' && /\p{L}{2}/u.test(parsed) && parsed !== 'null')
    return [{ product: { name: parsed }, amount: parsed }]
  if (typeof parsed !== 'object' || parsed === null || isEmpty(parsed)) return parsed
  const all: unknown[] = []
  for (const item of flattened(itemsIn(parsed), 0)) {
    all.push(item)
    yield
  }
  return all
}

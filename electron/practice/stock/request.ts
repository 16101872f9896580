import { z } from 'zod'
import type { StockChange } from './practice-stock.ts'
import {
  type Catalogue,
  optionSubject,
  productSubject,
  subjectName,
  type StockSubject,
} from './catalogue.ts'

/** A received item and all of its errors. */
export interface ItemErrors {
  item: unknown
  errors: string[]
}

/** The changes that a body of updateStock requests, or the errors of its items. */
export type StockRequest =
  | { ok: true; changes: StockChange[] }
  | { ok: false; errors: ItemErrors[] }

/** The documented fields. That others are rejected is our assumption. */
const known = new Set([
  'type',
  'storeId',
  'productId',
  'modifierId',
  'modifierOptionId',
  'stock',
  'untilDate',
  'deleteItem',
])

const anItem = z.record(z.string(), z.unknown())
const dateTime = z.iso.datetime({ offset: true })

/**
 * Reads one item; `null` counts as missing. `addError` gets each error with the specification's
 * text.
 */
function readItem(
  item: Record<string, unknown>,
  catalogue: Catalogue,
  addError: (sentence: string) => null,
): StockChange | null {
  function find<T>(what: string, parameter: string, look: (id: string) => T | undefined): T | null {
    const id = item[parameter] ?? null
    if (id === null) return addError(`Missing parameter '${parameter}'`)
    if (typeof id !== 'string') return addError(`the parameter '${parameter}' must be a string`)
    return look(id) ?? addError(`${what} not found [${parameter}:${id}]`)
  }

  function readSubject(storeId: string | null): StockSubject | null {
    if (item['type'] === 'product') {
      const product = find('Product', 'productId', catalogue.product)
      return product && productSubject(storeId ?? '', product)
    }
    if (item['type'] !== 'modifier') return null
    const modifier = find('Modifier', 'modifierId', catalogue.modifier)
    // An option is looked up in its modifier, so without one only the missing modifier can be
    // reported.
    if (modifier === null && typeof item['modifierOptionId'] === 'string') return null
    const option = find('Modifier option', 'modifierOptionId', (id) =>
      modifier === null ? undefined : catalogue.option(modifier, id),
    )
    return modifier && option && optionSubject(storeId ?? '', modifier, option)
  }

  for (const name of Object.keys(item))
    if (!known.has(name)) addError(`the parameter '${name}' is not allowed`)
  if (item['type'] !== 'product' && item['type'] !== 'modifier') {
    addError("the parameter 'type' must be 'product' or 'modifier'")
  }
  const subject = readSubject(find('Store', 'storeId', catalogue.store))

  const lifts = item['deleteItem'] === true
  const stock = item['stock'] ?? null
  const isCount = typeof stock === 'number' && Number.isSafeInteger(stock) && stock >= 0
  if (stock === null && !lifts) addError("Missing parameter 'stock'")
  if (stock !== null && !isCount) {
    addError("the parameter 'stock' must be a whole number of at least 0")
  }
  const until = dateTime.nullable().safeParse(item['untilDate'] ?? null)
  if (!until.success) addError("the parameter 'untilDate' must be a date-time")
  if (typeof (item['deleteItem'] ?? false) !== 'boolean') {
    addError("the parameter 'deleteItem' must be a boolean")
  }

  const untilDate = until.data ?? null
  return (
    subject && {
      subject,
      stock: lifts || !isCount ? null : stock,
      untilDate: lifts || untilDate === null ? null : new Date(untilDate).toISOString(),
    }
  )
}

/**
 * Reads the items of an updateStock body, all or none. Ids become canonical; if an item is
 * repeated, the first one counts.
 */
export function readStockRequest(items: readonly unknown[], catalogue: Catalogue): StockRequest {
  const wrong: ItemErrors[] = []
  const changes = new Map<string, StockChange>()
  for (const item of items) {
    const errors: string[] = []
    const parsed = anItem.safeParse(item)
    const addError = (sentence: string): null => {
      errors.push(sentence)
      return null
    }
    const change = parsed.success
      ? readItem(parsed.data, catalogue, addError)
      : addError('the item must be an object')
    if (errors.length > 0) {
      wrong.push({ item, errors })
    } else if (change !== null && !changes.has(subjectName(change.subject))) {
      changes.set(subjectName(change.subject), change)
    }
  }
  return wrong.length > 0
    ? { ok: false, errors: wrong }
    : { ok: true, changes: [...changes.values()] }
}

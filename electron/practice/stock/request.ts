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
const documentedFields = new Set([
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

/** The words for a store, a product and so on in the errors, by the parameter with its id. */
const subjectNames = {
  storeId: 'Store',
  productId: 'Product',
  modifierId: 'Modifier',
  modifierOptionId: 'Modifier option',
}

/** Reads one item; `null` counts as missing. */
class ItemReader {
  /** In the specification's words. */
  readonly errors: string[] = []
  readonly #item: Record<string, unknown>
  readonly #catalogue: Catalogue

  constructor(item: Record<string, unknown>, catalogue: Catalogue) {
    this.#item = item
    this.#catalogue = catalogue
  }

  /** Null if the subject is wrong; other errors are in `errors` only. */
  read(): StockChange | null {
    for (const name of Object.keys(this.#item))
      if (!documentedFields.has(name)) this.errors.push(`the parameter '${name}' is not allowed`)
    if (this.#item['type'] !== 'product' && this.#item['type'] !== 'modifier')
      this.errors.push("the parameter 'type' must be 'product' or 'modifier'")
    const subject = this.#readSubject()
    const stock = this.#readStock()
    const until = this.#readUntil()
    const lifts = this.#item['deleteItem'] === true
    return subject && { subject, stock, untilDate: lifts ? null : until }
  }

  #readSubject(): StockSubject | null {
    const storeId = this.#find('storeId', (id) => this.#catalogue.store(id)) ?? ''
    if (this.#item['type'] === 'product') {
      const product = this.#find('productId', (id) => this.#catalogue.product(id))
      return product && productSubject(storeId, product)
    }
    if (this.#item['type'] !== 'modifier') return null
    const modifier = this.#find('modifierId', (id) => this.#catalogue.modifier(id))
    // An option is looked up in its modifier, so without one only the missing modifier can be
    // reported.
    if (modifier === null && typeof this.#item['modifierOptionId'] === 'string') return null
    const option = this.#find('modifierOptionId', (id) =>
      modifier === null ? undefined : this.#catalogue.option(modifier, id),
    )
    return modifier && option && optionSubject(storeId, modifier, option)
  }

  /** The count; null if the item lifts a restriction or has no count. */
  #readStock(): number | null {
    const lifts = this.#item['deleteItem'] === true
    const stock = this.#item['stock'] ?? null
    const isCount = typeof stock === 'number' && Number.isSafeInteger(stock) && stock >= 0
    if (stock === null && !lifts) this.errors.push("Missing parameter 'stock'")
    if (stock !== null && !isCount)
      this.errors.push("the parameter 'stock' must be a whole number of at least 0")
    return lifts || !isCount ? null : stock
  }

  #readUntil(): string | null {
    const until = dateTime.nullable().safeParse(this.#item['untilDate'] ?? null)
    if (!until.success) this.errors.push("the parameter 'untilDate' must be a date-time")
    if (typeof (this.#item['deleteItem'] ?? false) !== 'boolean')
      this.errors.push("the parameter 'deleteItem' must be a boolean")
    const untilDate = until.data ?? null
    return untilDate === null ? null : new Date(untilDate).toISOString()
  }

  #find<T>(parameter: keyof typeof subjectNames, look: (id: string) => T | undefined): T | null {
    const id = this.#item[parameter] ?? null
    const subject = typeof id === 'string' ? look(id) : undefined
    if (subject !== undefined) return subject
    if (id === null) this.errors.push(`Missing parameter '${parameter}'`)
    else if (typeof id !== 'string')
      this.errors.push(`the parameter '${parameter}' must be a string`)
    else this.errors.push(`${subjectNames[parameter]} not found [${parameter}:${id}]`)
    return null
  }
}

function readItem(
  item: unknown,
  catalogue: Catalogue,
): { change: StockChange | null; errors: string[] } {
  const parsed = anItem.safeParse(item)
  if (!parsed.success) return { change: null, errors: ['the item must be an object'] }
  const reader = new ItemReader(parsed.data, catalogue)
  return { change: reader.read(), errors: reader.errors }
}

/**
 * Reads the items of an updateStock body, all or none. Ids become canonical; if an item is
 * repeated, the first one counts.
 */
export function readStockRequest(items: readonly unknown[], catalogue: Catalogue): StockRequest {
  const wrong: ItemErrors[] = []
  const changes = new Map<string, StockChange>()
  for (const item of items) {
    const { change, errors } = readItem(item, catalogue)
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

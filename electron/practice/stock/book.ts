import type { MenuModifier, MenuOption, MenuPayload, MenuProduct } from '../menu/payload.ts'
import { practiceStore } from '../practice-store.ts'
import { createRandom } from '../random.ts'
import type { WireOrder } from '../orders/wire.ts'

/** What a stock is of: a product of a store, or an option of a modifier. */
export interface StockSubject {
  type: 'product' | 'modifier'
  storeId: string
  productId: string | null
  modifierId: string | null
  modifierOptionId: string | null
  productExternalId: string | null
  modifierExternalId: string | null
  modifierOptionExternalId: string | null
}

/** A stock to be set, its ids canonical. */
export interface StockChange {
  subject: StockSubject
  /** How many are left; null lifts the restriction. */
  stock: number | null
  /** ISO; the restriction is gone from then on. Null means it stays. */
  untilDate: string | null
}

/** api.md, Stock update item: a processed record; `stock` is null where the restriction was lifted. */
export interface StockRecord extends StockSubject {
  _id: string
  websiteId: string
  stock: number | null
  until: null
  untilDate: string | null
  createdAt: string
}

/** What is counted or sold out, in every store (api.md, Stock counter). */
export interface StockBook {
  /** Sets or lifts a stock; answers the record of the change. */
  change(change: StockChange): StockRecord
  /** Takes what an order needs from what is counted in its store; never below 0. */
  consume(order: WireOrder): void
  /** Whether nothing is left of a product, or of an option within a modifier. */
  isProductSoldOut(storeId: string, productId: string): boolean
  isOptionSoldOut(storeId: string, modifierId: string, optionId: string): boolean
  /** Restrictions in force. */
  list(): StockRecord[]
}

const productKey = (storeId: string, productId: string): string => `${storeId} product:${productId}`
const optionKey = (storeId: string, modifierId: string, optionId: string): string =>
  `${storeId} option:${modifierId}/${optionId}`

/** One text for one thing in one store, whatever it was called in the request. */
export const subjectName = (subject: StockSubject): string =>
  subject.type === 'product'
    ? productKey(subject.storeId, subject.productId ?? '')
    : optionKey(subject.storeId, subject.modifierId ?? '', subject.modifierOptionId ?? '')

/** A product of a store as a subject of stock. */
export const productSubject = (storeId: string, product: MenuProduct): StockSubject => ({
  type: 'product',
  storeId,
  productId: product._id,
  modifierId: null,
  modifierOptionId: null,
  productExternalId: product.externalId,
  modifierExternalId: null,
  modifierOptionExternalId: null,
})

/** An option of a modifier in a store as a subject of stock. */
export const optionSubject = (
  storeId: string,
  modifier: MenuModifier,
  option: MenuOption,
): StockSubject => ({
  type: 'modifier',
  storeId,
  productId: null,
  modifierId: modifier._id,
  modifierOptionId: option._id,
  productExternalId: null,
  modifierExternalId: modifier.externalId,
  modifierOptionExternalId: option.externalId,
})

/** What the menus, as they are in the files, say is sold out. */
const soldOutAtOpening = (menus: readonly MenuPayload[]): StockSubject[] =>
  menus.flatMap(({ menu, products, modifiers, options }) =>
    menu.storesIds.flatMap((storeId) => [
      ...products
        .filter(({ available }) => !available)
        .map((product) => productSubject(storeId, product)),
      ...options
        .filter(({ available }) => !available)
        .flatMap((option) =>
          modifiers
            .filter(({ optionIds }) => optionIds.includes(option.externalId))
            .map((modifier) => optionSubject(storeId, modifier, option)),
        ),
    ]),
  )

/** A book that opens with what the menus say is sold out. */
export function createStockBook(
  menus: readonly MenuPayload[],
  seed: number,
  now: () => number,
): StockBook {
  const random = createRandom(seed, 'stock')
  const records = new Map<string, StockRecord>()

  function change({ subject, stock, untilDate }: StockChange): StockRecord {
    const record: StockRecord = {
      ...subject,
      _id: `stk-${random.id(13)}`,
      websiteId: practiceStore.websiteId,
      stock,
      until: null,
      untilDate,
      createdAt: new Date(now()).toISOString(),
    }
    if (stock === null) records.delete(subjectName(subject))
    else records.set(subjectName(subject), record)
    return record
  }

  function inForce(key: string): StockRecord | undefined {
    const record = records.get(key)
    if (record === undefined || record.untilDate === null) return record
    if (Date.parse(record.untilDate) > now()) return record
    records.delete(key)
    return undefined
  }

  function take(key: string, amount: number): void {
    const record = inForce(key)
    if (record === undefined) return
    records.set(key, { ...record, stock: Math.max(0, (record.stock ?? 0) - amount) })
  }

  for (const subject of soldOutAtOpening(menus)) change({ subject, stock: 0, untilDate: null })

  return {
    change,
    consume({ storeId, items }) {
      for (const { product, amount, modifiers } of items) {
        take(productKey(storeId, product._id), amount)
        for (const { modifierId, countById } of modifiers) {
          for (const [optionId, count] of Object.entries(countById)) {
            take(optionKey(storeId, modifierId, optionId), amount * count)
          }
        }
      }
    },
    isProductSoldOut: (storeId, productId) => inForce(productKey(storeId, productId))?.stock === 0,
    isOptionSoldOut: (storeId, modifierId, optionId) =>
      inForce(optionKey(storeId, modifierId, optionId))?.stock === 0,
    list: () => [...records.keys()].flatMap((key) => inForce(key) ?? []),
  }
}

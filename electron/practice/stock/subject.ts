import type { MenuModifier, MenuOption, MenuProduct } from '../menu/payload.ts'

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

/** One text for one product of one store. */
export const productKey = (storeId: string, productId: string): string =>
  `${storeId} product:${productId}`
/** One text for one option within one modifier of one store. */
export const optionKey = (storeId: string, modifierId: string, optionId: string): string =>
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

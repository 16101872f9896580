import type { MenuModifier, MenuOption, MenuPayload, MenuProduct } from '../menu/payload.ts'

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

/** A unique text for a product of a store. */
export const productKey = (storeId: string, productId: string): string =>
  `${storeId} product:${productId}`
/** A unique text for an option within a modifier of a store. */
export const optionKey = (storeId: string, modifierId: string, optionId: string): string =>
  `${storeId} option:${modifierId}/${optionId}`

/** A unique text for a thing in a store, whatever id the request used. */
export const subjectName = (subject: StockSubject): string =>
  subject.type === 'product'
    ? productKey(subject.storeId, subject.productId ?? '')
    : optionKey(subject.storeId, subject.modifierId ?? '', subject.modifierOptionId ?? '')

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

/** The two ids of a store. */
export interface StoreName {
  _id: string
  externalId: string | null
}

const named =
  (id: string) =>
  (thing: { _id: string; externalId: string | null }): boolean =>
    thing._id === id || thing.externalId === id

/**
 * Finds what a stock update names, by service id or external id. It covers the whole brand: a
 * product is known if any menu has it.
 */
export function createCatalogue(stores: readonly StoreName[], menus: readonly MenuPayload[]) {
  const products = menus.flatMap((menu) => menu.products)
  const modifiers = menus.flatMap((menu) => menu.modifiers)
  const options = menus.flatMap((menu) => menu.options)
  return {
    store: (id: string) => stores.find(named(id))?._id,
    product: (id: string) => products.find(named(id)),
    modifier: (id: string) => modifiers.find(named(id)),
    option: (modifier: MenuModifier, id: string) =>
      options.find((option) => named(id)(option) && modifier.optionIds.includes(option.externalId)),
    /** Every place on a menu where an option of this name can be chosen. */
    placesOf: (optionName: string) =>
      menus.flatMap(({ menu, modifiers: groups, options: all }) =>
        all
          .filter(({ name }) => name === optionName)
          .flatMap(({ _id: modifierOptionId, externalId }) =>
            groups
              .filter(({ optionIds }) => optionIds.includes(externalId))
              .flatMap(({ _id: modifierId }) =>
                menu.storesIds.map((storeId) => ({ storeId, modifierId, modifierOptionId })),
              ),
          ),
      ),
  }
}

export type Catalogue = ReturnType<typeof createCatalogue>

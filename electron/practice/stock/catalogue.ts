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
  ({ _id, externalId }: { _id: string; externalId: string | null }): boolean =>
    _id === id || externalId === id

/** A place on a store's menu where an option can be chosen. */
interface OptionPlace {
  storeId: string
  modifierId: string
  modifierOptionId: string
}

/**
 * Finds what a stock update names, by service id or external id. It covers the whole brand: a
 * product is known if any menu has it.
 */
export class Catalogue {
  readonly #stores: readonly StoreName[]
  readonly #menus: readonly MenuPayload[]
  readonly #products: readonly MenuProduct[]
  readonly #modifiers: readonly MenuModifier[]
  readonly #options: readonly MenuOption[]

  constructor(stores: readonly StoreName[], menus: readonly MenuPayload[]) {
    this.#stores = stores
    this.#menus = menus
    this.#products = menus.flatMap((menu) => menu.products)
    this.#modifiers = menus.flatMap((menu) => menu.modifiers)
    this.#options = menus.flatMap((menu) => menu.options)
  }

  store(id: string): string | undefined {
    return this.#stores.find(named(id))?._id
  }

  product(id: string): MenuProduct | undefined {
    return this.#products.find(named(id))
  }

  modifier(id: string): MenuModifier | undefined {
    return this.#modifiers.find(named(id))
  }

  option(modifier: MenuModifier, id: string): MenuOption | undefined {
    return this.#options
      .filter(({ externalId }) => modifier.optionIds.includes(externalId))
      .find(named(id))
  }

  /** Every place on a menu where an option of this name can be chosen. */
  placesOf(optionName: string): OptionPlace[] {
    return this.#menus.flatMap(({ menu, modifiers, options }) =>
      options
        .filter(({ name }) => name === optionName)
        .flatMap(({ _id: modifierOptionId, externalId }) =>
          modifiers
            .filter(({ optionIds }) => optionIds.includes(externalId))
            .flatMap(({ _id: modifierId }) =>
              menu.storesIds.map((storeId) => ({ storeId, modifierId, modifierOptionId })),
            ),
        ),
    )
  }
}

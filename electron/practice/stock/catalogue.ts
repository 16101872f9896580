import type { MenuModifier, MenuOption, MenuPayload, MenuProduct } from '../menu/payload.ts'

/** The two names of a store. */
export interface StoreName {
  _id: string
  externalId: string | null
}

/** Finds what a stock update names, by service id or by external id. */
export interface Catalogue {
  /** The service id of a store. */
  store(id: string): string | undefined
  product(id: string): MenuProduct | undefined
  modifier(id: string): MenuModifier | undefined
  /** An option, only among those of this modifier. */
  option(modifier: MenuModifier, id: string): MenuOption | undefined
  /** Every place on a menu where an option of this name can be chosen. */
  placesOf(optionName: string): { storeId: string; modifierId: string; modifierOptionId: string }[]
}

const named =
  (id: string) =>
  (thing: { _id: string; externalId: string | null }): boolean =>
    thing._id === id || thing.externalId === id

/** The catalogue of the whole brand: a product is known as soon as one of the menus has it. */
export function createCatalogue(
  stores: readonly StoreName[],
  menus: readonly MenuPayload[],
): Catalogue {
  const products = menus.flatMap((menu) => menu.products)
  const modifiers = menus.flatMap((menu) => menu.modifiers)
  const options = menus.flatMap((menu) => menu.options)
  return {
    store: (id) => stores.find(named(id))?._id,
    product: (id) => products.find(named(id)),
    modifier: (id) => modifiers.find(named(id)),
    option: (modifier, id) =>
      options.find((option) => named(id)(option) && modifier.optionIds.includes(option.externalId)),
    placesOf: (optionName) =>
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

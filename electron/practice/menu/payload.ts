import menuFile from '../../../resources/practice/menu.json' with { type: 'json' }

/**
 * The sections of a menu in the documented import format (2.2), with our ids and version 3's
 * metadata.
 */
export interface MenuPayload {
  menu: {
    _id: string
    name: string
    priority: number
    /** The one store that sells it, whose stock decides its availability. */
    storesIds: string[]
    externalId: string
    channels: string[]
    daysBefore: number
    schedule: { timezone: string; [field: string]: unknown }
    metadata: object
  }
  categories: MenuCategory[]
  products: MenuProduct[]
  modifiers: MenuModifier[]
  options: MenuOption[]
}

interface MenuCategory {
  _id: string
  name: string
  externalId: string
  priority: string
  metadata: object
}

export interface MenuProduct {
  _id: string
  name: string
  description: string | null
  externalId: string
  priority: string
  price: number
  discount: string
  available: boolean
  informativeStamps: string[]
  categoriesIds: string[]
  categoriesExternalIds: string[]
  modifiersIds: string[]
  modifiersExternalIds: string[]
  images: string[]
  metadata: object
  priceMetadata: object
}

export interface MenuModifier {
  _id: string
  name: string
  shortName: string
  description: string | null
  optional: boolean
  /** The fewest and the most options that a guest may choose. */
  min: number
  max: number
  internalName: string
  externalId: string
  /** External ids, as in the documented samples. */
  optionIds: string[]
  metadata: object
}

export interface MenuOption {
  _id: string
  name: string
  internalName: string
  /** How often one item may have it. */
  max: number
  externalId: string
  price: number
  discount: string
  available: boolean
  metadata: object
  priceMetadata: object
}

/** The practice store's menu at the start of the day. */
export const practiceMenu: MenuPayload = menuFile

/** Modifiers of a product, in the menu's order. */
export const modifiersOf = (menu: MenuPayload, product: MenuProduct): MenuModifier[] =>
  menu.modifiers.filter((modifier) => product.modifiersIds.includes(modifier._id))

/** Options of a modifier that can be ordered now. */
export const optionsOf = (menu: MenuPayload, modifier: MenuModifier): MenuOption[] =>
  menu.options.filter(
    (option) => option.available && modifier.optionIds.includes(option.externalId),
  )

/** Products that can be ordered now: they and enough of their required options are available. */
export const orderable = (menu: MenuPayload): MenuProduct[] =>
  menu.products.filter(
    (product) =>
      product.available &&
      modifiersOf(menu, product).every(
        (modifier) => modifier.min <= optionsOf(menu, modifier).length,
      ),
  )

/** The menu without the modifiers and options that cannot be ordered now. */
export function availableOnly(menu: MenuPayload): MenuPayload {
  const options = menu.options.filter((option) => option.available)
  const orderable = new Set(options.map((option) => option.externalId))
  const modifiers = menu.modifiers
    .map((modifier) => ({
      ...modifier,
      optionIds: modifier.optionIds.filter((id) => orderable.has(id)),
    }))
    .filter((modifier) => modifier.optionIds.length > 0)
  const left = new Set(modifiers.flatMap((modifier) => [modifier._id, modifier.externalId]))
  const products = menu.products.map((product) => ({
    ...product,
    modifiersIds: product.modifiersIds.filter((id) => left.has(id)),
    modifiersExternalIds: product.modifiersExternalIds.filter((id) => left.has(id)),
  }))
  return { ...menu, options, modifiers, products }
}

/** Categories that the second store does not sell. */
const left = ['cat-acompanamientos', 'cat-postres']

/** The second store's prices are a tenth higher, in whole tens of pesos. */
const secondStorePrice = (price: number): number => Math.round((price * 1.1) / 10) * 10

/** What the second store has run out of at the start of the day. */
const soldOut = ['prd-ensalada-nizarda']

function menuOfPuntaArenas(first: MenuPayload): MenuPayload {
  const products = first.products
    .filter(({ categoriesIds }) => !categoriesIds.some((id) => left.includes(id)))
    .map((product) => ({
      ...product,
      price: secondStorePrice(product.price),
      available: !soldOut.includes(product._id),
    }))
  const modifiers = first.modifiers.filter(({ _id }) =>
    products.some(({ modifiersIds }) => modifiersIds.includes(_id)),
  )
  return {
    menu: {
      ...first.menu,
      _id: 'mPuntaArenas9wKd7',
      name: 'Carta Punta Arenas',
      storesIds: ['store-punta-arenas'],
      externalId: 'M2',
      schedule: { ...first.menu.schedule, timezone: 'America/Punta_Arenas' },
    },
    categories: first.categories.filter(({ _id }) => !left.includes(_id)),
    products,
    modifiers,
    options: first.options
      .filter(({ externalId }) => modifiers.some(({ optionIds }) => optionIds.includes(externalId)))
      .map((option) => ({ ...option, price: secondStorePrice(option.price) })),
  }
}

/** The menus of the brand, one per store, at the start of the day. */
export const practiceMenus: readonly MenuPayload[] = [practiceMenu, menuOfPuntaArenas(practiceMenu)]

import menuFile from '../../../resources/practice/menu.json' with { type: 'json' }

/** Sections of a menu as the documented import format (2.2) has them, with our ids and version 3's metadata. */
export interface MenuPayload {
  menu: {
    _id: string
    name: string
    priority: number
    /** Where it is sold: the one store whose stock its availability tells. */
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
  /** How many options a guest takes at least and at most. */
  min: number
  max: number
  internalName: string
  externalId: string
  /** External ids, as the documented samples have it. */
  optionIds: string[]
  metadata: object
}

export interface MenuOption {
  _id: string
  name: string
  internalName: string
  /** How often the same item may have it. */
  max: number
  externalId: string
  price: number
  discount: string
  available: boolean
  metadata: object
  priceMetadata: object
}

/** The practice store's menu, as the day begins. */
export const practiceMenu: MenuPayload = menuFile

/** Modifiers of a product, in the menu's order. */
export const modifiersOf = (menu: MenuPayload, product: MenuProduct): MenuModifier[] =>
  menu.modifiers.filter((modifier) => product.modifiersIds.includes(modifier._id))

/** Options of a modifier that can be ordered now. */
export const optionsOf = (menu: MenuPayload, modifier: MenuModifier): MenuOption[] =>
  menu.options.filter(
    (option) => option.available && modifier.optionIds.includes(option.externalId),
  )

/** Products that can be ordered now: not sold out, and enough is left of what must be chosen with them. */
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

/** What the far south does not cook. */
const left = ['cat-acompanamientos', 'cat-postres']

/** The far south is dearer by a tenth, in whole tens of pesos. */
const dearer = (price: number): number => Math.round((price * 1.1) / 10) * 10

/** What it has run out of when the day begins. */
const soldOut = ['prd-ensalada-nizarda']

/** The second store's menu: fewer categories, other prices, the same ids. */
function menuOfPuntaArenas(first: MenuPayload): MenuPayload {
  const products = first.products
    .filter(({ categoriesIds }) => !categoriesIds.some((id) => left.includes(id)))
    .map((product) => ({
      ...product,
      price: dearer(product.price),
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
      .map((option) => ({ ...option, price: dearer(option.price) })),
  }
}

/** The menus of the brand, one a store, as the day begins. */
export const practiceMenus: readonly MenuPayload[] = [practiceMenu, menuOfPuntaArenas(practiceMenu)]

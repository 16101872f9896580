import { practiceMenu, type MenuPayload } from './payload.ts'

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

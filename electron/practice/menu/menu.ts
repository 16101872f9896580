import type { HonoRequest } from 'hono'
import { z } from 'zod'
import { answers, notFound, yesOrNo } from '../answers.ts'
import type { MenuBoard } from './board.ts'
import { availableOnly, type MenuPayload } from './payload.ts'
import { pictureAddresses } from './pictures.ts'

const originOf = (request: HonoRequest): string => new URL(request.url).origin

const query = z.object({ availableOnly: yesOrNo.default(false) })

/** A product with what each menu says of it; undefined where no menu has it. */
function productView(
  menus: readonly MenuPayload[],
  id: string,
  origin: string,
): object | undefined {
  const places = menus.flatMap((menu) =>
    menu.products
      .filter(({ _id, externalId }) => [_id, externalId].includes(id))
      .map((product) => ({ menu, product })),
  )
  const [first] = places
  if (first === undefined) return undefined
  const { menu, product } = first
  const categories = menu.categories.filter(({ _id }) => product.categoriesIds.includes(_id))
  return {
    productId: product._id,
    importId: '',
    name: product.name,
    internalName: product.name,
    description: product.description ?? '',
    url: `https://example.com/${product._id}`,
    partialUrl: product._id,
    externalId: product.externalId,
    categoriesNames: categories.map(({ name }) => name),
    categoriesIds: product.categoriesIds,
    modifiersIds: product.modifiersIds,
    images: pictureAddresses(origin, product.categoriesIds),
    metadata: product.metadata,
    menus: places.map((place) => ({
      menuId: place.menu.menu._id,
      price: place.product.price,
      basePrice: place.product.price,
      discount: 0,
      discounts: [],
      available: place.product.available,
      externalId: place.menu.menu.externalId,
      metadata: place.product.priceMetadata,
    })),
  }
}

/** A menu as it is answered: sections link by external id alone, pictures are addresses. */
function menuView(whole: MenuPayload, onlyAvailable: boolean, origin: string): object {
  const menu = onlyAvailable ? availableOnly(whole) : whole
  const products = menu.products.map(({ categoriesIds, modifiersIds: _modifiers, ...product }) => ({
    ...product,
    images: pictureAddresses(origin, categoriesIds),
  }))
  return { ...menu, products }
}

/** The menus and their products, each found by id or by external id. */
export const menu = (board: MenuBoard) => ({
  listMenus: answers('listMenus', {
    query,
    answer: (asked) =>
      board.all().map((each) => menuView(each, asked.query.availableOnly, originOf(asked.request))),
  }),
  readMenu: answers('readMenu', {
    query,
    answer({ params, query: { availableOnly: only }, request }) {
      const found = board
        .all()
        .find(({ menu: { _id, externalId } }) => [_id, externalId].includes(params.menuId))
      return found === undefined ? notFound('Menu') : menuView(found, only, originOf(request))
    },
  }),
  readProduct: answers('readProduct', {
    answer: ({ params, request }) =>
      productView(board.all(), params.productId, originOf(request)) ?? notFound('Product'),
  }),
})

import { Hono, type Context } from 'hono'
import { z } from 'zod'
import { readQuery, yesOrNo } from '../asked.ts'
import { dialect } from '../dialect.ts'
import { badRequest, failure, success } from '../envelope.ts'
import type { MenuBoard } from './board.ts'
import { availableOnly, type MenuPayload } from './payload.ts'
import { pictureAddresses } from './pictures.ts'

const originOf = ({ req }: Context): string => new URL(req.url).origin

const menuQuery = z.object({ availableOnly: yesOrNo.default(false) })
const menuNames = { availableOnly: dialect.menuAvailableOnlyParameter }

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
export function menu(board: MenuBoard): Hono {
  const app = new Hono()
  app.get('/ecommerce/menu', (context) => {
    const query = readQuery(context, menuQuery, menuNames)
    if (!query.ok) return badRequest(context, query.message)
    const menus = board
      .all()
      .map((each) => menuView(each, query.value.availableOnly, originOf(context)))
    return success(context, menus)
  })
  app.get('/ecommerce/menu/:menuId', (context) => {
    const query = readQuery(context, menuQuery, menuNames)
    if (!query.ok) return badRequest(context, query.message)
    const id = context.req.param('menuId')
    const found = board
      .all()
      .find(({ menu: { _id, externalId } }) => [_id, externalId].includes(id))
    if (found === undefined) return failure(context, 404, 'not-found', 'Menu not found')
    return success(context, menuView(found, query.value.availableOnly, originOf(context)))
  })
  app.get('/ecommerce/products/:productId', (context) => {
    const found = productView(board.all(), context.req.param('productId'), originOf(context))
    return found === undefined
      ? failure(context, 404, 'not-found', 'Product not found')
      : success(context, found)
  })
  return app
}

import { Hono } from 'hono'
import { z } from 'zod'
import { readQuery, yesOrNo } from './asked.ts'
import { badRequest, failure, success } from './envelope.ts'
import { availableOnly, practiceMenu, type MenuPayload, type MenuProduct } from './menu-payload.ts'
import { dialect } from './practice-store.ts'

const menuQuery = z.object({ availableOnly: yesOrNo.default(false) })
const menuNames = { availableOnly: dialect.menuAvailableOnlyParameter }

/** api.md, Product. */
function productView(menu: MenuPayload, product: MenuProduct): object {
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
    images: product.images,
    metadata: product.metadata,
    menus: [
      {
        menuId: menu.menu._id,
        price: product.price,
        basePrice: product.price,
        discount: 0,
        discounts: [],
        available: product.available,
        externalId: menu.menu.externalId,
        metadata: product.priceMetadata,
      },
    ],
  }
}

/** The menus and their products, each found by id or by external id (api.md). */
export function menu(): Hono {
  const menus = [practiceMenu]
  const app = new Hono()
  app.get('/ecommerce/menu', (context) => {
    const query = readQuery(context, menuQuery, menuNames)
    if (!query.ok) return badRequest(context, query.message)
    return success(context, query.value.availableOnly ? menus.map(availableOnly) : menus)
  })
  app.get('/ecommerce/menu/:menuId', (context) => {
    const query = readQuery(context, menuQuery, menuNames)
    if (!query.ok) return badRequest(context, query.message)
    const id = context.req.param('menuId')
    const found = menus.find(({ menu: { _id, externalId } }) => [_id, externalId].includes(id))
    if (found === undefined) return failure(context, 404, 'not-found', 'Menu not found')
    return success(context, query.value.availableOnly ? availableOnly(found) : found)
  })
  app.get('/ecommerce/products/:productId', (context) => {
    const id = context.req.param('productId')
    const found = practiceMenu.products.find((each) => [each._id, each.externalId].includes(id))
    return found === undefined
      ? failure(context, 404, 'not-found', 'Product not found')
      : success(context, productView(practiceMenu, found))
  })
  return app
}

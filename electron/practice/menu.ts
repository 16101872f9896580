import { Hono } from 'hono'
import type { Context } from 'hono'
import { failure, success } from './envelope.ts'
import { availableOnly, practiceMenu, type MenuPayload, type MenuProduct } from './menu-payload.ts'
import { dialect } from './practice-store.ts'

/** The menu as asked for; null where the boolean is neither true nor false. */
function asked(context: Context, menu: MenuPayload): MenuPayload | null {
  switch (context.req.query(dialect.menuAvailableOnlyParameter)) {
    case undefined:
    case 'false':
      return menu
    case 'true':
      return availableOnly(menu)
    default:
      return null
  }
}

const badBoolean = (context: Context): Response =>
  failure(
    context,
    400,
    'bad-request',
    `${dialect.menuAvailableOnlyParameter} must be true or false`,
  )

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
    const payloads = menus.map((each) => asked(context, each))
    return payloads.includes(null) ? badBoolean(context) : success(context, payloads)
  })
  app.get('/ecommerce/menu/:menuId', (context) => {
    const id = context.req.param('menuId')
    const found = menus.find(({ menu: { _id, externalId } }) => [_id, externalId].includes(id))
    if (found === undefined) return failure(context, 404, 'not-found', 'Menu not found')
    const payload = asked(context, found)
    return payload === null ? badBoolean(context) : success(context, payload)
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

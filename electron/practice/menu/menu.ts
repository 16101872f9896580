import { type HonoRequest, Hono } from 'hono'
import { z } from 'zod'
import { answers, notFound, yesOrNo } from '../answers.ts'
import { availableOnly, type MenuPayload } from './payload.ts'
import pictureFile from '../../../resources/practice/pictures.json' with { type: 'json' }

/** What is sold out in a store: a product, or an option within a modifier. */
interface SoldOut {
  isProductSoldOut(storeId: string, productId: string): boolean
  isOptionSoldOut(storeId: string, modifierId: string, optionId: string): boolean
}

function withCurrentStock(menu: MenuPayload, storeId: string, stock: SoldOut): MenuPayload {
  return {
    ...menu,
    products: menu.products.map((product) => ({
      ...product,
      available: !stock.isProductSoldOut(storeId, product._id),
    })),
    options: menu.options.map((option) => ({
      ...option,
      available: menu.modifiers.some(
        ({ _id, optionIds }) =>
          optionIds.includes(option.externalId) && !stock.isOptionSoldOut(storeId, _id, option._id),
      ),
    })),
  }
}

/**
 * The menus as guests see them now; the stock decides what is available. A menu shows the stock of
 * the first of its stores.
 */
export class MenuBoard {
  readonly #menus: readonly MenuPayload[]
  readonly #first: MenuPayload
  readonly #stock: SoldOut
  #stale: MenuPayload[] | null = null

  /** Throws without a menu. */
  constructor(menus: readonly MenuPayload[], stock: SoldOut) {
    const [first] = menus
    if (first === undefined) throw new Error('a board needs a menu')
    this.#menus = menus
    this.#first = first
    this.#stock = stock
  }

  /** While it is on, `all` returns the old menus. */
  lag(on: boolean): void {
    this.#stale = on ? this.#current() : null
  }

  /** One menu per store, the first store's first. */
  all(): MenuPayload[] {
    return this.#stale ?? this.#current()
  }

  /** The menu that a store sells from; the first one for a store without its own. */
  of(storeId: string): MenuPayload {
    return this.#show(
      this.#menus.find(({ menu }) => menu.storesIds.includes(storeId)) ?? this.#first,
    )
  }

  #current(): MenuPayload[] {
    return this.#menus.map((menu) => this.#show(menu))
  }

  #show(menu: MenuPayload): MenuPayload {
    return withCurrentStock(menu, menu.menu.storesIds[0] ?? '', this.#stock)
  }
}

/** The pictures of the menu by category, as base64 of a PNG. */
const pictures = new Map(Object.entries(pictureFile))

/** The address of a product's picture, by its first category (`cat-…`); none without a picture. */
function pictureAddresses(origin: string, categoriesIds: readonly string[]): string[] {
  const name = (categoriesIds[0] ?? '').replace(/^cat-/, '')
  return pictures.has(name) ? [`${origin}/pictures/${name}.png`] : []
}

/** GET /pictures/<category>.png, beside the interfaces and without a token. */
export function menuPictures(): Hono {
  const app = new Hono()
  app.get('/pictures/:file', (context) => {
    const picture = pictures.get(context.req.param('file').replace(/\.png$/, ''))
    if (picture === undefined) return context.notFound()
    context.header('content-type', 'image/png')
    return context.body(Buffer.from(picture, 'base64'))
  })
  return app
}

const originOf = (request: HonoRequest): string => new URL(request.url).origin

const query = z.object({ availableOnly: yesOrNo.default(false) })

/** A product as in each menu; undefined if no menu has it. */
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

/** A menu as it is sent: sections are linked by external ids only, pictures are addresses. */
function menuView(whole: MenuPayload, onlyAvailable: boolean, origin: string): object {
  const menu = onlyAvailable ? availableOnly(whole) : whole
  const products = menu.products.map(({ categoriesIds, modifiersIds: _modifiers, ...product }) => ({
    ...product,
    images: pictureAddresses(origin, categoriesIds),
  }))
  return { ...menu, products }
}

/** The menus and their products, by id or external id. */
export class MenuOperations {
  readonly #board: MenuBoard

  readonly listMenus = answers('listMenus', {
    query,
    answer: (asked) =>
      this.#board
        .all()
        .map((each) => menuView(each, asked.query.availableOnly, originOf(asked.request))),
  })

  readonly readMenu = answers('readMenu', {
    query,
    answer: (asked) => {
      const whole = this.#board
        .all()
        .find(({ menu: { _id, externalId } }) => [_id, externalId].includes(asked.params.menuId))
      return whole === undefined
        ? notFound('Menu')
        : menuView(whole, asked.query.availableOnly, originOf(asked.request))
    },
  })

  readonly readProduct = answers('readProduct', {
    answer: ({ params, request }) =>
      productView(this.#board.all(), params.productId, originOf(request)) ?? notFound('Product'),
  })

  constructor(board: MenuBoard) {
    this.#board = board
  }
}

import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { MenuPayload } from '#practice/menu/payload.ts'
import type { Practice } from '#practice/platform.ts'

/** Things without a place on this platform's menu. */
export const unplaced = { product: 'Pan de la casa', option: 'Servilleta extra' }

type Answered = Omit<MenuPayload, 'products'> & {
  products: Omit<MenuPayload['products'][number], 'categoriesIds' | 'modifiersIds'>[]
}

/** Whether a thing has its own links; otherwise the other side has them. */
const tells = (nth: number): boolean => nth % 2 === 0

/**
 * A menu with the specification's names for products: no external ids, and links from either side.
 */
function byId({ menu, categories, products, modifiers, options }: Answered): object {
  const idOf = new Map(
    [...categories, ...modifiers, ...options].map(({ externalId, _id }) => [externalId, _id]),
  )
  const ids = (links: readonly string[]) => links.map((link) => idOf.get(link) ?? link)
  const { _id: menuId, externalId: _menu, ...head } = menu
  return {
    menu: { ...head, menuId },
    categories: categories.map(({ _id, externalId, ...category }) => ({
      ...category,
      categoryId: _id,
      productsIds: products
        .filter((each, nth) => !tells(nth) && each.categoriesExternalIds.includes(externalId))
        .map((each) => each._id),
    })),
    products: [
      ...products.map(
        (
          { _id, externalId: _own, categoriesExternalIds, modifiersExternalIds, ...product },
          nth,
        ) => ({
          ...product,
          productId: _id,
          importId: '',
          categoriesIds: tells(nth) ? ids(categoriesExternalIds) : [],
          modifiersIds: ids(modifiersExternalIds),
        }),
      ),
      { productId: 'prd-by-itself', name: unplaced.product, price: 1500 },
      null,
    ],
    modifiers: modifiers.map(({ _id, externalId: _own, optionIds, ...modifier }, nth) => ({
      ...modifier,
      modifierId: _id,
      ...(tells(nth) && { optionsIds: ids(optionIds) }),
    })),
    options: [
      ...options.map(({ _id, externalId, ...option }) => ({
        ...option,
        optionId: _id,
        modifiersIds: modifiers
          .filter(({ optionIds }, nth) => !tells(nth) && optionIds.includes(externalId))
          .map((each) => each._id),
      })),
      { optionId: 'opt-by-itself', name: unplaced.option, price: 0 },
    ],
  }
}

/** A server that renames a platform's menus and forwards everything else. */
export interface MenuById {
  readonly v3: string
  close(): void
}

const menuPath = /\/ecommerce\/menu(\/[^/]+)?$/

export async function answerMenuById(practice: Practice): Promise<MenuById> {
  const { pathname: base } = new URL(practice.v3)

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', practice.v3)
    const { authorization = '' } = request.headers
    const body = await text(request)
    const answer = await fetch(url, {
      method: request.method ?? '',
      headers: { authorization, 'content-type': 'application/json' },
      ...(body !== '' && { body }),
    })
    const reported = (await answer.json()) as { data?: Answered | Answered[] }
    if (answer.ok && menuPath.test(url.pathname) && reported.data !== undefined)
      Object.assign(reported, {
        data: Array.isArray(reported.data) ? reported.data.map(byId) : byId(reported.data),
      })
    response.writeHead(answer.status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(reported))
  }

  const server = createServer((request, response) => {
    pass(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    v3: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}${base}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

import { createDialect } from '#platform/dialect.ts'
import { badRequest, type Asks, type Row } from '../row.ts'

const dialect = createDialect()
const menus = { section: 'GET /ecommerce/menu', operation: 'listMenus' } as const
const menu = { section: 'GET /ecommerce/menu/{menuId}', operation: 'readMenu' } as const
const product = {
  section: 'GET /ecommerce/products/{productId}',
  operation: 'readProduct',
} as const

const south = { menu: { externalId: 'M2', schedule: { timezone: 'America/Punta_Arenas' } } }

export const menuRows: Row[] = [
  {
    ...menus,
    title: 'whole, a plain array',
    answers: [{ menu: { externalId: 'M1', metadata: {} }, products: { length: 60 } }, south],
  },
  {
    ...menus,
    title: 'only what is available',
    input: { query: { availableOnly: true } },
    answers: [{ menu: { externalId: 'M1' } }, south],
  },
  {
    ...menus,
    title: 'not by a word',
    input: { query: { availableOnly: 'yes' } },
    unsent: 'query.availableOnly',
  },
  {
    ...menus,
    title: 'the platform refuses a word',
    raw: {
      method: 'GET',
      path: `/ecommerce/menu?${dialect.menuAvailableOnlyParameter}=maybe`,
    },
    replies: badRequest(`${dialect.menuAvailableOnlyParameter}: must be true or false`),
  },
  {
    ...menu,
    title: 'by the external id',
    input: { params: { menuId: 'M2' } },
    answers: south,
  },
  {
    ...menu,
    title: 'by the service id, only what is available',
    input: { params: { menuId: 'kH2qLySHZ6CdHopNC' }, query: { availableOnly: true } },
    answers: { menu: { externalId: 'M1' } },
  },
  {
    ...menu,
    title: 'a way up is no id',
    input: { params: { menuId: '..' } },
    unsent: 'params.menuId: is not an id',
  },
  {
    ...menu,
    title: 'an unknown one',
    input: { params: { menuId: 'M9' } },
    refused: { status: 404, message: 'Menu not found' },
  },
  {
    ...product,
    title: 'by the service id',
    input: { params: { productId: 'prd-hamburguesa-clasica' } },
    answers: {
      externalId: 'P101',
      categoriesNames: ['Hamburguesas'],
      menus: [{ price: 6990, available: true, externalId: 'M1' }, { externalId: 'M2' }],
    },
  },
  {
    ...product,
    title: 'by the external id',
    input: { params: { productId: 'P101' } },
    answers: { productId: 'prd-hamburguesa-clasica' },
  },
  {
    ...product,
    title: 'not by too long an id',
    input: { params: { productId: 'p'.repeat(101) } },
    unsent: 'params.productId',
  },
  {
    ...product,
    title: 'an unknown one',
    input: { params: { productId: 'P999' } },
    refused: { status: 404, message: 'Product not found' },
  },
]

export const menuAsks: Asks = {
  listMenus: () => [{}],
  readMenu: ({ menu }) => [{ params: { menuId: menu } }],
  readProduct: ({ product }) => [{ params: { productId: product } }],
}

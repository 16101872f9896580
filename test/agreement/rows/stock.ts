import { expect } from 'vitest'
import { badRequest, type Asks, type Ids, type Row } from '../row.ts'

const update = { section: 'POST {v1_url}/updateStock', operation: 'updateStock' } as const
const turn = {
  section: 'POST /ecommerce/stores/{storeId}/products/{productId}/out-of-stock',
  operation: 'setOutOfStock',
} as const
const errors = { section: 'Errors, Version 1', operation: 'updateStock' } as const
const limits = { section: 'Limits', operation: 'updateStock' } as const

const product = { type: 'product', storeId: 'colon', productId: 'P807' }
const option = {
  type: 'modifier',
  storeId: 'Li4eEa3W2hiuGGCFa',
  modifierId: 'mod-agregados',
  modifierOptionId: 'opt-tocino',
}
const aProcess = { processId: expect.any(String) as unknown }

const typeMessage = "the parameter 'type' must be 'product' or 'modifier'"
const stockMessage = "Missing parameter 'stock'"
const unknownOption = { ...option, modifierOptionId: 'opt-nothing', stock: 1 }
const unknownOptionMessage = 'Modifier option not found [modifierOptionId:opt-nothing]'
const wrongType = { type: 'drink', storeId: 'colon', productId: 'P807', stock: 1 }
const noStock = { type: 'product', storeId: 'colon', productId: 'P807' }

const refusal = (...errors: { item: unknown; errors: string[] }[]) => ({
  status: 400,
  body: { status: 'error', error: 'Validations errors', data: { errors } },
})

export const stockRows: Row[] = [
  {
    ...update,
    title: 'one object, by external ids',
    input: { body: { ...product, stock: 5, untilDate: '2026-11-21T04:00:00-03:00' } },
    answers: aProcess,
  },
  {
    ...update,
    title: 'an array of products and options, by service ids',
    input: {
      body: [
        { ...product, storeId: 'Li4eEa3W2hiuGGCFa', productId: 'prd-cafe-americano', stock: 0 },
        { ...option, stock: 3 },
        { ...option, modifierId: 'G2', modifierOptionId: 'O9', deleteItem: true },
      ],
    },
    answers: aProcess,
  },
  {
    ...update,
    title: 'lifted without a stock',
    input: { body: { ...product, deleteItem: true } },
    answers: aProcess,
  },
  {
    ...limits,
    title: 'the same item twice in a body',
    input: {
      body: [
        { ...product, stock: 1 },
        { ...product, stock: 2 },
      ],
    },
    answers: aProcess,
  },
  {
    ...update,
    title: 'no empty array',
    input: { body: [] },
    unsent: 'body',
  },
  { ...update, title: 'not without a stock', input: { body: product }, unsent: 'body' },
  {
    ...update,
    title: 'no other type',
    input: { body: { ...product, type: 'drink', stock: 1 } },
    unsent: 'body',
  },
  {
    ...update,
    title: 'no option of a product',
    input: { body: { ...product, modifierId: 'G2', stock: 1 } },
    unsent: 'body',
  },
  {
    ...update,
    title: 'no other field',
    input: { body: { ...product, stock: 1, until: 'tomorrow' } },
    unsent: 'body',
  },
  {
    ...errors,
    title: 'an unknown option, told to the client',
    input: { body: [{ ...product, stock: 1 }, unknownOption] },
    refused: {
      status: 400,
      message: 'Validations errors',
      itemErrors: [{ item: unknownOption, errors: [unknownOptionMessage] }],
    },
  },
  {
    ...errors,
    title: 'the three messages, word for word, each with its item',
    raw: {
      method: 'POST',
      path: '/updateStock',
      body: [wrongType, { ...product, stock: 1 }, noStock, unknownOption],
    },
    replies: refusal(
      { item: wrongType, errors: [typeMessage] },
      { item: noStock, errors: [stockMessage] },
      { item: unknownOption, errors: [unknownOptionMessage] },
    ),
  },
  {
    ...errors,
    title: 'several of one item',
    raw: { method: 'POST', path: '/updateStock', body: { ...noStock, type: 'drink' } },
    replies: refusal({ item: { ...noStock, type: 'drink' }, errors: [typeMessage, stockMessage] }),
  },
  {
    section: 'Authentication 4',
    operation: 'updateStock',
    title: 'without its scheme',
    raw: {
      method: 'POST',
      path: '/updateStock',
      body: noStock,
      authorization: 'practice-access-token',
    },
    replies: { status: 401, body: { status: 'error', error: 'A valid API token is required' } },
  },
  {
    ...turn,
    title: 'one product sold out, by external ids',
    input: { params: { storeId: 'colon', productId: 'P101' }, body: { outOfStock: true } },
    answers: {
      storeId: 'Li4eEa3W2hiuGGCFa',
      productExternalId: 'P101',
      outOfStock: true,
      untilDate: null,
      stock: 0,
    },
  },
  {
    ...turn,
    title: 'until an instant, which leaves in UTC',
    input: {
      params: { storeId: 'colon', productId: 'P101' },
      body: { outOfStock: true, untilDate: '2026-11-21T09:00:00-03:00' },
    },
    answers: { outOfStock: true, untilDate: '2026-11-21T12:00:00.000Z' },
  },
  {
    ...turn,
    title: 'until tomorrow closes',
    input: {
      params: { storeId: 'colon', productId: 'P101' },
      body: { outOfStock: true, until: 'tomorrow' },
    },
    // The end of Saturday in Santiago.
    answers: { outOfStock: true, untilDate: '2026-11-22T03:00:00.000Z' },
  },
  {
    ...turn,
    title: 'so many are left',
    input: {
      params: { storeId: 'colon', productId: 'P101' },
      body: { outOfStock: false, stock: 4, until: 'none' },
    },
    answers: { outOfStock: false, stock: 4, untilDate: null },
  },
  {
    ...turn,
    title: 'available again',
    input: { params: { storeId: 'colon', productId: 'P101' }, body: { outOfStock: false } },
    answers: { outOfStock: false, outOfStockItemId: null, stock: null },
  },
  {
    ...turn,
    title: 'not without saying which',
    input: { params: { storeId: 'colon', productId: 'P101' }, body: { stock: 3 } },
    unsent: 'body.outOfStock',
  },
  {
    ...turn,
    title: 'no other word for its end',
    input: {
      params: { storeId: 'colon', productId: 'P101' },
      body: { outOfStock: true, until: 'later' },
    },
    unsent: 'body.until',
  },
  {
    ...turn,
    title: 'no other field',
    input: {
      params: { storeId: 'colon', productId: 'P101' },
      body: { outOfStock: true, type: 'product' },
    },
    unsent: 'body: Unrecognized key: "type"',
  },
  {
    ...turn,
    title: 'an unknown product',
    input: { params: { storeId: 'colon', productId: 'nothing' }, body: { outOfStock: true } },
    refused: { status: 404, message: 'Product not found' },
  },
  {
    ...turn,
    title: 'the platform refuses a text',
    raw: {
      method: 'POST',
      path: '/ecommerce/stores/colon/products/P101/out-of-stock',
      body: { outOfStock: 'true' },
    },
    replies: badRequest('outOfStock: must be true or false'),
  },
]

const itemOf = ({ store, product }: Ids) => ({
  type: 'product',
  storeId: store,
  productId: product,
  stock: 1,
})

export const stockAsks: Asks = {
  updateStock: (ids, own) => [
    { body: itemOf(ids) },
    { body: { ...itemOf(ids), storeId: own.store } },
    { body: { ...itemOf(own), storeId: ids.store } },
    {
      body: {
        type: 'modifier',
        storeId: own.store,
        modifierId: ids.modifier,
        modifierOptionId: ids.option,
        stock: 0,
      },
    },
    // One wrong item rejects all of them.
    { body: [itemOf(own), itemOf(ids)] },
  ],
  setOutOfStock: (ids, own) => [
    { params: { storeId: ids.store, productId: ids.product }, body: { outOfStock: true } },
    { params: { storeId: own.store, productId: ids.product }, body: { outOfStock: true } },
  ],
}

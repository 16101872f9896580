import { expect } from 'vitest'
import type { Row } from '../row.ts'

const update = { section: 'POST {v1_url}/updateStock', operation: 'updateStock' } as const
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

const refusal = (...found: { item: unknown; errors: string[] }[]) => ({
  status: 400,
  body: { status: 'error', error: 'Validations errors', data: { errors: found } },
})

/** Stock: updateStock and version 1's errors. */
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
      words: 'Validations errors',
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
]

import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startReceiver } from '../events/receiver.fixture.ts'
import { startPractice, type Practice } from '../platform.ts'

const anyText: unknown = expect.any(String)
const far = 'store-punta-arenas'
const good = { type: 'product', storeId: far, productId: 'P102', stock: 0 }
let receiver: Awaited<ReturnType<typeof startReceiver>>
let practice: Practice

beforeEach(async () => {
  receiver = await startReceiver()
  practice = await startPractice({ webhookUrl: receiver.url, processMs: 1 })
})
afterEach(async () => {
  await practice.close()
  await receiver.close()
})

/** Posts a body and waits until everything that it caused is over. */
async function post(body: string) {
  const response = await fetch(`${practice.v1}/updateStock`, {
    method: 'POST',
    headers: { authorization: `Bearer ${practice.token}`, 'content-type': 'application/json' },
    body,
  })
  await practice.eventsSettled()
  return { status: response.status, body: await response.json() }
}

describe('an update with an error', () => {
  const missingType = "the parameter 'type' must be 'product' or 'modifier'"
  const wholeStock = "the parameter 'stock' must be a whole number of at least 0"
  test.each<[item: unknown, errors: string[]]>([
    [{}, [missingType, "Missing parameter 'storeId'", "Missing parameter 'stock'"]],
    [{ type: 'produc', storeId: far }, [missingType, "Missing parameter 'stock'"]],
    [
      { type: 'product', storeId: 'nowhere', productId: 'P101', stock: 1 },
      ['Store not found [storeId:nowhere]'],
    ],
    [
      { type: 'product', storeId: far, productId: 'G1', stock: 1 },
      ['Product not found [productId:G1]'],
    ],
    [{ type: 'product', storeId: far, stock: 1 }, ["Missing parameter 'productId'"]],
    [
      { type: 'product', storeId: far, productId: 101, stock: 1 },
      ["the parameter 'productId' must be a string"],
    ],
    [
      { type: 'modifier', storeId: far, stock: 1 },
      ["Missing parameter 'modifierId'", "Missing parameter 'modifierOptionId'"],
    ],
    [
      { type: 'modifier', storeId: far, modifierId: 'no', modifierOptionId: 'O6', stock: 1 },
      ['Modifier not found [modifierId:no]'],
    ],
    [
      { type: 'modifier', storeId: far, modifierId: 'G2', modifierOptionId: 'nope', stock: 0 },
      ['Modifier option not found [modifierOptionId:nope]'],
    ],
    [
      { type: 'modifier', storeId: far, modifierId: 'G1', modifierOptionId: 'O6', stock: 0 },
      ['Modifier option not found [modifierOptionId:O6]'],
    ],
    ...[-1, 1.5, '3', true].map((stock): [unknown, string[]] => [
      { type: 'product', storeId: far, productId: 'P101', stock },
      [wholeStock],
    ]),
    [
      { type: 'product', storeId: far, productId: 'P101', deleteItem: false },
      ["Missing parameter 'stock'"],
    ],
    [
      { type: 'product', storeId: far, productId: 'P101', stock: 1, deleteItem: 'true' },
      ["the parameter 'deleteItem' must be a boolean"],
    ],
    ...['tomorrow', '2026-11-21', 5].map((untilDate): [unknown, string[]] => [
      { type: 'product', storeId: far, productId: 'P101', stock: 1, untilDate },
      ["the parameter 'untilDate' must be a date-time"],
    ]),
    [
      { type: 'product', storeId: far, productId: 'P101', stock: 1, until: 'tomorrow', price: 5 },
      ["the parameter 'until' is not allowed", "the parameter 'price' is not allowed"],
    ],
    [7, ['the item must be an object']],
    [[], ['the item must be an object']],
  ])('%j', async (item, errors) => {
    const before = practice.stock()
    expect(await post(JSON.stringify([good, item, good]))).toEqual({
      status: 400,
      body: { status: 'error', error: 'Validations errors', data: { errors: [{ item, errors }] } },
    })
    expect(receiver.received).toEqual([])
    expect(practice.effects()).toEqual([])
    expect(practice.stock()).toEqual(before)
  })

  test('lists every item that is wrong, in order, a repeated one too', async () => {
    const one = { type: 'product', storeId: far, productId: 'x', stock: 1 }
    const other = { type: 'x', storeId: far, stock: 1 }
    const { body } = await post(JSON.stringify([one, good, other, one]))
    expect(body).toMatchObject({
      data: { errors: [{ item: one }, { item: other }, { item: one }] },
    })
  })

  test.each(['[]', 'not JSON', ''])('%j has no items at all', async (body) => {
    const answer = await post(body)
    expect(answer).toEqual({ status: 400, body: { status: 'error', error: anyText } })
    expect(receiver.received).toEqual([])
  })
})

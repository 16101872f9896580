import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startPractice, type Practice } from '../platform.ts'
import { createAsk } from '../version3.fixture.ts'
import type { MenuPayload } from './payload.ts'

const anyText: unknown = expect.any(String)
let practice: Practice
let ask: ReturnType<typeof createAsk>

beforeAll(async () => {
  practice = await startPractice({ seed: 5 })
  ask = createAsk(practice)
})
afterAll(() => practice.close())

describe('the menu', () => {
  test('is listed, and found by id and by external id', async () => {
    const { body: list } = await ask<MenuPayload[]>('/ecommerce/menu')
    expect(list.data.map(({ menu }) => menu.name)).toEqual(['Carta web', 'Carta Punta Arenas'])
    for (const payload of list.data) {
      expect(Object.keys(payload).sort()).toEqual(
        ['categories', 'menu', 'modifiers', 'options', 'products'].sort(),
      )
      for (const id of [payload.menu._id, payload.menu.externalId]) {
        expect((await ask(`/ecommerce/menu/${id}`)).body).toEqual({ success: true, data: payload })
      }
    }
  })

  test('leaves out items that cannot be ordered on request', async () => {
    const { body: whole } = await ask<[MenuPayload]>('/ecommerce/menu?onlyAvailable=false')
    const { body: some } = await ask<[MenuPayload]>('/ecommerce/menu?onlyAvailable=true')
    expect(some.data[0].options.length).toBeLessThan(whole.data[0].options.length)
    expect((await ask('/ecommerce/menu?onlyAvailable=maybe')).status).toBe(400)
    expect((await ask('/ecommerce/menu/nowhere')).status).toBe(404)
  })

  test('has products, by id and by external id', async () => {
    const { body } = await ask<{ externalId: string; menus: { externalId: string }[] }>(
      '/ecommerce/products/prd-hamburguesa-clasica',
    )
    expect(body.data).toMatchObject({
      productId: 'prd-hamburguesa-clasica',
      name: 'Hamburguesa clásica',
      categoriesNames: ['Hamburguesas'],
      internalName: 'Hamburguesa clásica',
    })
    const common = { discount: 0, discounts: [], available: true, metadata: {} }
    expect(body.data.menus).toEqual([
      { menuId: anyText, externalId: 'M1', price: 6990, basePrice: 6990, ...common },
      { menuId: anyText, externalId: 'M2', price: 7690, basePrice: 7690, ...common },
    ])
    expect((await ask(`/ecommerce/products/${body.data.externalId}`)).body).toEqual(body)
    expect((await ask('/ecommerce/products/nothing')).status).toBe(404)
    const dessert = await ask<typeof body.data>('/ecommerce/products/prd-leche-asada')
    expect(dessert.body.data.menus.map(({ externalId }) => externalId)).toEqual(['M1'])
  })
})

test('a store sells from its own menu', async () => {
  expect.assertions(2)
  const { body } = await ask<MenuPayload[]>('/ecommerce/menu')
  for (const { menu } of body.data) {
    for (const storeId of menu.storesIds) {
      expect((await practice.placeOrder({ storeId })).menuId).toBe(menu._id)
    }
  }
})

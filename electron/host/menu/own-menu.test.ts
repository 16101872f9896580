import { expect, test } from 'vitest'
import { valueOfOk } from '#test/support/reservations.ts'
import { openGoBetween } from '#test/support/go-between.ts'
import { openTestStore } from '#test/support/kitchen.ts'

interface WireMenu {
  menu: { externalId: string; storesIds: string[] }
  products: unknown[]
}

test('a menu that was read before the store’s own id was known is replaced by the store’s own, and the board is notified', async () => {
  const between = await openGoBetween({
    data(path, body) {
      if (path !== '/ecommerce/menu') return body
      const { data, ...envelope } = body as { data: WireMenu[] }
      const [all] = data
      if (all === undefined) return body
      const storesIds = [between.practice.storeId]
      const menu = { ...all.menu, externalId: 'own', storesIds }
      const everybodys = { ...all, menu: { ...all.menu, storesIds: [] } }
      return { ...envelope, data: [everybodys, { ...all, menu, products: all.products.slice(1) }] }
    },
  })
  const store = await openTestStore({ between, me: false, storeId: 'colon' })
  const items = async () => valueOfOk(await store.call('stock.board', {})).items.length
  const reported = () => store.events.filter(({ type }) => type === 'stock.replaced').length
  await expect.poll(items).toBeGreaterThan(3)
  await expect.poll(reported).toBeGreaterThan(0)
  const before = { items: await items(), reported: reported() }
  store.practice.behave()
  valueOfOk(await store.call('connection.resume', {}))
  await expect.poll(items).toBeLessThan(before.items)
  await expect.poll(reported).toBeGreaterThan(before.reported)
})

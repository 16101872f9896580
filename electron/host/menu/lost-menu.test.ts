import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { valueOfOk } from '#test/support/reservations.ts'
import { openTestStore } from '#test/support/kitchen.ts'

test('a menu that is damaged is counted, and read again from the platform', async () => {
  const store = await openTestStore()
  const items = async () => valueOfOk(await store.call('stock.board', {})).items
  await expect.poll(async () => (await items()).length).toBeGreaterThan(3)
  const before = await items()
  await store.host.close()
  const db = new DatabaseSync(store.file)
  db.exec(`UPDATE menus SET body = replace(body, 'a', 'b')`)
  db.close()
  await store.restart()
  expect(valueOfOk(await store.call('status.get', {})).setAside).toBe(1)
  await expect.poll(items).toEqual(before)
})

import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { iso } from '#test/support/day-of-orders.ts'
import { FakeClock } from '#test/support/fake-clock.ts'
import { openGoBetween } from '#test/support/go-between.ts'
import { openTestStore } from '#test/support/kitchen.ts'
import { valueOfOk } from '#test/support/reservations.ts'

test.each([['none'], ['etag']] as const)(
  'a menu that comes again unchanged (validators: %s) is not written again, and the board does not change',
  async (validators) => {
    const store = await openTestStore()
    store.practice.pack({ validators })
    const menus = () => store.practice.traffic('/ecommerce/menu')
    const items = async () => valueOfOk(await store.call('stock.board', {})).items
    await expect.poll(async () => (await items()).length).toBeGreaterThan(3)
    const before = await items()
    const read = async (): Promise<number> => {
      const { requests, sent } = menus()
      valueOfOk(await store.call('menu.refresh', {}))
      await expect.poll(() => menus().requests).toBeGreaterThan(requests)
      return menus().sent - sent
    }
    const sent: number[] = []
    // The first answer came before the platform sent validators.
    for (let nth = 0; nth < 3; nth += 1) sent.push(await read())
    expect((sent.at(-1) ?? 0) < 500).toBe(validators === 'etag')
    expect(await items()).toEqual(before)
    await store.host.close()
    const db = new DatabaseSync(store.file)
    const rows = db
      .prepare('SELECT id, read_at, length(body) AS bytes FROM menus ORDER BY id')
      .all()
    db.close()
    const [all, repeat] = rows
    expect(rows.map(({ id }) => id)).toEqual(['all', 'repeat'])
    expect(Number(all?.['bytes'])).toBeGreaterThan(5_000)
    expect(Number(repeat?.['bytes'])).toBeLessThan(200)
    expect(String(repeat?.['read_at']) > String(all?.['read_at'])).toBe(true)
    await store.restart()
    await expect.poll(items).toEqual(before)
  },
)

test('a person who asks during a read gets another one right after it', async () => {
  const between = await openGoBetween()
  const first = between.hold({ fits: (path) => path.startsWith('/ecommerce/menu'), max: 1 })
  const reads = () => between.asked.filter((each) => each === 'GET /ecommerce/menu').length
  const store = await openTestStore({ clock: new FakeClock(iso(60)), between })
  await expect.poll(reads).toBe(1)
  valueOfOk(await store.call('menu.refresh', {}))
  expect(reads()).toBe(1)
  await (await first.next()).answer()
  await expect.poll(reads).toBe(2)
})

import { describe, expect, test } from 'vitest'
import type { StockBoard } from '#contract/stock/stock.ts'
import { FakeClock } from '#test/support/fake-clock.ts'
import { openGoBetween, type Answer, type GoBetween } from '#test/support/go-between.ts'
import { openTestStore, type TestStore } from '#test/support/kitchen.ts'
import { valueOfOk } from '#test/support/reservations.ts'
import { advanceUntil, backOnSale, notice, set } from '#test/support/stock-board.ts'

const minute = 60_000
/** What is read of an answer here; the list of a website with many menus is longer. */
const maxAnswerBytes = 60_000

interface TestMenu {
  menu: { _id: string; storesIds: string[]; externalId?: string }
  categories?: object[]
  products?: object[]
}

const dish = (id: string, available = true) => ({ externalId: id, name: `Dish ${id}`, available })

/** The menu of another store, longer than anything that is read. */
const long = (): TestMenu => ({
  menu: { _id: 'm-long', storesIds: ['another'] },
  products: Array.from({ length: 2_000 }, (_, nth) => dish(`L${String(nth)}`)),
})

/** The menus of a website, as the test sets them. */
class Website {
  menus = new Map<string, TestMenu>()
  /** Answers instead, by path. */
  instead = new Map<string, Answer>()
  storeId = ''

  set(id: string, ...products: object[]): void {
    this.menus.set(id, {
      menu: { _id: id, storesIds: [this.storeId], externalId: `ext-${id}` },
      categories: [],
      products,
    })
  }

  answer(path: string): Answer | undefined {
    if (!path.startsWith('/ecommerce/menu')) return undefined
    const [, , , id] = path.split('/')
    const menu = id === undefined ? null : this.menus.get(id)
    const other = this.instead.get(path)
    if (other !== undefined) return other
    const content = id === undefined ? [...this.menus.values()] : menu
    return content === undefined
      ? { status: 404, body: '{"success":false,"error":{"message":"Menu not found"}}' }
      : { body: JSON.stringify({ success: true, data: content }) }
  }
}

interface Opened {
  website: Website
  between: GoBetween
  store: TestStore
  clock: FakeClock
}

/** A store with the menus m1 and m2, whose platform has its clock. */
async function open(prepare: (website: Website) => void = () => undefined): Promise<Opened> {
  const clock = new FakeClock(new Date().toISOString())
  const website = new Website()
  const between = await openGoBetween(
    {
      answer(path) {
        const answer = website.answer(path)
        const date = new Date(clock.now()).toUTCString()
        return answer && { ...answer, headers: { date, ...answer.headers } }
      },
    },
    {},
    { now: () => clock.now() },
  )
  website.storeId = between.practice.storeId
  website.set('m1', dish('A'), dish('B'))
  website.set('m2', dish('C'))
  prepare(website)
  const store = await openTestStore({ clock, between, reach: () => ({ maxAnswerBytes }) })
  store.practice.setReceiver(store.host.webhookUrl)
  return { website, between, store, clock }
}

const board = async ({ store }: Opened): Promise<StockBoard> =>
  valueOfOk(await store.call('stock.board', {}))
const names = async (opened: Opened): Promise<string[]> =>
  (await board(opened)).items.map(({ name }) => name).toSorted()
const outOf = async (opened: Opened): Promise<string[]> =>
  (await board(opened)).states.filter(({ state }) => state === 'out').map(({ key }) => key)
/** The menu requests since the last call. */
function asked({ between }: Opened): string[] {
  const menus = between.asked.filter((each) => each.startsWith('GET /ecommerce/menu'))
  between.asked.splice(0)
  return menus
}

/** A store that has read its menus, and whose website's list is too long from then on. */
async function openLong(): Promise<Opened> {
  const opened = await open()
  await expect.poll(() => names(opened)).toEqual(['Dish A', 'Dish B', 'Dish C'])
  opened.website.menus.set('m-long', long())
  asked(opened)
  return opened
}

/** Lets the next read begin by time, and waits for its result. */
async function nextRead(opened: Opened): Promise<void> {
  const before = (await board(opened)).menu
  await opened.clock.leap(13 * minute)
  await expect
    .poll(async () => {
      const { readAt, error } = (await board(opened)).menu
      return readAt !== before.readAt || (error !== null && before.error === null)
    })
    .toBe(true)
}

const single = ['GET /ecommerce/menu/m1', 'GET /ecommerce/menu/m2']

describe('a list that is too long', () => {
  test('does not stop the store’s own menus: they are read one by one', async () => {
    const opened = await openLong()
    opened.website.set('m2', dish('C', false), dish('D'))
    await nextRead(opened)
    expect(await names(opened)).toEqual(['Dish A', 'Dish B', 'Dish C', 'Dish D'])
    expect(await outOf(opened)).toEqual(['product:C'])
    expect((await board(opened)).menu).toMatchObject({ error: null, older: null })
    expect(asked(opened)).toEqual(['GET /ecommerce/menu', ...single])
  })

  test('is tried again after an hour, and when a person asks', async () => {
    const opened = await openLong()
    await nextRead(opened)
    asked(opened)
    await nextRead(opened)
    expect(asked(opened)).toEqual(single)
    opened.website.menus.delete('m-long')
    opened.website.set('m3', dish('E'))
    await opened.store.call('menu.refresh', {})
    await expect.poll(() => names(opened)).toContain('Dish E')
    expect(asked(opened)).toEqual(['GET /ecommerce/menu'])
    opened.website.menus.set('m-long', long())
    await nextRead(opened)
    asked(opened)
    for (let nth = 0; nth < 6; nth += 1) await nextRead(opened)
    expect(asked(opened).filter((each) => each === 'GET /ecommerce/menu')).toHaveLength(1)
  })

  test('unchanged menus are not written again', async () => {
    const opened = await openLong()
    await nextRead(opened)
    const { readAt } = (await board(opened)).menu
    await nextRead(opened)
    expect((await board(opened)).menu.readAt).not.toBe(readAt)
    expect(await names(opened)).toHaveLength(3)
    await opened.store.restart()
    expect((await board(opened)).menu.readAt).not.toBe(readAt)
  })

  test.each<[string, Answer]>([
    ['is cut off', { body: '{"success":true,"data":[{"menu":{"_id":"m1"' }],
    [
      'is cut off on the way',
      { headers: { 'content-length': '900' }, body: '{"success":true,"data":[{"menu":' },
    ],
  ])('one that %s is read one by one too', async (_what, answer) => {
    const opened = await openLong()
    opened.website.instead.set('/ecommerce/menu', answer)
    opened.website.set('m2', dish('D'))
    await nextRead(opened)
    expect(await names(opened)).toEqual(['Dish A', 'Dish B', 'Dish D'])
    expect((await board(opened)).menu.error).toBeNull()
    // Next time it may come whole.
    opened.website.menus.delete('m-long')
    opened.website.instead.clear()
    asked(opened)
    await nextRead(opened)
    expect(asked(opened)).toEqual(['GET /ecommerce/menu'])
  })

  test.each([503, 401])('one that fails with %i is not: nothing else is asked', async (status) => {
    const opened = await openLong()
    opened.website.instead.set('/ecommerce/menu', { status, body: '{}' })
    await nextRead(opened)
    expect([...new Set(asked(opened))]).toEqual(['GET /ecommerce/menu'])
    expect((await board(opened)).menu.error).not.toBeNull()
  })

  test('names no menu to a new store, until an order does', async () => {
    const opened = await open((website) => website.menus.set('m-long', long()))
    await expect
      .poll(async () => (await board(opened)).menu.error)
      .toMatchObject({ code: 'unreadable', detail: expect.stringContaining('more than') as string })
    expect(await names(opened)).toEqual([])
    await opened.store.practice.placeOrder({ menuId: 'm2' })
    await expect.poll(() => names(opened)).toEqual(['Dish C'])
    expect((await board(opened)).menu).toMatchObject({ error: null })
    await opened.store.practice.placeOrder({ menuId: 'ext-m1' })
    opened.website.menus.set('ext-m1', opened.website.menus.get('m1') as TestMenu)
    await nextRead(opened)
    expect(await names(opened)).toEqual(['Dish A', 'Dish B', 'Dish C'])
  })

  test('an order of a menu that is gone changes nothing', async () => {
    const opened = await openLong()
    await opened.store.practice.placeOrder({ menuId: 'm-old' })
    await nextRead(opened)
    expect(asked(opened)).toEqual(['GET /ecommerce/menu', ...single, 'GET /ecommerce/menu/m-old'])
    expect((await board(opened)).menu).toMatchObject({
      error: null,
      older: null,
      gaps: { leftOut: 0 },
    })
  })
})

describe('a menu that fails by itself', () => {
  const broken: Answer = { status: 500, body: '{}' }

  test('stays as it was, with its age, also after a restart, until it is read again', async () => {
    const opened = await openLong()
    const { readAt } = (await board(opened)).menu
    opened.website.instead.set('/ecommerce/menu/m1', broken)
    opened.website.set('m2', dish('C', false))
    await nextRead(opened)
    const older = { count: 1, readAt: expect.any(String) as string }
    expect(await names(opened)).toEqual(['Dish A', 'Dish B', 'Dish C'])
    expect(await outOf(opened)).toEqual(['product:C'])
    expect((await board(opened)).menu).toMatchObject({ error: null, older })
    const since = (await board(opened)).menu.older?.readAt ?? ''
    expect(Math.abs(Date.parse(since) - Date.parse(readAt ?? ''))).toBeLessThan(2_000)
    await nextRead(opened)
    expect((await board(opened)).menu.older?.readAt).toBe(since)
    opened.website.instead.set('/ecommerce/menu', broken)
    await opened.store.restart()
    expect((await board(opened)).menu.older).toEqual({ count: 1, readAt: since })
    expect(await names(opened)).toHaveLength(3)
    opened.website.instead.clear()
    await opened.store.call('menu.refresh', {})
    await expect.poll(async () => (await board(opened)).menu.older).toBeNull()
  })

  test('and is too long is reported as before, if it is the only one', async () => {
    const opened = await open()
    opened.website.menus.delete('m2')
    await opened.store.call('menu.refresh', {})
    await expect.poll(() => names(opened)).toEqual(['Dish A', 'Dish B'])
    opened.website.menus.set('m1', { ...long(), menu: { _id: 'm1', storesIds: [] } })
    // The read before may still be on the wire, and then the first leap asks for nothing.
    await expect
      .poll(async () => {
        await opened.clock.leap(13 * minute)
        return (await board(opened)).menu.error
      })
      .toMatchObject({ code: 'unreadable' })
    expect(await names(opened)).toEqual(['Dish A', 'Dish B'])
  })

  test.each([429, 403])('with %i ends the read: the others are not asked', async (status) => {
    const opened = await openLong()
    opened.website.instead.set('/ecommerce/menu/m1', { status, body: '{}' })
    await nextRead(opened)
    expect([...new Set(asked(opened))]).toEqual(['GET /ecommerce/menu', 'GET /ecommerce/menu/m1'])
    await expect
      .poll(async () => (await board(opened)).menu.error)
      .toMatchObject({ code: 'unreadable' })
    expect(await names(opened)).toHaveLength(3)
  })

  test('comes after 50 others, and stays as it was', async () => {
    const opened = await open((website) => {
      for (let nth = 3; nth <= 60; nth += 1) website.set(`m${String(nth)}`, dish(`N${String(nth)}`))
    })
    await expect.poll(() => names(opened)).toHaveLength(61)
    opened.website.menus.set('m-long', long())
    asked(opened)
    await nextRead(opened)
    expect(asked(opened)).toHaveLength(51)
    expect((await board(opened)).menu).toMatchObject({ error: null, older: { count: 10 } })
    expect(await names(opened)).toHaveLength(61)
  })

  test('and has no id stays as it was', async () => {
    const opened = await openLong()
    const nameless = { menu: { storesIds: [opened.website.storeId] }, products: [dish('X')] }
    opened.website.menus.set('', nameless as unknown as TestMenu)
    opened.website.menus.delete('m-long')
    await opened.store.call('menu.refresh', {})
    await expect.poll(() => names(opened)).toContain('Dish X')
    opened.website.menus.set('m-long', long())
    await nextRead(opened)
    expect(await names(opened)).toHaveLength(4)
    expect((await board(opened)).menu).toMatchObject({ error: null, older: { count: 1 } })
  })

  test('is counted if it was never read', async () => {
    const opened = await openLong()
    await opened.store.practice.placeOrder({ menuId: 'm9' })
    opened.website.instead.set('/ecommerce/menu/m9', broken)
    await nextRead(opened)
    expect((await board(opened)).menu).toMatchObject({ older: null, gaps: { leftOut: 1 } })
  })

  test('says nothing new about its items, unlike the others', async () => {
    const opened = await open((website) => {
      website.set('m1', dish('P101'))
      website.set('m2', dish('P102'))
    })
    const { store, clock } = opened
    const keys = ['product:P101', 'product:P102']
    await expect.poll(() => names(opened)).toHaveLength(2)
    for (const act of [notice, backOnSale]) {
      await set(store, keys, act)
      for (const key of keys) await advanceUntil(store, clock, key, 'confirmed')
    }
    opened.website.menus.set('m-long', long())
    opened.website.instead.set('/ecommerce/menu/m1', broken)
    await nextRead(opened)
    // The menu of the second confirms that it is on sale; nothing is left to show.
    await expect
      .poll(async () => {
        await clock.advance(minute)
        return (await board(opened)).states.map(({ key, state }) => [key, state])
      })
      .toEqual([['product:P101', 'on-sale']])
  })
})

test('a list of heads only is filled in one by one', async () => {
  const heads = (website: Website) =>
    JSON.stringify({
      success: true,
      data: [...website.menus.values()].map(({ menu }) => ({ menu })),
    })
  const opened = await open((website) =>
    website.instead.set('/ecommerce/menu', { body: heads(website) }),
  )
  await expect.poll(() => names(opened)).toEqual(['Dish A', 'Dish B', 'Dish C'])
  expect(asked(opened)).toEqual(['GET /ecommerce/menu', ...single])
  // Heads alone must not replace what is known.
  for (const path of single) opened.website.instead.set(path.slice(4), { status: 500, body: '{}' })
  await opened.store.call('menu.refresh', {})
  await expect.poll(async () => (await board(opened)).menu.error).not.toBeNull()
  expect(await names(opened)).toHaveLength(3)
})

import type { Locator, Page } from '@playwright/test'
import type { Screens } from '#contract/screens/screens.ts'
import type { StationPlan } from '#contract/stations/station.ts'
import type { TicketsSnapshot } from '#contract/tickets/ticket.ts'
import { callAs, pairContext } from '#test/support/web-process.ts'
import { expectAccessible } from './axe.ts'
import { takePictures } from './picture.ts'
import { expect, shareStore, test, type Store } from './store.ts'

test.use({ settings: { undoSeconds: 0 } })

/** The value of an operation that has to succeed. */
async function ask<Value>(
  store: Store,
  name: Parameters<Store['call']>[0],
  input: object = {},
): Promise<Value> {
  const answer = await store.call(name, input)
  expect(answer).toMatchObject({ ok: true })
  return (answer as { value: Value }).value
}

/** A kitchen with a grill, cold dishes and a bar; what they don't make is for everything else. */
async function openStations(store: Store) {
  const addStation = async (name: string, color: string, icon: string, categories: string[]) => {
    const { id } = await ask<{ id: string }>(store, 'stations.save', {
      ...{ id: null, name, color, icon },
    })
    const plan = await ask<StationPlan>(store, 'stations.plan')
    const keys = plan.groups
      .filter((group) => categories.includes(group.name))
      .map(({ id: key }) => key)
    await ask(store, 'stations.setRules', { by: 'category', keys, stations: [id] })
    return id
  }
  await expect
    .poll(async () => (await ask<StationPlan>(store, 'stations.plan')).products.length)
    .toBeGreaterThan(0)
  const grill = await addStation('Grill', 'red', 'flame', ['Hamburguesas', 'Sándwiches'])
  const cold = await addStation('Cold', 'green', 'salad', ['Ensaladas', 'Postres'])
  const bar = await addStation('Bar', 'blue', 'cup', ['Bebidas'])
  const { products } = await ask<StationPlan>(store, 'stations.plan')
  const idOf = (name: string): string =>
    products.find((product) => product.name === name)?.key.slice('product:'.length) ?? ''
  return { grill, cold, bar, idOf }
}

/** Another browser that shows some stations. */
async function openScreen(store: Store, name: string, stations: string[]): Promise<Page> {
  const browser = store.page.context().browser()
  if (browser === null) throw new Error('no browser')
  const context = await browser.newContext({
    ...{ locale: 'en-GB', viewport: { width: 1024, height: 768 } },
  })
  const page = await context.newPage()
  await pairContext(context, store.page.url())
  await page.goto(new URL('/', store.page.url()).href)
  await callAs(page, 'screens.rename', { name })
  await callAs(page, 'stations.show', { stations })
  return page
}

/** The ids of orders by their codes. */
const idsOf = new Map<string, string>()
/** A guest orders some products; returns the code. */
async function order(store: Store, products: readonly [id: string, name: string][]) {
  const items = products.map(([id, name], at) => ({
    ...{ _id: `item-${String(at)}`, amount: 1, modifiers: [] },
    product: { _id: id, externalId: id, name },
  }))
  const { _id, code } = await store.practice.placeOrder({
    ...{ deliveryType: 'go', isScheduled: false, items: items as never },
  })
  idsOf.set(code, _id)
  return code
}

const cardOn = (page: Page, code: string) => page.getByRole('article', { name: code, exact: true })
const done = (page: Page, code: string) =>
  cardOn(page, code).getByRole('button', { name: `Done ${code}` })
const ready = (page: Page, code: string) =>
  cardOn(page, code).getByRole('button', { name: `Ready ${code}` })
/** Taps until the card is gone: a tap on what has just moved does nothing. */
const finish = (page: Page, code: string, button: Locator, how: 'click' | 'dblclick' = 'click') =>
  expect(async () => {
    if ((await cardOn(page, code).count()) > 0) await button[how]({ timeout: 2_000 })
    await expect(cardOn(page, code)).toHaveCount(0, { timeout: 2_000 })
  }).toPass()

/** Ready is green. */
const isSuggested = /\bsuggested\b/

const burger = 'Hamburguesa clásica'
const salad = 'Ensalada César'
const water = 'Agua mineral sin gas'
const roast = 'Pollo asado'

/** The same with a screen for each station, the store's own page at expo, and dishes of all. */
async function openKitchen(store: Store) {
  const { grill, cold, bar, idOf } = await openStations(store)
  const pages = {
    grill: await openScreen(store, 'Grill 1', [grill]),
    cold: await openScreen(store, 'Cold 1', [cold, 'rest']),
    bar: await openScreen(store, 'Bar 1', [bar]),
  }
  await ask(store, 'stations.show', { stations: ['expo'] })
  const all = [burger, salad, water, roast].map((name): [string, string] => [idOf(name), name])
  return { pages, all, idOf }
}

/** How often each of some orders was marked ready at the platform, sorted. */
const bumps = ({ practice }: Store, codes: readonly string[]): string[] =>
  practice
    .effects()
    .filter(({ operation }) => operation === 'preparation-ready')
    .filter(({ subject }) => codes.some((code) => idsOf.get(code) === subject))
    .map(({ subject, count }) => `${subject} ${String(count)}`)
    .toSorted()
const onceEach = (codes: readonly string[]): string[] =>
  codes.map((code) => `${idsOf.get(code) ?? ''} 1`).toSorted()

test('a station’s screen disappears in the middle of a ticket, the host too; another screen goes on', async ({
  store,
  shell,
}) => {
  test.skip(shell === 'desktop', 'it has a single window')
  const { grill, bar, idOf } = await openStations(store)
  // A dish of two stations.
  await ask(store, 'stations.setRules', {
    ...{ by: 'product', keys: [`product:${idOf(salad)}`], stations: [grill, bar] },
  })
  const code = await order(store, [
    [idOf(burger), burger],
    [idOf(salad), salad],
  ])
  const lost = await openScreen(store, 'Grill 1', [grill])
  await cardOn(lost, code).getByRole('button', { name: burger }).click()
  await expect(cardOn(lost, code).getByRole('button', { name: burger })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await lost.context().close()
  await store.restart('hard')
  const next = await openScreen(store, 'Grill 2', [grill])
  await expect(cardOn(next, code).getByRole('button', { name: burger })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expect(cardOn(next, code).getByRole('button', { name: salad })).toHaveAttribute(
    'aria-pressed',
    'false',
  )
  // The menu's rules change: what nobody has begun moves, what is begun stays.
  await ask(store, 'stations.setRules', {
    ...{ by: 'category', keys: ['C1'], stations: [bar] },
  })
  await expect(cardOn(next, code).getByRole('button', { name: burger })).toBeVisible()
  const other = await order(store, [[idOf(burger), burger]])
  const atBar = await openScreen(store, 'Bar 1', [bar])
  await expect(cardOn(atBar, other)).toBeVisible()
  await expect(cardOn(next, other)).toHaveCount(0)
  await finish(next, code, done(next, code))
  await expect(cardOn(atBar, code).getByRole('button', { name: salad })).toHaveAttribute(
    'aria-pressed',
    'false',
  )
  await finish(atBar, code, done(atBar, code))

  // Called back at the bar, it is to be made again there, and only there.
  await atBar.getByRole('button', { name: 'Recall' }).click()
  await atBar
    .getByRole('dialog')
    .getByRole('button', { name: `Recall ${code}` })
    .click()
  await atBar.keyboard.press('Escape')
  await expect(cardOn(atBar, code)).toBeVisible()
  await expect(cardOn(next, code)).toHaveCount(0)
  for (const page of [next, atBar]) await page.context().close()
})

test(
  'the screens of a station and of expo have no axe violation',
  { tag: '@picture' },
  async ({ store, shell }) => {
    test.skip(shell === 'desktop', 'it has a single window')
    const { page } = store
    const { grill, cold } = await openStations(store)
    store.practice.startRush({ ordersPerMinute: 60, openWith: 14, maxOpen: 14 })
    const first = page.getByRole('article').first()
    await expect(first).toHaveAttribute('aria-setsize', /^(9|\d\d)$/)
    store.practice.stopRush()
    await ask(store, 'connection.resume')
    await store.practice.eventsSettled()
    await expect(page.getByRole('link', { name: 'Connection: All good' })).toBeVisible()
    const { tickets } = await ask<TicketsSnapshot>(store, 'tickets.list')
    const finishAt = (ticketId: string, stations: string[]) =>
      ask(store, 'tickets.setDone', {
        ...{
          ticketId,
          stations,
          itemKeys: [],
          done: true,
          tapId: `${ticketId} ${stations.join()}`,
        },
      })
    for (const { id } of tickets.slice(0, 4)) await finishAt(id, [cold])
    await ask(store, 'stations.show', { stations: [grill] })
    await expect(page.getByRole('button', { name: /^Done/ }).first()).toBeVisible()
    await expectAccessible(page, 'station')
    await takePictures(page, 'station')

    await page.getByTitle('This screen shows Grill').click()
    await expectAccessible(page, 'station-choice')
    await page.getByRole('dialog').getByRole('button', { name: 'Expo' }).click()
    await page.keyboard.press('Escape')
    for (const { id } of tickets.slice(0, 3)) await finishAt(id, [])
    for (const { id } of tickets.slice(3, 5)) {
      await ask(store, 'tickets.markReady', { ticketId: id, tapId: `ready ${id}` })
      await ask(store, 'tickets.setShelf', { ticketId: id, shelf: 'B2' })
    }
    const waiting = page.getByRole('complementary', { name: 'Waiting for pick-up' })
    await expect(waiting.getByRole('listitem')).toHaveCount(2)
    await expectAccessible(page, 'expo')
    await page.evaluate('document.activeElement.blur()')
    await takePictures(page, 'expo')
  },
)

test.describe('with a screen at each station, and one at expo', () => {
  const shared = shareStore({ settings: { undoSeconds: 0 } })
  let kitchen: Awaited<ReturnType<typeof openKitchen>>
  test.beforeAll(async ({ shell }) => {
    if (shell === 'web') kitchen = await openKitchen(shared())
  })

  test(
    'a ticket is cancelled at three stations: each says that it has seen it',
    { tag: '@quick' },
    async ({ shell }) => {
      const store = shared()
      test.skip(shell === 'desktop', 'it has a single window')
      const pages = Object.values(kitchen.pages)
      const code = await order(
        store,
        [burger, salad, water].map((name): [string, string] => [kitchen.idOf(name), name]),
      )
      for (const page of pages) await expect(cardOn(page, code)).toBeVisible()
      await store.practice.cancelOrder(idsOf.get(code) ?? '')
      const seen = (page: Page) => page.getByRole('button', { name: new RegExp(`Got it.*${code}`) })
      for (const [nth, page] of pages.entries()) {
        await seen(page).click()
        await expect(seen(page)).toHaveCount(0)
        for (const later of pages.slice(nth + 1)) await expect(seen(later)).toBeVisible()
      }
      const { tickets } = await ask<TicketsSnapshot>(store, 'tickets.list')
      expect(tickets.filter((ticket) => ticket.code === code)).toEqual([])
    },
  )

  test('a rush with grill, cold dishes, bar, expo and order status: each dish is made once, expo is green when all are done, and bumps once', async ({
    shell,
  }) => {
    const store = shared()
    test.skip(shell === 'desktop', 'it has a single window')
    const { pages, all } = kitchen
    const codes: string[] = []
    const door = await openScreen(store, 'Door', [])
    const { own } = ((await callAs(door, 'screens.get', {})) as { value: Screens }).value
    await ask(store, 'screens.assign', { screenId: own.id, name: 'Door', role: 'status' })
    const numbers = (name: string) => door.getByRole('region', { name, exact: true })
    for (let n = 0; n < 8; n += 1)
      codes.push(await order(store, n % 2 === 0 ? all : all.slice(0, 2)))
    const [first = '', second = ''] = codes
    const expo = store.page
    await expect(cardOn(expo, first)).toContainText('Grill 1 left · Cold 1 left · Bar 1 left')
    await expect(numbers('Preparing')).toContainText(first)
    await expect(cardOn(pages.grill, first)).toContainText(`+1 at Cold · +1 at Bar`)
    await expect(cardOn(pages.grill, first)).not.toContainText(salad)
    await expect(cardOn(pages.bar, second)).toHaveCount(0)

    await finish(pages.grill, first, done(pages.grill, first))
    await finish(pages.cold, first, done(pages.cold, first))
    await expect(cardOn(expo, first)).toContainText('Grill ✓ · Cold ✓ · Bar 1 left')
    await expect(ready(expo, first)).not.toHaveClass(isSuggested)
    await finish(pages.bar, first, done(pages.bar, first))
    await expect(ready(expo, first)).toHaveClass(isSuggested)

    // Everybody works at once, and a second tap on the same dish is harmless.
    await Promise.all(
      Object.values(pages).map(async (page) => {
        for (const code of codes.slice(1)) {
          await finish(page, code, done(page, code), 'dblclick')
        }
      }),
    )
    for (const code of codes) {
      await expect(ready(expo, code)).toHaveClass(isSuggested)
      await finish(expo, code, ready(expo, code))
    }
    await expect.poll(() => bumps(store, codes)).toEqual(onceEach(codes))
    const { ticket } = await ask<{ ticket: TicketsSnapshot['tickets'][number] }>(
      store,
      'tickets.get',
      {
        ticketId: idsOf.get(first),
      },
    )
    expect(ticket.items.map(({ name, work }) => [name, work?.map(({ by }) => by)])).toEqual([
      [burger, ['Grill 1']],
      [salad, ['Cold 1']],
      [water, ['Bar 1']],
      [roast, ['Cold 1']],
    ])

    await expect(numbers('Ready')).toContainText(first)
    const waiting = expo.getByRole('complementary', { name: 'Waiting for pick-up' })
    const row = waiting.getByRole('listitem').filter({ hasText: first })
    await row.getByRole('button', { name: `Shelf ${first}` }).click()
    await expo.getByRole('dialog').getByLabel('Shelf').fill('B2')
    await expo.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect(row.getByRole('button', { name: `Shelf B2 ${first}` })).toBeVisible()
    await row.getByRole('button', { name: `Handed over ${first}` }).click()
    await expect(row).toHaveCount(0)
    await expect(numbers('Ready')).not.toContainText(first)
    await expo.getByRole('button', { name: 'Undo' }).click()
    await expect(row).toBeVisible()
    await expect(numbers('Ready')).toContainText(first)
    await door.context().close()
  })

  // The last, because it sets courses.
  test('courses and dishes of different times: the grill has its dish when it is its turn, expo fires the mains, and the order is bumped once', async ({
    shell,
  }) => {
    const store = shared()
    test.skip(shell === 'desktop', 'it has a single window')
    const { pages, all, idOf } = kitchen
    const plain = await order(store, all)
    await expect(cardOn(pages.grill, plain)).toContainText(burger)
    await expect(cardOn(store.page, plain)).toBeVisible()
    await expect(cardOn(store.page, plain)).not.toContainText('Mains')
    const later = pages.grill.getByRole('button', { name: 'Later' })
    await expect(later).toHaveCount(0)
    await finish(store.page, plain, ready(store.page, plain))

    const { groups, products } = await ask<StationPlan>(store, 'stations.plan')
    const roastGroup = products.find(({ name }) => name === roast)?.group
    for (const { id, name } of groups) {
      const course =
        name === 'Ensaladas' ? 1 : name === 'Hamburguesas' || id === roastGroup ? 2 : null
      if (course !== null)
        await ask(store, 'stations.setCare', { key: id, waitMinutes: null, packing: '', course })
    }
    await ask(store, 'stations.setTime', { key: `product:${idOf(burger)}`, minutes: 3 })
    await ask(store, 'stations.setTime', { key: `product:${idOf(roast)}`, minutes: 10 })
    await ask(store, 'settings.change', { finishTogether: true, courses: true })
    const code = await order(store, all)
    const expo = cardOn(store.page, code)
    await expect(expo).toContainText(/Starters: fired [\d:]+ · Mains: held/)
    await expect(cardOn(pages.cold, code)).toContainText(salad)
    await expect(cardOn(pages.cold, code)).toContainText(`Mains held: 1× ${roast}`)
    await expect(later).toContainText('1')
    await expect(cardOn(pages.grill, code)).toHaveCount(0)
    await finish(pages.cold, code, done(pages.cold, code))
    await expect(expo).toContainText('Starters ✓')
    await expectAccessible(store.page, 'expo-courses')

    await expo.getByRole('button', { name: `Fire mains ${code}` }).click()
    await expect(expo).toContainText('Mains: fired')
    await expect(cardOn(pages.cold, code)).toContainText(roast)
    await expect(cardOn(pages.cold, code)).toHaveAttribute('data-new', '')
    await expect(cardOn(pages.grill, code)).toHaveCount(0)
    await later.click()
    const waiting = pages.grill.getByRole('dialog', { name: 'Make later' })
    await expect(waiting).toContainText(/in [67]:\d\d/)
    await expectAccessible(pages.grill, 'later')
    await waiting.getByRole('button', { name: `Start now ${code}` }).click()
    await pages.grill.keyboard.press('Escape')
    await expect(cardOn(pages.grill, code)).toContainText(burger)
    for (const page of Object.values(pages)) await finish(page, code, done(page, code))
    await expect(ready(store.page, code)).toHaveClass(isSuggested)
    await finish(store.page, code, ready(store.page, code))
    await expect.poll(() => bumps(store, [plain, code])).toEqual(onceEach([plain, code]))
  })
})

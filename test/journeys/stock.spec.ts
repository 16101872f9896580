import { pairContext } from '#test/support/web-process.ts'
import {
  boardOf,
  burger,
  burgerOrders,
  count,
  isOffered,
  openBoard,
  saveIngredient,
  search,
  stockOf,
  switchOf,
  updates,
} from './board.ts'
import { health } from './house.ts'
import type { Practice } from '#practice/platform.ts'
import { expect, shareStore, test } from './store.ts'

const wire = 'product:prd-hamburguesa-clasica'
const bystander = { wire: 'product:prd-hamburguesa-doble', name: 'Hamburguesa doble' }
const azul = { id: 'P107', wire: 'product:prd-hamburguesa-azul', name: 'Hamburguesa azul' }
const italian = { id: 'P103', name: 'Hamburguesa italiana' }
const crispy = {
  wire: 'product:prd-hamburguesa-de-pollo-crispy',
  name: 'Hamburguesa de pollo crispy',
}
const empanada = { id: 'P301', wire: 'product:prd-empanada-de-pino', name: 'Empanada de pino' }

test(
  '86 from the board: found without its accents, off with a tap, confirmed, on every screen, and back',
  { tag: '@desktop' },
  async ({ store, shell }) => {
    const { page, practice } = store
    await openBoard(store)
    await search(store, 'hamburguesa clasica')
    const own = switchOf(store, burger.name)
    await expect(page.getByRole('switch')).toHaveCount(1)
    await own.click()
    await expect(own).not.toBeChecked()
    await expect(own).toHaveAccessibleDescription(/^Sold out until .*\bconfirmed/)
    expect(stockOf(practice, burger.id)).toBe(0)
    expect(await isOffered(practice, burger.id)).toBe(false)

    let hand = own
    if (shell === 'web') {
      const context = await page.context().browser()?.newContext({ locale: 'en-GB' })
      if (context === undefined) throw new Error('no second screen')
      const second = await context.newPage()
      await pairContext(context, page.url())
      await second.goto(page.url())
      await search({ page: second }, burger.name)
      hand = switchOf({ page: second }, burger.name)
      await expect(hand).not.toBeChecked()
      await expect(hand).toHaveAccessibleDescription(/\bconfirmed/)
    }
    await hand.click()
    await expect(own).toBeChecked()
    await expect.poll(() => stockOf(practice, burger.id)).toBeUndefined()
    expect(await isOffered(practice, burger.id)).toBe(true)
    await expect(own).toHaveAccessibleDescription(/^On sale/)
    expect(updates(practice)).toEqual({ [wire]: 2 })
  },
)

test('86 from a ticket: the hold asks, lists the tickets that still need it, and the card shows it', async ({
  store,
}) => {
  const { page, practice } = store
  const order = await burgerOrders(practice)
  const [first, second] = [await order(2), await order(1)]
  const item = store.card(first.code).getByRole('button', { name: burger.name })
  await expect(store.card(second.code)).toBeVisible()
  await item.click({ delay: 800 })
  const dialog = page.getByRole('dialog', { name: `Mark ${burger.name} as sold out?` })
  await expect(dialog).toContainText('2 open tickets have it: 3 portions')
  for (const { code } of [first, second])
    await expect(dialog.getByRole('listitem').filter({ hasText: code })).toBeVisible()
  await dialog.getByRole('button', { name: '2 hours' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(`${burger.name} is sold out until`)).toBeVisible()
  for (const { code } of [first, second])
    await expect(
      store.card(code).getByRole('button', { name: `${burger.name} (sold out)` }),
    ).toBeVisible()
  // The long press was not a tap.
  await expect(item).toHaveAttribute('aria-pressed', 'false')
  await expect.poll(() => stockOf(practice, burger.id)).toBe(0)
  const until = practice.stock().find((each) => each.productExternalId === burger.id)?.untilDate
  expect(Math.round((Date.parse(until ?? '') - Date.now()) / 60_000)).toBeCloseTo(120, -1)

  await openBoard(store)
  await expect(switchOf(store, burger.name)).toHaveAccessibleDescription(
    /^Sold out until .*\bconfirmed/,
  )
})

test('an ingredient of twelve items of which the platform refuses one: eleven are off, and it says which is not', async ({
  store,
}) => {
  const { page, practice } = store
  await openBoard(store)
  const { items, states } = await boardOf(store)
  const off = new Set(states.map(({ key }) => key))
  const keys = items
    .map(({ key }) => key)
    .filter((key) => !off.has(key))
    .slice(0, 11)
  await saveIngredient(store, { name: 'Palta', keys: [...keys, 'product:gone'] })

  await page.getByRole('button', { name: 'Ingredients' }).click()
  const own = page.getByRole('dialog', { name: 'Ingredients' })
  const itsSwitch = page.getByRole('switch', { name: 'Palta', exact: true })
  const ingredient = own.getByRole('listitem').filter({ has: itsSwitch })
  await ingredient.getByRole('switch', { name: 'Palta' }).click()
  const asking = page.getByRole('dialog', { name: 'Palta: sold out for how long?' })
  await expect(asking).toContainText('12 items are marked as sold out together.')
  await asking.getByRole('button', { name: 'Until further notice' }).click()
  await expect(asking).toBeHidden()
  await expect(ingredient).toContainText('11 of 12 confirmed')
  await expect(ingredient).toContainText('Product not found [productId:gone]')
  expect(Object.values(updates(practice))).toEqual(keys.map(() => 1))

  // It only brings back what it took off.
  const others = practice.stock().length - keys.length
  await ingredient.getByRole('switch', { name: 'Palta' }).click()
  await expect.poll(() => practice.stock().length).toBe(others)
})

for (const how of ['through it', 'through a SIGKILL in it'] as const)
  test(
    `contradictory taps while the platform is away, ${how}: the last intent of each item goes out once`,
    { tag: how === 'through it' ? [] : '@quick' },
    async ({ store }) => {
      const { practice } = store
      await openBoard(store)
      // The platform asks for a later retry, so that the kill never happens during an attempt, which
      // would count as unknown.
      const away = { status: 429, retryAfterSeconds: 10 }
      practice.misbehave({ path: 'updateStock', kind: 'status', ...away })
      for (const [name, taps] of [
        [burger.name, 3],
        [empanada.name, 2],
      ] as const) {
        await search(store, name)
        const own = switchOf(store, name)
        for (let nth = 0; nth < taps; nth++) {
          await own.click()
          await expect(own).toBeChecked({ checked: nth % 2 === 1 })
        }
        await expect(own).toHaveAccessibleDescription(/waiting/)
      }
      // A first attempt in flight would reach a platform that is back.
      await expect
        .poll(() => store.call('status.get', {}))
        .toMatchObject({ value: { outbox: { pending: 2, sending: 0 } } })
      expect(updates(practice)).toEqual({})
      if (how === 'through a SIGKILL in it') {
        await store.restart('hard')
        await openBoard(store)
        await search(store, burger.name)
        await expect(switchOf(store, burger.name)).not.toBeChecked()
        await expect(switchOf(store, burger.name)).toHaveAccessibleDescription(/waiting/)
      }
      practice.behave()
      await search(store, burger.name)
      await expect(switchOf(store, burger.name)).toHaveAccessibleDescription(/\bconfirmed/)
      await expect.poll(() => updates(practice)).toEqual({ [wire]: 1, [empanada.wire]: 1 })
      expect(stockOf(practice, burger.id)).toBe(0)
      expect(stockOf(practice, empanada.id)).toBeUndefined()
      await search(store, empanada.name)
      await expect(switchOf(store, empanada.name)).toBeChecked()
    },
  )

/** How often each item's stock is changed on the platform from now on. */
function updatesFromNow(practice: Practice): () => Record<string, number> {
  const before = updates(practice)
  return () =>
    Object.fromEntries(
      Object.entries(updates(practice))
        .map(([key, times]) => [key, times - (before[key] ?? 0)] as const)
        .filter(([, times]) => times > 0),
    )
}

/** Each has dishes of its own. */
test.describe('in one store', () => {
  const shared = shareStore()

  test('a connection that is cut before anything happens: taps wait, and are sent once it is back', async () => {
    const store = shared()
    const { practice } = store
    const sent = updatesFromNow(practice)
    await openBoard(store)
    practice.misbehave({ path: 'updateStock', kind: 'drop-before-effect' })
    const own = switchOf(store, azul.name)
    for (const checked of [false, true, false]) {
      await own.click()
      await expect(own).toBeChecked({ checked })
    }
    await expect(own).toHaveAccessibleDescription(/waiting|sending/)
    // A request in flight would reach a connection that works again.
    await expect(health(store)).toContainText('1 unanswered')
    practice.behave()
    await expect(own).toHaveAccessibleDescription(/\bconfirmed/)
    expect(stockOf(practice, azul.id)).toBe(0)
    expect(sent()).toEqual({ [azul.wire]: 1 })
  })

  test('a count is worn down by orders until nothing is left, here and on the platform', async () => {
    const store = shared()
    const { practice } = store
    const sent = updatesFromNow(practice)
    const order = await burgerOrders(practice)
    await openBoard(store)
    await count(store, burger.name, 2)
    const own = switchOf(store, burger.name)
    await expect(own).toHaveAccessibleDescription(/^2 left.*\bconfirmed/)
    await order(1)
    await expect(own).toHaveAccessibleDescription(/^1 left/)
    await expect(own).toBeChecked()
    await order(1)
    await expect(own).not.toBeChecked()
    await expect(own).toHaveAccessibleDescription(/^(Sold out|None left)/)
    expect(await isOffered(practice, burger.id)).toBe(false)
    expect(sent()).toEqual({ [wire]: 1 })
  })

  test('a platform that takes a count and drops the answer is checked by its list, and nothing is sent twice', async () => {
    const store = shared()
    const { practice } = store
    const sent = updatesFromNow(practice)
    await openBoard(store)
    practice.misbehave({ path: 'updateStock', kind: 'drop-after-effect', times: 1 })
    await count(store, crispy.name, 5)
    const own = switchOf(store, crispy.name)
    await expect(own).toHaveAccessibleDescription(/^5 left.*\bconfirmed/)
    // Changes another item completely. Anything sent twice would have arrived by then.
    await switchOf(store, bystander.name).click()
    await expect(switchOf(store, bystander.name)).toHaveAccessibleDescription(/\bconfirmed/)
    expect(sent()).toEqual({ [crispy.wire]: 1, [bystander.wire]: 1 })
  })

  test('a platform that takes a switch and drops the answer gets it again at most once, and it ends confirmed', async () => {
    const store = shared()
    const { practice } = store
    await openBoard(store)
    practice.misbehave({ path: 'updateStock', kind: 'drop-after-effect', times: 1 })
    const own = switchOf(store, italian.name)
    await own.click()
    await expect(own).toHaveAccessibleDescription(/^Sold out.*\bconfirmed/)
    expect(stockOf(practice, italian.id)).toBe(0)
    await own.click()
    await expect.poll(() => stockOf(practice, italian.id)).toBeUndefined()
  })
})

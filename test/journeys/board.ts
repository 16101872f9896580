import type { Locator } from '@playwright/test'
import type { Input } from '#contract/index.ts'
import type { StockBoard } from '#contract/stock/stock.ts'
import type { Practice } from '#practice/platform.ts'
import { expect, type Store } from './store.ts'

/** A product of the practice menu that is on sale at first. */
export const burger = { id: 'P101', key: 'product:P101', name: 'Hamburguesa clásica' }

/** Goes from the wall to the board, and waits for the menu. */
export async function openBoard({ page }: Store): Promise<void> {
  await page.getByRole('link', { name: /^86/ }).click()
  await expect(page.getByRole('switch').first()).toBeVisible()
}

/** The switch of a visible item; its description is the state. */
export const switchOf = ({ page }: Pick<Store, 'page'>, name: string): Locator =>
  page.getByRole('switch', { name, exact: true })

export const search = ({ page }: Pick<Store, 'page'>, text: string): Promise<void> =>
  page.getByRole('searchbox', { name: 'Product or option' }).fill(text)

export async function count({ page }: Store, name: string, left: number): Promise<void> {
  await page.getByRole('button', { name: `More for ${name}`, exact: true }).click()
  const dialog = page.getByRole('dialog', { name })
  await dialog.getByRole('textbox', { name: 'Limited quantity' }).fill(String(left))
  await dialog.getByRole('button', { name: `${left} left` }).click()
}

export async function boardOf(store: Store): Promise<StockBoard> {
  const answer = (await store.call('stock.board', {})) as { value: StockBoard }
  return answer.value
}

/** Adds items to an ingredient, also unknown ones. */
export async function saveIngredient(
  store: Store,
  ingredient: Omit<Input<'stock.saveIngredient'>, 'id'>,
): Promise<void> {
  expect(await store.call('stock.saveIngredient', { id: null, ...ingredient })).toMatchObject({
    ok: true,
  })
}

/** How often each item's stock was changed on the platform, by our external id for products. */
export const updates = (practice: Practice): Record<string, number> =>
  Object.fromEntries(
    practice
      .effects()
      .filter(({ operation }) => operation === 'update-stock')
      .map(({ subject, count: times }) => [subject.slice(subject.indexOf(' ') + 1), times]),
  )

/** The platform's restrictions in the store, by product: how many are left. */
export const stockOf = (practice: Practice, productId: string): number | null | undefined =>
  practice
    .stock()
    .find(
      ({ storeId, productExternalId }) =>
        storeId === practice.storeId && productExternalId === productId,
    )?.stock

export async function isOffered(practice: Practice, productId: string): Promise<boolean> {
  const response = await fetch(`${practice.v3}/ecommerce/menu`, {
    headers: { authorization: `Bearer ${practice.token}` },
  })
  const { data } = (await response.json()) as {
    data: {
      menu: { storesIds: string[] }
      products: { externalId: string; available: boolean }[]
    }[]
  }
  const menu = data.find(({ menu: { storesIds } }) => storesIds.includes(practice.storeId))
  const product = menu?.products.find(({ externalId }) => externalId === productId)
  if (product === undefined) throw new Error(`no product ${productId} on the menu`)
  return product.available
}

/** A function that orders this many burgers for pickup. */
export async function burgerOrders(practice: Practice) {
  // Takes an item from an order of another store, because the platform decides what an item looks
  // like.
  const { items } = await practice.placeOrder({ storeId: 'store-punta-arenas' })
  const [item] = items
  if (item === undefined) throw new Error('an order without items')
  const product = {
    ...item.product,
    _id: 'prd-hamburguesa-clasica',
    name: burger.name,
    externalId: burger.id,
  }
  return (amount: number) =>
    practice.placeOrder({
      deliveryType: 'go',
      isScheduled: false,
      items: [{ ...item, product, amount, comment: null, modifiers: [] }],
    })
}

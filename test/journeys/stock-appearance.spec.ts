import type { Page } from '@playwright/test'
import type { StockAct } from '#contract/stock/stock.ts'
import { expectAccessible } from './axe.ts'
import { boardOf, burger, openBoard, saveIngredient, switchOf } from './board.ts'
import { takePictures } from './picture.ts'
import { expect, test, type Store } from './store.ts'

/** Only the top dialog is accessible: everything below it is also hidden from screen readers. */
async function closeDialog(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
}

/** An evening on the board with every state that a switch can show. */
async function fillBoard(store: Store): Promise<void> {
  const { practice } = store
  const { items } = await boardOf(store)
  const avocado = items.filter(({ name }) => /palta|italian/i.test(name)).map(({ key }) => key)
  await saveIngredient(store, { name: 'Palta', keys: avocado })
  await store.call('screens.rename', { name: 'Grill' })
  const set = (keys: string[], act: StockAct) =>
    store.call('stock.set', { tapId: crypto.randomUUID(), keys, act })
  const reported = (name: string, text: RegExp) =>
    expect(switchOf(store, name)).toHaveAccessibleDescription(text)

  await set([burger.key], { kind: 'out', until: { kind: 'opening' } })
  await set(['product:P102'], { kind: 'count', left: 12 })
  await reported(burger.name, /\bconfirmed/)
  await reported('Hamburguesa doble', /^12 left.*\bconfirmed/)
  const notice: StockAct = { kind: 'out', until: { kind: 'notice' } }
  const [ingredient] = (await boardOf(store)).ingredients
  await store.call('stock.setIngredient', {
    tapId: crypto.randomUUID(),
    ingredientId: ingredient?.id ?? '',
    act: notice,
  })
  await reported('Hamburguesa italiana', /ingredient: Palta/)
  await reported('Hamburguesa italiana', /\bconfirmed/)
  practice.misbehave({ path: 'updateStock', kind: 'status', status: 400, times: 1 })
  await set(['product:P105'], { kind: 'out', until: { kind: 'hours', hours: 2 } })
  await reported('Hamburguesa de pollo crispy', /rejected/)
  practice.updateStockElsewhere({
    type: 'product',
    storeId: practice.storeId,
    productId: 'P107',
    stock: 3,
  })
  await reported('Hamburguesa azul', /^3 left.*changed elsewhere/)
}

test('the board and its dialogs have no axe violation', { tag: '@picture' }, async ({ store }) => {
  const { page, practice } = store
  await openBoard(store)
  await fillBoard(store)
  const picture = page.locator('.row', { hasText: burger.name }).locator('img')
  await expect(picture).toHaveJSProperty('complete', true)
  await expect(picture).not.toHaveJSProperty('naturalWidth', 0)
  await expectAccessible(page, 'board')
  await takePictures(page, 'board')

  await page.getByRole('button', { name: `More for ${burger.name}`, exact: true }).click()
  await page.getByText('Details', { exact: true }).click()
  await expect(page.getByText('Menu 1')).toBeVisible()
  await expectAccessible(page, 'details')
  await closeDialog(page, burger.name)

  await page.getByRole('button', { name: 'Ingredients' }).click()
  await expect(page.getByRole('dialog', { name: 'Ingredients' })).toContainText('Palta')
  await expectAccessible(page, 'ingredients')
  await page.getByRole('button', { name: 'Edit Palta' }).click()
  await expect(page.getByRole('dialog', { name: 'Edit Palta' })).toBeVisible()
  await expectAccessible(page, 'ingredient')
  await closeDialog(page, 'Edit Palta')
  await closeDialog(page, 'Ingredients')

  await page.getByRole('button', { name: 'History' }).click()
  await expect(page.getByRole('dialog', { name: 'Sold-out history' })).toContainText(burger.name)
  await expectAccessible(page, 'history')
  await practice.eventsSettled()
})

import { createPinia } from 'pinia'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createApp, h, type App } from 'vue'
import type { Ingredient, ProposedIngredient, StockState } from '#contract/stock/stock.ts'
import { FakeBridge } from '../../test-support/fake-bridge.ts'
import { bridgeKey } from '../../bridge/key.ts'

import { makeBoard, makeItem, makeState, makeDelivery } from '../../test-support/sample-board.ts'
import { useStock } from '../../state/stock/stock.ts'
import IngredientsDialog from './IngredientsDialog.vue'
import '../../ui/tokens.css'
import '../../ui/base.css'

const items = [
  makeItem('product:italiano', 'Churrasco italiano', { groups: ['mains'] }),
  makeItem('product:completo', 'Completo con palta', { groups: ['mains'] }),
  makeItem('product:te', 'Té verde', { groups: [] }),
  makeItem('option:toppings/palta', 'Palta', { groups: ['toppings'] }),
]
const avocado: Ingredient = {
  id: 'avocado',
  name: 'Palta',
  keys: ['product:italiano', 'product:completo', 'option:toppings/palta'],
}
const off = (key: string, some: Partial<StockState> = {}) =>
  makeState(key, { ingredientId: 'avocado', ...some })

let app: App | undefined
beforeEach(() => page.viewport(1024, 768))
afterEach(() => app?.unmount())

async function open(
  ingredients: Ingredient[],
  states: StockState[] = [],
  proposed: ProposedIngredient[] = [],
) {
  const bridge = new FakeBridge()
  bridge.answers['stock.board'] = makeBoard({ items, ingredients, states })
  bridge.answers['stock.setIngredient'] = null
  bridge.answers['stock.saveIngredient'] = avocado
  bridge.answers['stock.removeIngredient'] = null
  bridge.answers['stock.proposeIngredients'] = proposed
  const root = document.createElement('div')
  document.body.replaceChildren(root)
  app = createApp(() => h(IngredientsDialog))
  app.provide(bridgeKey, bridge).use(createPinia())
  await app.runWithContext(() => useStock().refresh())
  app.mount(root)
  return bridge
}

const nameOnly = (name: string): ProposedIngredient => ({ name, keys: ['product:te', 'gone'] })

test('ingredients from the menu are proposed with their items; nothing is created before it is saved', async () => {
  const palta = { name: 'Palta', keys: avocado.keys }
  const others = ['Ají', 'Ajo', 'Arroz', 'Atún', 'Azúcar', 'Apio'].map(nameOnly)
  const bridge = await open([], [], [palta, ...others])
  const proposals = page.getByRole('region', { name: 'Suggestions from your menu' })
  await expect
    .element(
      proposals.getByText('3 items: Churrasco italiano, Completo con palta, Palta', {
        exact: true,
      }),
    )
    .toBeVisible()
  expect(proposals.getByRole('listitem').elements()).toHaveLength(6)
  await proposals.getByRole('button', { name: 'Show all 7' }).click()
  expect(proposals.getByRole('listitem').elements()).toHaveLength(7)

  await proposals.getByRole('button', { name: 'Add Palta…' }).click()
  const form = page.getByRole('dialog', { name: 'New ingredient' })
  await expect.element(form.getByLabelText('Name')).toHaveValue('Palta')
  await expect.element(form.getByText(/3 linked/)).toBeVisible()
  expect(bridge.asked('stock.saveIngredient')).toEqual([])
  await form.getByRole('checkbox', { name: /^Completo con palta/ }).click()
  await form.getByRole('button', { name: 'Save' }).click()
  expect(bridge.asked('stock.saveIngredient')).toEqual([
    { id: null, name: 'Palta', keys: ['product:italiano', 'option:toppings/palta'] },
  ])
})

const sentence = () => page.getByRole('dialog').first().element().textContent.replace(/\s+/g, ' ')
const avocadoSwitch = () => page.getByRole('switch', { name: 'Palta' })
const tapId: unknown = expect.any(String)

test('proposals are requested again after the board is replaced', async () => {
  const bridge = await open([], [], [nameOnly('Ají')])
  await expect.element(page.getByText('Ají')).toBeVisible()
  bridge.answers['stock.proposeIngredients'] = [nameOnly('Ajo')]
  bridge.notify({ type: 'stock.replaced' })
  await expect.element(page.getByText('Ajo')).toBeVisible()
})

test('without any it explains itself with an example', async () => {
  await open([])
  expect(sentence()).toContain('link every product and option with avocado')
})

test.for<[string, StockState[], boolean, string]>([
  ['nothing off', [], true, 'Available · 3 items'],
  [
    'all off, one not finished',
    [
      off('product:italiano'),
      off('product:completo', { delivery: makeDelivery('accepted') }),
      off(avocado.keys[2] ?? ''),
    ],
    false,
    'Sold out until further notice · 3 items · 2 of 3 confirmed',
  ],
  ['one off', [off('product:italiano')], false, 'Partly sold out: 1 of 3 · 1 of 1 confirmed'],
  [
    'waiting',
    avocado.keys.map((key) =>
      off(key, { delivery: makeDelivery('queued'), until: '2999-01-05T15:00:00.000Z' }),
    ),
    false,
    'Sold out until 5 Jan, 12:00 · 3 items · 0 of 3 confirmed · not sent yet',
  ],
  [
    'coming back',
    [off('product:italiano', { state: 'on-sale', delivery: makeDelivery('sending') })],
    true,
    'Available · 3 items · Going back on sale: 0 of 1 confirmed',
  ],
])('%s: the switch says what is known', async ([, states, isOn, text]) => {
  await open([avocado], states)
  await expect.element(avocadoSwitch()).toHaveAttribute('aria-checked', String(isOn))
  expect(sentence()).toContain(text)
})

test('an item that the platform rejected is named, with the platform’s text behind Details', async () => {
  await open(
    [avocado],
    [
      off('product:italiano'),
      off('product:completo', { delivery: makeDelivery('refused', 'No such product') }),
    ],
  )
  expect(sentence()).toContain('Completo con palta: the platform rejected the change.')
  const text = page.getByText('No such product', { exact: true })
  await expect.element(text).not.toBeVisible()
  await page.getByText('Details', { exact: true }).click()
  await expect.element(text).toBeVisible()
})

test('switching off asks for how long, and then asks the host once', async () => {
  const bridge = await open([avocado])
  await avocadoSwitch().click()
  const asked = page.getByRole('dialog', { name: 'Palta: sold out for how long?' })
  await expect.element(asked).toBeVisible()
  await expect.element(asked.getByText('3 items are marked as sold out together.')).toBeVisible()
  expect(bridge.asked('stock.setIngredient')).toEqual([])
  await asked.getByRole('button', { name: 'Until further notice' }).click()
  await expect.element(asked).not.toBeInTheDocument()
  const act = { kind: 'out', until: { kind: 'notice' } }
  expect(bridge.asked('stock.setIngredient')).toEqual([{ tapId, ingredientId: 'avocado', act }])
  expect(bridge.asked('stock.set')).toEqual([])
})

test('switching on brings back at once what the ingredient took, and says so', async () => {
  const bridge = await open(
    [avocado],
    avocado.keys.map((key) => off(key)),
  )
  expect(sentence()).toContain('puts back only the items that it marked as sold out')
  await avocadoSwitch().click()
  expect(bridge.asked('stock.setIngredient')).toEqual([
    { tapId, ingredientId: 'avocado', act: { kind: 'back' } },
  ])
})

test('if only some items are off, the rest can be switched off too', async () => {
  await open([avocado], [off('product:italiano')])
  await page.getByRole('button', { name: 'Mark the rest as sold out too' }).click()
  await expect
    .element(page.getByRole('dialog', { name: 'Palta: sold out for how long?' }))
    .toBeVisible()
})

const form = (name: string) => page.getByRole('dialog', { name })
const offered = () =>
  [...document.querySelectorAll('label:has([type=checkbox]) .name')].map((name) => name.textContent)

test('a new ingredient: items with a similar name come first, nothing is preselected, and the selection is saved', async () => {
  const bridge = await open([])
  await page.getByRole('button', { name: 'New ingredient' }).click()
  const asked = form('New ingredient')
  await asked.getByLabelText('Name').fill('Pálta')
  expect(offered()).toEqual(['Palta', 'Completo con palta', 'Churrasco italiano', 'Té verde'])
  expect(asked.getByRole('checkbox', { checked: true }).elements()).toHaveLength(0)
  await asked.getByRole('button', { name: 'Select all 4 shown' }).click()
  await asked.getByLabelText('Product or option').fill('te verde')
  expect(offered()).toEqual(['Té verde'])
  await userEvent.keyboard('{Enter}')
  expect(bridge.asked('stock.saveIngredient')).toEqual([])
  await asked.getByRole('checkbox', { name: /Té verde/ }).click()
  await expect.element(asked.getByText(/3 linked/)).toBeVisible()
  await asked.getByRole('button', { name: 'Save' }).click()
  await expect.element(asked).not.toBeInTheDocument()
  const keys: unknown = expect.toSatisfy(
    (value: string[]) => [...value].sort().join() === [...avocado.keys].sort().join(),
  )
  expect(bridge.asked('stock.saveIngredient')).toEqual([{ id: null, name: 'Pálta', keys }])
})

test('one without a name is not saved', async () => {
  const bridge = await open([])
  await page.getByRole('button', { name: 'New ingredient' }).click()
  await form('New ingredient').getByRole('button', { name: 'Save' }).click()
  expect(bridge.asked('stock.saveIngredient')).toEqual([])
  await expect.element(form('New ingredient').getByLabelText('Name')).toHaveFocus()
})

test('an existing ingredient: its items come first, including those that left the menu', async () => {
  const bridge = await open([{ ...avocado, keys: ['product:te', 'product:gone'] }])
  await page.getByRole('button', { name: 'Edit Palta' }).click()
  const asked = form('Edit Palta')
  await expect.element(asked).toBeVisible()
  expect(offered().slice(0, 3)).toEqual(['Item 1, no longer on the menu', 'Té verde', 'Palta'])
  await asked.getByRole('checkbox', { name: /no longer on the menu/ }).click()
  await asked.getByRole('button', { name: 'Save' }).click()
  expect(bridge.asked('stock.saveIngredient')).toEqual([
    { id: 'avocado', name: 'Palta', keys: ['product:te'] },
  ])
})

test('removing asks first, and says that what is off stays off', async () => {
  const bridge = await open([avocado])
  await page.getByRole('button', { name: 'Edit Palta' }).click()
  const asked = form('Edit Palta')
  await asked.getByRole('button', { name: 'Remove' }).click()
  await expect.element(asked.getByText(/Items that are sold out stay sold out/)).toBeVisible()
  await asked.getByRole('button', { name: 'Cancel' }).click()
  expect(bridge.asked('stock.removeIngredient')).toEqual([])
  await asked.getByRole('button', { name: 'Remove' }).click()
  await asked.getByRole('button', { name: 'Remove ingredient' }).click()
  await expect.element(asked).not.toBeInTheDocument()
  expect(bridge.asked('stock.removeIngredient')).toEqual([{ ingredientId: 'avocado' }])
})

test('an ingredient that nothing is tied to cannot be switched', async () => {
  await open([{ ...avocado, keys: [] }])
  await expect.element(avocadoSwitch()).toBeDisabled()
})

import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { FakeBridge } from '../../test-support/fake-bridge.ts'
import { mountComponent, unmountComponent } from '../../test-support/mount-component.ts'
import {
  bar,
  bridgeWithStations,
  grill,
  planned,
  samplePlan,
} from '../../test-support/open-stations.ts'
import StationsPanel from './StationsPanel.vue'

beforeEach(() => page.viewport(1024, 800))
afterEach(unmountComponent)

const dialog = page.getByRole('dialog')
const inDialog = (name: string) => dialog.getByRole('button', { name, exact: true })
/** The innermost row, because an opened category has its products inside. */
const row = (name: string) =>
  dialog
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: `Change the stations of ${name}` }) })
    .last()
const change = (name: string) => inDialog(`Change the stations of ${name}`)
const picker = (name: string) => dialog.getByRole('group', { name: `Stations of ${name}` })
const box = (name: string, station: string) => picker(name).getByRole('button', { name: station })

async function openMakes(bridge = bridgeWithStations()): Promise<FakeBridge> {
  await mountComponent(StationsPanel, bridge)
  await page.getByRole('button', { name: 'What each station makes' }).click()
  await expect.element(dialog).toBeVisible()
  return bridge
}

test('each category has its stations, and opens to its products, which say why', async () => {
  await openMakes()
  await expect.element(row('Burgers')).toMatchTextContent(/^Burgers 2 products.*Grill/)
  await expect.element(row('Drinks')).toMatchTextContent(/Everything else\s*no rule/)
  expect(dialog.getByText('Lemonade').elements()).toEqual([])
  for (const name of [/^Burgers/, /^Drinks/, /^Without a category/]) {
    const opener = dialog.getByRole('button', { name })
    await opener.click()
    await expect.element(opener).toHaveAttribute('aria-expanded', 'true')
  }
  await expect.element(row('Cheeseburger')).toMatchTextContent(/Grill\s*by its category/)
  await expect.element(row('Ají burger')).toMatchTextContent(/Grill\s*Bar\s*by its option group/)
  await expect.element(row('Ice tea')).toMatchTextContent(/Bar\s*own rule/)
  await expect.element(row('Lemonade')).toMatchTextContent(/Everything else\s*no rule/)
  await expect.element(row('Gift card')).toMatchTextContent(/Bar\s*named by the platform/)
  await change('Gift card').click()
  await expect.element(dialog.getByText(/That comes first/)).toBeVisible()
})

test('a category gets another station at once, as soon as the host has it', async () => {
  const bridge = await openMakes()
  await change('Burgers').click()
  await expect.element(box('Burgers', 'Grill')).toHaveAttribute('aria-pressed', 'true')
  const hold = bridge.hold('stations.setRules')
  await box('Burgers', 'Bar').click()
  // A quick second tick adds to the first.
  await box('Burgers', 'Everything else').click()
  const rule = { by: 'category', keys: ['burgers'] }
  expect(bridge.asked('stations.setRules')).toEqual([
    { ...rule, stations: ['s1', 's2'] },
    { ...rule, stations: ['s1', 's2', 'rest'] },
  ])
  await expect.element(box('Burgers', 'Bar')).toHaveAttribute('aria-pressed', 'false')
  bridge.answers['stations.plan'] = {
    ...samplePlan,
    rules: [{ by: 'category', key: 'burgers', stations: ['s1', 's2', 'rest'] }],
  }
  await hold.answerAll(null)
  await expect.element(box('Burgers', 'Bar')).toHaveAttribute('aria-pressed', 'true')
  await inDialog('Done with Burgers').click()
  await expect.element(row('Burgers')).toMatchTextContent(/Grill\s*Bar\s*Everything else/)
  expect(picker('Burgers').elements()).toEqual([])
})

test('a product gets stations of its own, and none ticked is no rule', async () => {
  const bridge = await openMakes()
  await dialog.getByRole('button', { name: /^Drinks/ }).click()
  await change('Lemonade').click()
  for (const each of picker('Lemonade').getByRole('button').all())
    await expect.element(each).toHaveAttribute('aria-pressed', 'false')
  await box('Lemonade', 'Bar').click()
  await change('Ice tea').click()
  expect(picker('Lemonade').elements()).toEqual([])
  await box('Ice tea', 'Bar').click()
  await expect
    .poll(() => bridge.asked('stations.setRules'))
    .toEqual([
      { by: 'product', keys: ['product:Lemonade'], stations: ['s2'] },
      { by: 'product', keys: ['product:Ice tea'], stations: [] },
    ])
})

test('so do an option group and the platform’s names', async () => {
  const bridge = await openMakes()
  await dialog.getByText('Option groups').click()
  await change('Milkshakes').click()
  await box('Milkshakes', 'Bar').click()
  // A name that has a rule stays in the list.
  await change('HOT').click()
  await expect.element(box('HOT', 'Grill')).toHaveAttribute('aria-pressed', 'true')
  await change('FRY').click()
  await box('FRY', 'Grill').click()
  await expect
    .poll(() => bridge.asked('stations.setRules'))
    .toEqual([
      { by: 'option-group', keys: ['milk'], stations: ['s2'] },
      { by: 'metadata', keys: ['FRY'], stations: ['s1'] },
    ])
})

test('what the host refuses is said at the picker, and nothing is ticked', async () => {
  const bridge = await openMakes()
  bridge.refusals['stations.setRules'] = { code: 'bad-input', detail: 'rules' }
  await change('Drinks').click()
  await box('Drinks', 'Bar').click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(/too many rules/)
  await expect.element(box('Drinks', 'Bar')).toHaveAttribute('aria-pressed', 'false')
  await change('Burgers').click()
  await expect.element(dialog.getByRole('alert')).not.toBeInTheDocument()
})

test('the search finds products with their category, and categories', async () => {
  await openMakes()
  const search = dialog.getByRole('searchbox')
  await search.fill('AJI')
  await expect.element(dialog.getByText('1 product found')).toBeVisible()
  await expect.element(row('Ají burger')).toMatchTextContent(/^Ají burger Burgers/)
  expect(change('Burgers').elements()).toEqual([])
  await search.fill('drin')
  await expect.element(row('Drinks')).toBeVisible()
  await expect.element(dialog.getByText('0 products found')).toBeVisible()
  await search.fill('tofu')
  await expect.element(dialog.getByText('No results for “tofu”')).toBeVisible()
  await inDialog('Clear search').click()
  await expect.element(row('Burgers')).toBeVisible()
})

test('of many products 100 are shown at once, in a category and in the search', async () => {
  const products = Array.from({ length: 330 }, (_, nth) => planned(`Dish ${String(nth)}`))
  await openMakes(bridgeWithStations([grill, bar], { ...samplePlan, products }))
  const dishes = () => dialog.getByRole('button', { name: /^Change the stations of Dish/ })
  await dialog.getByRole('button', { name: /^Burgers/ }).click()
  await expect.element(dialog.getByText('and 230 more: search by name')).toBeVisible()
  expect(dishes().elements()).toHaveLength(100)
  await dialog.getByRole('button', { name: /^Burgers/ }).click()
  await dialog.getByRole('searchbox').fill('dish')
  await expect.element(dialog.getByText('330 products found')).toBeVisible()
  expect(dishes().elements()).toHaveLength(100)
  await dialog.getByRole('searchbox').fill('dish 329')
  await expect.poll(() => dishes().elements()).toHaveLength(1)
})

test('a menu that can’t be loaded says so and is asked for again; an empty one says why', async () => {
  const bridge = bridgeWithStations([grill], {
    ...samplePlan,
    groups: [],
    products: [],
  })
  bridge.refusals['stations.plan'] = { code: 'storage' }
  await openMakes(bridge)
  await expect.element(dialog.getByText('Couldn’t load the menu')).toBeVisible()
  bridge.refusals = {}
  await inDialog('Try again').click()
  await expect.element(dialog.getByText(/^The menu is empty/)).toBeVisible()
})

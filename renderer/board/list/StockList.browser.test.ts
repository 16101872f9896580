import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  buttonOf,
  closeBoard,
  namesShown,
  openBoard,
  rowOf,
  switchOf,
  changeStockStates,
} from '../../test-support/open-board.ts'
import { makeBoard, makeItem, makeState, makeDelivery } from '../../test-support/sample-board.ts'

beforeEach(() => page.viewport(1024, 768))
afterEach(closeBoard)

const gaps = { withoutCategory: 0, withoutModifier: 0, leftOut: 0 }
const choice = { by: 'name', taken: 1, others: 0 } as const
const older = null

test('the search ignores accents, case and word order, and shows the place of an item', async () => {
  await openBoard(makeBoard())
  await expect.element(switchOf('Palta')).toBeInTheDocument()
  await userEvent.keyboard('/')
  await userEvent.keyboard('RELLENOS jalapen')
  await expect.poll(namesShown).toEqual(['Jalapeños rellenos'])
  expect(rowOf('Jalapeños rellenos')).toContain('Entradas')
  await page.getByRole('searchbox').fill('pizza')
  await expect.element(page.getByText('No results for “pizza”')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => namesShown().length).toBe(4)
})

test('filters: options only, and what is sold out with its number; a count that stands is on sale', async () => {
  const twelveLeft = { state: 'counted', left: 12, until: null } as const
  const bridge = await openBoard(
    makeBoard({
      states: [makeState('product:pastel'), makeState('product:empanada', twelveLeft)],
    }),
  )
  await page.getByText('Options', { exact: true }).first().click()
  await expect.poll(namesShown).toEqual(['Palta'])
  const off = page.getByRole('radio', { name: 'Sold out 1' })
  await off.click({ force: true })
  await expect.poll(namesShown).toEqual(['Pastel de choclo'])
  changeStockStates(bridge, [
    makeState('product:empanada', { ...twelveLeft, delivery: makeDelivery('expired') }),
  ])
  await expect.poll(namesShown).toEqual(['Empanada de pino', 'Pastel de choclo'])
  changeStockStates(bridge, [], ['product:empanada'])
  changeStockStates(bridge, [], ['product:pastel'])
  await expect.element(page.getByText('Everything is on sale')).toBeVisible()
})

test('a missed revision and a replaced board make it ask again', async () => {
  const bridge = await openBoard(makeBoard())
  await expect.element(switchOf('Palta')).toBeInTheDocument()
  const before = bridge.asked('stock.board').length
  expect(before, 'at the start the host is asked once').toBe(1)
  changeStockStates(bridge, [makeState('product:empanada')])
  await expect.element(switchOf('Empanada de pino')).toHaveAttribute('aria-checked', 'false')
  expect(bridge.asked('stock.board')).toHaveLength(before)
  changeStockStates(bridge, [], [], 3)
  await expect.poll(() => bridge.asked('stock.board')).toHaveLength(before + 1)
  bridge.answers['stock.board'] = makeBoard({ items: [makeItem('product:te', 'Té')] })
  bridge.notify({ type: 'stock.replaced' })
  await expect.poll(namesShown).toEqual(['Té'])
})

test('seven thousand items: only those in sight are rendered, and the last can be reached', async () => {
  const items = Array.from({ length: 7_000 }, (_, nth) =>
    makeItem(`product:${String(nth)}`, `Plato ${String(nth)}`, {
      groups: [nth < 3_500 ? 'starters' : 'mains'],
    }),
  )
  await openBoard(makeBoard({ items }))
  await expect.poll(() => namesShown().length).toBeGreaterThan(3)
  expect(namesShown().length).toBeLessThan(40)
  await page.getByRole('navigation').getByRole('button', { name: 'Fondos' }).click()
  await expect.poll(namesShown).toContain('Plato 3500')
  await page.getByRole('searchbox').fill('plato 6999')
  await expect.poll(namesShown).toEqual(['Plato 6999'])
})

test('a new list comes item by item: no key waits for all of it', async () => {
  const items = Array.from({ length: 60 }, (_, nth) =>
    makeItem(`product:${String(nth)}`, `${nth < 30 ? 'Plato' : 'Vaso'} ${String(nth)}`),
  )
  // On a narrow screen a search keeps the number of columns.
  await page.viewport(800, 900)
  await openBoard(makeBoard({ items }))
  await expect.poll(() => namesShown().length).toBeGreaterThan(6)
  // The first list may be incomplete, and it has none of these.
  const rowsIn = ({ addedNodes }: MutationRecord): number =>
    [...addedNodes].filter((node) => node.textContent?.includes('Vaso')).length
  const atOnce: number[] = []
  const watcher = new MutationObserver((changes) =>
    atOnce.push(changes.reduce((sum, change) => sum + rowsIn(change), 0)),
  )
  watcher.observe(document.body, { childList: true, subtree: true })
  await page.getByRole('searchbox').fill('vaso')
  await expect
    .poll(() => namesShown().filter((name) => name?.startsWith('Vaso')).length)
    .toBeGreaterThan(6)
  watcher.disconnect()
  expect(namesShown().filter((name) => name?.startsWith('Plato'))).toEqual([])
  expect(atOnce.filter((rows) => rows > 0).slice(0, 4)).toEqual([1, 1, 1, 1])
})

test('arrows move between switches, and space turns one', async () => {
  const bridge = await openBoard(makeBoard())
  await expect.element(switchOf('Palta')).toBeInTheDocument()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  await expect.element(switchOf('Jalapeños rellenos')).toHaveFocus()
  await userEvent.keyboard(' ')
  expect(bridge.asked('stock.set')).toMatchObject([{ keys: ['product:jalapeno'] }])
})

test('a missing menu is explained, with the error', async () => {
  await openBoard(
    makeBoard({
      items: [],
      menu: { readAt: null, error: { code: 'unreachable' }, gaps, choice, older },
    }),
  )
  await expect.element(page.getByText('No menu yet')).toBeVisible()
  await expect
    .element(page.getByText('No answer. Check the connection and try again.', { exact: true }))
    .toBeVisible()
})

test('the menu can be read again, and why it could not be is said', async () => {
  const menu = {
    readAt: new Date(Date.now() - 4 * 60_000).toISOString(),
    error: null,
    gaps,
    choice,
    older,
  }
  const bridge = await openBoard(makeBoard({ menu }))
  await expect.element(page.getByText('Menu updated 4 min ago')).toBeVisible()
  bridge.answers['menu.refresh'] = null
  bridge.answers['stock.board'] = makeBoard({ menu: { ...menu, error: { code: 'unreachable' } } })
  await buttonOf('Refresh menu').click()
  expect(bridge.asked('menu.refresh')).toHaveLength(1)
  bridge.notify({ type: 'stock.replaced' })
  await expect
    .element(page.getByText('Last update failed. No answer. Check the connection and try again.'))
    .toBeVisible()
})

test('when the menu was read again a picture stays as it is, and only another one is fetched', async () => {
  const boardWith = (picture: string, readAt: string) =>
    makeBoard({
      menu: { readAt, error: null, gaps, choice, older },
      items: [makeItem('product:soup', 'Sopa', { picture }), makeItem('product:pie', 'Pastel')],
    })
  const bridge = await openBoard(boardWith('one', '2026-11-20T15:30:00.000Z'))
  await expect.element(switchOf('Sopa')).toBeVisible()
  const pictures = () => [...document.querySelectorAll('.picture img')]
  const [before] = pictures()
  // The other has none.
  expect(document.querySelectorAll('.picture .icon').length).toBeGreaterThan(0)
  expect(before?.getAttribute('src')).toBe('./pictures/one')
  bridge.answers['stock.board'] = boardWith('one', new Date().toISOString())
  bridge.notify({ type: 'stock.replaced' })
  await expect.element(page.getByText(/^Menu updated \d+ s ago$/)).toBeVisible()
  expect(pictures()).toEqual([before])
  expect(before?.getAttribute('src')).toBe('./pictures/one')
  bridge.answers['stock.board'] = boardWith('two', new Date().toISOString())
  bridge.notify({ type: 'stock.replaced' })
  await expect
    .poll(() => pictures().map((one) => one.getAttribute('src')))
    .toEqual(['./pictures/two'])
  // The previous picture may have been hidden.
  expect(pictures()[0]).not.toBe(before)
})

test('items without a link are grouped by kind; an option without a modifier is shown but cannot be switched', async () => {
  const loose = makeItem('option:/napkin', 'Servilleta', { kind: 'option', groups: [] })
  const soup = makeItem('product:soup', 'Sopa', { groups: [] })
  const bridge = await openBoard(
    makeBoard({
      items: [soup, loose],
      menu: {
        readAt: new Date().toISOString(),
        error: null,
        gaps: { withoutCategory: 1, withoutModifier: 1, leftOut: 2 },
        choice,
        older: { count: 2, readAt: new Date(Date.now() - 25 * 60_000).toISOString() },
      },
    }),
  )
  await expect.element(page.getByRole('heading', { name: 'No category' })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'No modifier' })).toBeVisible()
  await expect.element(switchOf('Sopa')).toBeVisible()
  await expect
    .poll(() => rowOf('Servilleta'))
    .toContain('This option isn’t in any modifier of the menu')
  expect(switchOf('Servilleta').elements()).toEqual([])
  await expect.element(page.getByText('2 can’t be changed')).toBeVisible()
  await expect.element(page.getByText('2 couldn’t be read')).toBeVisible()
  await expect
    .element(page.getByText('2 menus couldn’t be updated. The oldest update was 25 min ago'))
    .toBeVisible()

  await buttonOf('Select').click()
  await buttonOf('Select all').click()
  await expect.element(page.getByRole('checkbox', { name: 'Select Servilleta' })).toBeDisabled()
  await expect.element(page.getByText('1 selected')).toBeVisible()
  expect(bridge.asked('stock.set')).toEqual([])
})

test('a modifier says which products offer it', async () => {
  const cheese = makeItem('option:extra/cheese', 'Queso', { kind: 'option', groups: ['extra'] })
  const offeredBy = { names: ['Sopa', 'Pastel'], count: 5 }
  const groups = [{ id: 'extra', kind: 'modifier' as const, name: 'Agregados', offeredBy }]
  await openBoard(makeBoard({ groups, items: [cheese] }))
  await expect
    .element(page.getByRole('heading', { name: 'Agregados Sopa, Pastel and 3 more' }))
    .toBeVisible()
})

import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { buttonOf, closeBoard, openBoard } from '../test-support/open-board.ts'
import { makeBoard } from '../test-support/sample-board.ts'

beforeEach(() => page.viewport(1024, 768))
afterEach(closeBoard)

test('details of a product are asked for when they are opened, once', async () => {
  const bridge = await openBoard(makeBoard())
  bridge.answers['menu.product'] = {
    name: 'Empanada de pino',
    description: 'Con huevo y aceituna.',
    menus: [
      { id: 'delivery', price: 3900, available: false },
      { id: 'mesa', price: null, available: null },
    ],
  }
  await buttonOf('More for Empanada de pino').click()
  expect(bridge.asked('menu.product')).toEqual([])
  const details = page.getByText('Details', { exact: true })
  await details.click()
  await expect.element(page.getByText('Con huevo y aceituna.')).toBeVisible()
  const reported = [...document.querySelectorAll('.menus > div')].map((menu) =>
    [...menu.children].map(({ textContent }) => textContent),
  )
  expect(reported).toEqual([
    ['Menu 1', '$3,900', 'Not available'],
    ['Menu 2', '–', 'Unknown'],
  ])
  await details.click()
  await details.click()
  expect(bridge.asked('menu.product')).toEqual([{ key: 'product:empanada' }])
})

test('the history says what, when, for how long, where and for how many; and is saved as a table', async () => {
  const bridge = await openBoard(makeBoard())
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  const entry = { key: 'product:x', left: null, until: null, setAt: at(-90), orders: 7 }
  bridge.answers['stock.history'] = [
    { ...entry, id: 2, name: 'Palta', state: 'out', setBy: 'Parrilla', endedAt: null },
    { ...entry, id: 1, name: 'Pino', state: 'counted', left: 4, setBy: '', endedAt: at(-60) },
    {
      ...entry,
      id: -1,
      name: 'Té',
      state: 'out',
      setAt: null,
      setBy: null,
      endedAt: null,
      orders: 0,
    },
  ]
  bridge.answers['stock.historyTable'] = 'Palta;ñ\n'
  await buttonOf('History').click()
  const rows = page.getByRole('dialog', { name: 'Sold-out history' }).getByRole('row')
  await expect.element(rows.nth(1)).toBeVisible()
  const cells = (nth: number) =>
    [...(rows.nth(nth).element() as HTMLTableRowElement).cells].map(({ innerText }) => innerText)
  const time: unknown = expect.stringMatching(/\d\d:\d\d$/)
  expect(cells(1)).toEqual([
    'Palta\nSold out until further notice',
    time,
    '1 h 30 min so far',
    'Parrilla',
    '7',
  ])
  expect(cells(2)).toEqual(['Pino\n4 left', time, '30 min', 'unnamed screen', '7'])
  expect(cells(3)).toEqual(['Té\nSold out', 'unknown', 'still sold out', 'the platform', '–'])
  await page.getByText('Last 30 days').click()
  await expect.poll(() => bridge.asked('stock.history')).toEqual([{ days: 1 }, { days: 30 }])

  const saved = new Promise<HTMLAnchorElement>((resolve) =>
    addEventListener(
      'click',
      (event) => {
        if (!(event.target instanceof HTMLAnchorElement)) return
        event.preventDefault()
        resolve(event.target)
      },
      { capture: true },
    ),
  )
  await buttonOf('Export CSV').click()
  const { href, download } = await saved
  expect(bridge.asked('stock.historyTable')).toEqual([{ days: 30 }])
  expect(download).toBe('kitchen-pass-86-30.csv')
  const file = await fetch(href)
  expect(file.headers.get('content-type')).toContain('text/csv')
  expect(await file.text()).toBe('Palta;ñ\n')
})

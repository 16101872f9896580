import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { h } from 'vue'
import type { AllDayCount } from '#contract/tickets/ticket.ts'
import { FakeBridge } from '../../test-support/fake-bridge.ts'
import { longName } from '../../test-support/long-tickets.ts'
import { mountComponent, unmountComponent } from '../../test-support/mount-component.ts'
import { makeTicket } from '../../test-support/sample-ticket.ts'
import { screenSizes } from '../../test-support/screen-sizes.ts'
import AllDayPanel from './AllDayPanel.vue'

beforeEach(() => page.viewport(1280, 800))
afterEach(unmountComponent)

const panel = page.getByRole('complementary', { name: 'All day' })
const product = (nth: number): AllDayCount => ({
  name: nth === 9 ? longName : `Empanada ${String(nth)}`,
  count: 120 - nth,
  options: [
    { name: 'Arroz', count: 5 },
    { name: 'Papas', count: 7 },
  ],
})

/** Next to the cards, as on the wall. */
async function open(counts: AllDayCount[]) {
  const bridge = new FakeBridge()
  bridge.answers['tickets.allDay'] = counts
  const close = vi.fn()
  await mountComponent(
    () =>
      h('div', { style: 'position: relative; display: flex; height: 100vh' }, [
        h('div', { id: 'cards', style: 'flex: 1' }),
        h(AllDayPanel, { onClose: close }),
      ]),
    bridge,
  )
  return { bridge, close }
}
const box = (element: Element) => element.getBoundingClientRect()

test('how many of each, their options on the line of the product if there is room, and all pieces on top', async () => {
  await page.viewport(1024, 768)
  const { close } = await open([product(1), product(2)])
  await expect.element(panel).toMatchTextContent(/All day\s*237 items/)
  const first = panel.getByRole('listitem').nth(0)
  await expect.element(first).toMatchTextContent(/119\s*Empanada 1\s*5\s*Arroz\s*7\s*Papas/)
  const [name, ...options] = first.element().querySelectorAll('.name, .option')
  expect(options).toHaveLength(2)
  for (const option of options)
    expect(box(option).bottom).toBeCloseTo(box(name ?? option).bottom, -1)
  await panel.getByRole('button', { name: 'Close' }).click()
  expect(close).toHaveBeenCalledTimes(1)
})

test('twenty products with options are in sight at once at 1280x800', async () => {
  await open(Array.from({ length: 20 }, (_, nth) => product(nth)))
  await expect.element(panel.getByText('Empanada 19')).toBeInTheDocument()
  const dialog = panel.getByRole('group').element()
  expect(dialog.scrollHeight).toBe(dialog.clientHeight)
})

test.for([
  [1920, 3],
  [1280, 2],
  [768, 2],
  [390, 1],
] as const)('at %d pixels the products stand in %d columns', async ([width, columns]) => {
  await page.viewport(width, 800)
  await open(Array.from({ length: 9 }, (_, nth) => product(nth)))
  await expect.element(panel.getByText('Empanada 8')).toBeInTheDocument()
  const lefts = panel
    .getByRole('listitem')
    .elements()
    .map((one) => Math.round(box(one).left))
  expect(new Set(lefts).size).toBe(columns)
})

test('the cards keep their place whatever is counted, and on a narrow screen it is the whole page', async () => {
  const { bridge } = await open([])
  const cards = document.querySelector('#cards') ?? document.body
  await expect.element(panel).toMatchTextContent(/No open tickets/)
  const { width } = box(cards)
  bridge.answers['tickets.allDay'] = Array.from({ length: 60 }, (_, nth) => product(nth))
  bridge.change([makeTicket()])
  await expect.element(panel.getByText('Empanada 59')).toBeInTheDocument()
  expect(box(cards).width).toBe(width)
  await page.viewport(390, 844)
  expect(box(panel.element())).toMatchObject({ left: 0, top: 0, width: 390, height: 844 })
})

test('what is counted stands whole in its column, on any screen', async () => {
  await open(Array.from({ length: 60 }, (_, nth) => product(nth)))
  await expect.element(panel.getByText('Empanada 59')).toBeInTheDocument()
  const dialog = panel.getByRole('group').element()
  for (const [width, height] of screenSizes) {
    await page.viewport(width, height)
    expect(dialog.scrollWidth, String(width)).toBe(dialog.clientWidth)
    for (const one of panel.getByRole('listitem').elements())
      expect(one.getClientRects(), one.textContent).toHaveLength(1)
  }
})

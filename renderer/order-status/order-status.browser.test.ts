import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { App } from 'vue'
import type { OrderStatus, StatusOrder } from '#contract/order-status/order-status.ts'
import type { Screens } from '#contract/screens/screens.ts'
import { start } from '../app/start.ts'
import { useSound } from '../sound/sound.ts'
import { FakeBridge } from '../test-support/fake-bridge.ts'
import { sampleScreens } from '../test-support/sample-screens.ts'
import { makeTicket } from '../test-support/sample-ticket.ts'
import { screenSizes } from '../test-support/screen-sizes.ts'

let app: App | undefined
beforeEach(() => page.viewport(1280, 800))
afterEach(() => app?.unmount())

const order = (code: string, name: string | null = null): StatusOrder => ({
  id: `order ${code}`,
  code,
  name,
  since: '2025-03-01T12:00:00.000Z',
})
const orders = (count: number, from = 1000): StatusOrder[] =>
  Array.from({ length: count }, (_, nth) => order(String(from + nth)))

const statusOf = (
  preparing: StatusOrder[],
  ready: StatusOrder[],
  more: Partial<OrderStatus['more']> = {},
): OrderStatus => ({
  now: '2025-03-01T12:00:00.000Z',
  store: { name: 'Trattoria Nonna', timeZone: 'America/Lima' },
  timeFormat: '24-hour',
  preparing,
  ready,
  more: { preparing: 0, ready: 0, ...more },
})

const guests = { role: 'status', effectiveRole: 'status' } as const

/** The host refuses everything else to such a screen. */
const refused = ['tickets.list', 'status.get', 'settings.get', 'stations.get', 'stock.board']

/** The app on a screen for guests; one on the network has no PIN dialog without a PIN. */
async function open(
  status: OrderStatus,
  own: Partial<Screens['own']> = guests,
  rest: Partial<Omit<Screens, 'own'>> = { hasPin: true },
): Promise<FakeBridge> {
  const bridge = new FakeBridge([makeTicket()])
  bridge.answers['screens.get'] = sampleScreens(own, rest)
  bridge.answers['orderStatus.get'] = status
  if (own.effectiveRole === 'status')
    bridge.refusals = Object.fromEntries(refused.map((name) => [name, { code: 'not-allowed' }]))
  location.hash = '#/'
  const root = document.createElement('div')
  document.body.replaceChildren(root)
  app = await start(bridge, root)
  await expect.element(page.getByRole('heading', { name: 'Order status' })).toBeInTheDocument()
  return bridge
}

function change(bridge: FakeBridge, status: OrderStatus): void {
  bridge.answers['orderStatus.get'] = status
  bridge.notify({ type: 'orderStatus.changed' })
}

/** The screen gets another role, and the host says so. */
function assign(bridge: FakeBridge, own: Partial<Screens['own']>): void {
  bridge.refusals = {}
  bridge.answers['screens.get'] = sampleScreens(own, { hasPin: true })
  bridge.notify({ type: 'screens.changed' })
}

const half = (name: 'Preparing' | 'Ready') => page.getByRole('region', { name })
const textsIn = (name: 'Preparing' | 'Ready'): string[] =>
  half(name)
    .getByRole('listitem')
    .elements()
    .map((item) => item.textContent.trim())
const sizeOf = (code: string): number =>
  Number.parseFloat(getComputedStyle(page.getByText(code, { exact: true }).element()).fontSize)
const shown = async (code: string) =>
  expect.element(page.getByText(code, { exact: true })).toBeVisible()
const wall = () => page.getByRole('list', { name: 'Kitchen queue' })

function spyOnSound() {
  const ring = vi.spyOn(app?.runWithContext(useSound) ?? { ring: () => undefined }, 'ring')
  onTestFinished(() => ring.mockRestore())
  return ring
}

describe('the screen', () => {
  test('shows numbers, names below them, and nothing else of the app', async () => {
    const bridge = await open(statusOf([order('1001', 'Ana')], [order('1002', 'Bo')]))
    await shown('1001')
    expect(textsIn('Preparing')).toEqual(['1001Ana'])
    expect(textsIn('Ready')).toEqual(['1002Bo'])
    await userEvent.keyboard('{Control>}k{/Control}')
    await userEvent.keyboard('1?')
    bridge.notify({ type: 'events.missed' })
    await expect.poll(() => bridge.asked('orderStatus.get').length).toBeGreaterThan(1)
    const named = (role: string) => document.querySelectorAll(`[role=${role}], ${role}`).length
    expect([named('nav'), named('dialog'), named('alert')]).toEqual([0, 0, 0])
    expect(document.querySelectorAll('.toast, article')).toHaveLength(0)
    expect(page.getByRole('button').elements()).toHaveLength(1)
    expect(bridge.asked('tickets.markReady')).toEqual([])
    expect(bridge.asked('tickets.list').length).toBeLessThanOrEqual(1)
  })

  test('names the restaurant and the time there', async () => {
    const bridge = await open(statusOf(orders(1), []))
    const top = () => document.querySelector('.top')?.textContent ?? ''
    await expect.poll(top).toMatch(/^Trattoria Nonna\s*07:00$/)
    change(bridge, { ...statusOf(orders(1), []), timeFormat: '12-hour' })
    await expect.poll(top).toMatch(/7:00\sAM$/)
  })

  test('says that there are no orders', async () => {
    await open(statusOf([], []))
    await expect.element(page.getByText('No orders right now')).toBeVisible()
  })

  test('is the same on the kitchen computer without a PIN, where it asks for no tickets later', async () => {
    const own = { role: 'status', effectiveRole: 'manager' } as const
    const bridge = await open(statusOf(orders(2), []), own, { hasPin: false })
    await shown('1001')
    const ring = spyOnSound()
    bridge.change([makeTicket({ id: 'new', code: '7777' })])
    bridge.notify({ type: 'events.missed' })
    await expect.poll(() => bridge.asked('screens.get').length).toBeGreaterThan(1)
    expect(ring).not.toHaveBeenCalled()
    expect(bridge.asked('tickets.list')).toHaveLength(1)
  })

  test('appears and goes away when a manager changes the role', async () => {
    const bridge = await open(statusOf(orders(1), []))
    await shown('1000')
    assign(bridge, { role: 'kitchen', effectiveRole: 'kitchen' })
    await expect.element(wall().getByRole('article').first()).toBeVisible()
    await expect.element(half('Preparing')).not.toBeInTheDocument()
    assign(bridge, guests)
    await expect.element(half('Preparing')).toBeVisible()
    await expect.element(wall()).not.toBeInTheDocument()
  })

  test('stays while another store takes the place of this one', async () => {
    const bridge = await open(statusOf(orders(1), []))
    const read = bridge.hold('screens.get')
    bridge.notify({ type: 'host.replaced' })
    const held = await read.next()
    await expect.element(page.getByRole('heading', { name: 'Order status' })).toBeInTheDocument()
    expect(document.querySelector('nav')).toBeNull()
    await held.answer(sampleScreens({ role: 'kitchen', effectiveRole: 'kitchen' }))
  })
})

describe('the size of the numbers', () => {
  test.for(screenSizes)('few and many are read from afar at %i by %i', async ([width, height]) => {
    await page.viewport(width, height)
    const bridge = await open(statusOf(orders(2), orders(2, 2000)))
    await shown('2001')
    await expect.poll(() => sizeOf('2001')).toBeGreaterThan(0.075 * height)
    const few = sizeOf('2001')
    expect(sizeOf('2000')).toBeGreaterThan(few)
    change(bridge, statusOf(orders(40), orders(40, 2000), { preparing: 4 }))
    await expect.poll(() => sizeOf('2001')).toBeLessThan(few)
    expect(sizeOf('1000')).toBeGreaterThanOrEqual(0.06 * height * 0.999)
    expect(sizeOf('2001')).toBeGreaterThan(sizeOf('1000'))
    for (const name of ['Preparing', 'Ready'] as const) {
      const place = half(name).element().getBoundingClientRect()
      expect(place.right).toBeLessThanOrEqual(width + 1)
      for (const item of half(name).getByRole('listitem').elements()) {
        const box = item.getBoundingClientRect()
        expect(box.bottom).toBeLessThanOrEqual(place.bottom + 1)
        expect(box.right).toBeLessThanOrEqual(place.right + 1)
      }
      // Each is shown or counted.
      const left = half(name).element().querySelector('.left [aria-hidden]')?.textContent ?? '+0'
      const items = half(name).getByRole('listitem').elements().length
      const counted = items - (left === '+0' ? 0 : 1) + Number(left)
      expect(counted).toBe(name === 'Preparing' ? 44 : 40)
    }
    expect(document.documentElement.scrollHeight).toBeLessThanOrEqual(height)
  })

  test('a very long number is smaller, and fits', async () => {
    const long = 'MARKETPLACE-2026-000123456789'
    await open(statusOf([], [order(long), order('12')]))
    await shown(long)
    const code = page.getByText(long, { exact: true })
    const place = half('Ready').element().getBoundingClientRect()
    await expect
      .poll(() => code.element().getBoundingClientRect().right)
      .toBeLessThanOrEqual(place.right)
    expect(sizeOf(long)).toBeLessThan(sizeOf('12'))
  })
})

describe('an order that becomes ready', () => {
  test('rings once, and is marked; what was ready before is not', async () => {
    const bridge = await open(statusOf(orders(3), [order('900')]))
    await shown('1001')
    const ring = spyOnSound()
    const marked = () => [...document.querySelectorAll('.fresh')].map((item) => item.textContent)
    expect(marked()).toEqual([])
    change(bridge, statusOf([order('1002')], [order('1001'), order('1000'), order('900')]))
    await expect.poll(marked).toEqual(['1001New', '1000New'])
    expect(ring.mock.calls).toEqual([[['new']]])
    const [motion] = [...document.querySelectorAll('.fresh')].map((item) => getComputedStyle(item))
    expect(Number.parseFloat(motion?.animationDuration ?? '')).toBeLessThan(0.2)
    change(bridge, statusOf([order('1002')], [order('1001'), order('900')]))
    await expect.poll(() => textsIn('Ready')).toEqual(['1001New', '900'])
    expect(ring).toHaveBeenCalledTimes(1)
  })

  test('does not ring when the screen starts', async () => {
    const bridge = await open(statusOf([], []))
    const ring = spyOnSound()
    bridge.notify({ type: 'host.replaced' })
    change(bridge, statusOf([], orders(2)))
    await shown('1001')
    expect(ring).toHaveBeenCalledTimes(1)
  })
})

describe('a link that is lost', () => {
  test('for some seconds is said, with grey numbers, until it is back', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    onTestFinished(() => void vi.useRealTimers())
    const bridge = await open(statusOf(orders(1), orders(1, 2000)))
    await shown('2000')
    const old = page.getByRole('alert')
    bridge.setLink('down')
    await vi.advanceTimersByTimeAsync(4_000)
    await expect.element(old).not.toBeInTheDocument()
    await vi.advanceTimersByTimeAsync(2_000)
    await expect.element(old).toMatchTextContent(/Not up to date/)
    expect(document.documentElement.hasAttribute('data-cut-off')).toBe(true)
    bridge.setLink('up')
    await expect.element(old).not.toBeInTheDocument()
    expect(document.documentElement.hasAttribute('data-cut-off')).toBe(false)
  })
})

describe('leaving', () => {
  const leave = () => page.getByRole('button', { name: 'Leave', exact: true }).click()
  const toKitchen = { screenId: 'grill', name: '', role: 'kitchen' }

  test('asks for the PIN, gives the screen to the kitchen and locks it', async () => {
    const bridge = await open(statusOf(orders(1), []))
    await leave()
    const dialog = page.getByRole('dialog', { name: 'Manager’s PIN' })
    await expect.element(dialog.getByLabelText('Manager’s PIN')).toHaveFocus()
    bridge.answers['screens.unlock'] = null
    bridge.answers['screens.assign'] = null
    bridge.answers['screens.lock'] = null
    await userEvent.keyboard('4821{Enter}')
    await expect.poll(() => bridge.asked('screens.assign')).toEqual([toKitchen])
    await expect.poll(() => bridge.asked('screens.lock')).toHaveLength(1)
    assign(bridge, { role: 'kitchen', effectiveRole: 'kitchen' })
    await expect.element(wall()).toBeVisible()
  })

  test('does nothing without the PIN', async () => {
    const bridge = await open(statusOf(orders(1), []))
    await leave()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    expect(bridge.asked('screens.assign')).toEqual([])
    await shown('1000')
  })

  test('takes its question back when nobody answers it', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    onTestFinished(() => void vi.useRealTimers())
    await open(statusOf(orders(1), []))
    await leave()
    await expect.element(page.getByRole('dialog')).toBeVisible()
    await vi.advanceTimersByTimeAsync(61_000)
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    await shown('1000')
  })

  test('on the kitchen computer without a PIN asks once more', async () => {
    const own = { role: 'status', effectiveRole: 'manager' } as const
    const bridge = await open(statusOf(orders(1), []), own, { hasPin: false })
    bridge.answers['screens.assign'] = null
    await leave()
    const dialog = page.getByRole('dialog', { name: 'Leave order status?' })
    await dialog.getByRole('button', { name: 'Stay' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(bridge.asked('screens.assign')).toEqual([])
    await leave()
    await dialog.getByRole('button', { name: 'Leave order status' }).click()
    await expect.poll(() => bridge.asked('screens.assign')).toEqual([toKitchen])
    expect(bridge.asked('screens.lock')).toEqual([])
  })

  test('on a network without a PIN says who can change the role', async () => {
    await open(statusOf(orders(1), []), guests, { hasPin: false })
    await leave()
    const dialog = page.getByRole('dialog', { name: 'Manager’s PIN' })
    await expect.element(dialog).toMatchTextContent(/ask a manager/)
  })

  test('says why, if the host does not allow it', async () => {
    const own = { role: 'status', effectiveRole: 'manager' } as const
    const bridge = await open(statusOf(orders(1), []), own, { hasPin: false })
    bridge.refusals = { 'screens.assign': { code: 'set-by-profile', detail: 'Door' } }
    await leave()
    await page.getByRole('button', { name: 'Leave order status' }).click()
    await expect.element(page.getByRole('alert')).toBeVisible()
  })
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { FakeBridge } from '../../test-support/fake-bridge.ts'
import { closeWall, openWall, ticketFor } from '../../test-support/open-wall.ts'
import { sampleScreens } from '../../test-support/sample-screens.ts'
import { makeItem } from '../../test-support/sample-ticket.ts'

beforeEach(async () => {
  await page.viewport(1280, 800)
  location.hash = '#/'
})
afterEach(() => {
  vi.useRealTimers()
  closeWall()
})

const step = (name: string) => page.getByRole('dialog', { name, exact: true })
const tours = page.getByRole('region', { name: 'Tours' })
const light = () => document.querySelector('[data-light]')

async function open(mode: 'practice' | 'store', role: 'kitchen' | 'manager' = 'manager') {
  const bridge = new FakeBridge([ticketFor(1, { items: [makeItem({ allergyWords: ['nuts'] })] })])
  bridge.status = { ...bridge.status, mode }
  bridge.preferences = { ...bridge.preferences, isWelcomed: true }
  bridge.answers['screens.get'] = sampleScreens(
    { effectiveRole: role, name: 'Grill' },
    { hasPin: role === 'kitchen' },
  )
  await openWall(bridge)
  return bridge
}

/** Opens the card with the tours, from the help. */
async function askForTours(): Promise<void> {
  const corner = page.getByRole('button', { name: /^Navigation/ })
  if (corner.elements().length > 0) await corner.click()
  await page.getByRole('button', { name: 'Help', exact: true }).click()
  await page.getByRole('button', { name: 'Take the tour' }).click()
  await expect.element(tours).toBeVisible()
}

test('a kitchen’s screen has only the tour for cooks, and a task that is done goes on by itself', async () => {
  const bridge = await open('practice', 'kitchen')
  await expect.element(page.getByRole('button', { name: /^Navigation/ })).toBeVisible()
  await askForTours()
  expect(tours.getByRole('button', { name: 'For managers' }).elements()).toEqual([])
  await tours.getByRole('button', { name: 'For cooks' }).click()
  await step('A ticket is an order').getByRole('button', { name: 'Next' }).click()
  await expect.element(step('Bump it when it is ready')).toHaveFocus()
  expect(light()).not.toBeNull()
  // With the focus on the card, the keys of the wall bump.
  await userEvent.keyboard('1')
  await expect.poll(() => bridge.asked('tickets.markReady')).toHaveLength(1)
  await expect.element(step('Bump it when it is ready')).toMatchTextContent(/Done/)
  await expect.element(step('Bring a ticket back')).toBeVisible()
  expect(bridge.preferences.isTourOffered).toBe(true)
})

test('a bump that the host refused is not done', async () => {
  const bridge = await open('practice')
  bridge.refusals['tickets.markReady'] = { code: 'storage' }
  await askForTours()
  await tours.getByRole('button', { name: 'For cooks' }).click()
  await step('A ticket is an order').getByRole('button', { name: 'Next' }).click()
  await userEvent.keyboard('1')
  await expect.poll(() => bridge.asked('tickets.markReady')).toHaveLength(1)
  await expect.element(step('Bump it when it is ready')).not.toMatchTextContent(/Done/)
})

test('a target that isn’t there leaves the text in the middle', async () => {
  const bridge = await open('practice')
  await askForTours()
  await tours.getByRole('button', { name: 'For cooks' }).click()
  await expect.element(step('A ticket is an order')).toBeVisible()
  await expect.poll(light).not.toBeNull()
  bridge.change([], ['order 1'])
  await expect.poll(light).toBeNull()
  const { left, width } = step('A ticket is an order').element().getBoundingClientRect()
  await expect
    .poll(() => {
      const box = step('A ticket is an order').element().getBoundingClientRect()
      return Math.abs(box.left + box.width / 2 - innerWidth / 2)
    })
    .toBeLessThan(2)
  expect(left + width).toBeLessThanOrEqual(innerWidth)
})

test('Escape closes what is open over the tour first, then the tour', async () => {
  await open('practice')
  await askForTours()
  await tours.getByRole('button', { name: 'For cooks' }).click()
  const first = step('A ticket is an order')
  await expect.element(first).toBeVisible()
  await page.getByRole('button', { name: 'Help', exact: true }).click()
  await expect.element(page.getByRole('dialog', { name: 'The wall', exact: true })).toBeVisible()
  await expect.element(first).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await expect.element(first).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(first).not.toBeInTheDocument()
})

test('once the tour has ended, Escape is the page’s again', async () => {
  await open('practice')
  await askForTours()
  await tours.getByRole('button', { name: 'For cooks' }).click()
  const first = step('A ticket is an order')
  await first.getByRole('button', { name: 'Skip' }).click()
  await expect.element(first).not.toBeInTheDocument()
  const received: string[] = []
  document.body.addEventListener('keydown', ({ key }) => received.push(key), { once: true })
  await userEvent.keyboard('{Escape}')
  expect(received).toEqual(['Escape'])
})

test('Escape in a field, or to close the navigation, doesn’t end the tour', async () => {
  await open('practice', 'kitchen')
  await expect.element(page.getByRole('button', { name: /^Navigation/ })).toBeVisible()
  await askForTours()
  await tours.getByRole('button', { name: 'For cooks' }).click()
  const first = step('A ticket is an order')
  await expect.element(first).toBeVisible()
  const field = document.createElement('input')
  document.body.append(field)
  field.focus()
  await userEvent.keyboard('{Escape}')
  field.remove()
  await page.getByRole('button', { name: /^Navigation/ }).click()
  await expect.poll(() => document.querySelector(':popover-open')).not.toBeNull()
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => document.querySelector(':popover-open')).toBeNull()
  await expect.element(first).toBeVisible()
})

test('“Next” just after a task is done goes one step on, not two', async () => {
  await open('practice')
  await askForTours()
  await tours.getByRole('button', { name: 'For cooks' }).click()
  await step('A ticket is an order').getByRole('button', { name: 'Next' }).click()
  const bump = step('Bump it when it is ready')
  await expect.element(bump).toHaveFocus()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await userEvent.keyboard('1')
  await expect.element(bump).toMatchTextContent(/Done/)
  await bump.getByRole('button', { name: 'Next' }).click()
  await expect.element(step('Bring a ticket back')).toBeVisible()
  await vi.advanceTimersByTimeAsync(5_000)
  await new Promise((done) => requestAnimationFrame(done))
  await expect.element(step('Bring a ticket back')).toBeVisible()
})

test('a real store says where the tour is, and has no way to leave the store', async () => {
  const bridge = await open('store')
  await askForTours()
  await expect.element(tours).toMatchTextContent(/This is your real store/)
  expect(
    tours
      .getByRole('button')
      .elements()
      .map((button) => button.textContent.trim()),
  ).toEqual([''])
  await tours.getByRole('button', { name: 'Not now' }).click()
  await expect.element(tours).not.toBeInTheDocument()
  expect(bridge.asked('connection.practise')).toEqual([])
  expect(bridge.preferences.isTourOffered).toBe(false)
})

test('the tour ends when the screen leaves the practice store', async () => {
  const bridge = await open('practice')
  await askForTours()
  await tours.getByRole('button', { name: 'For cooks' }).click()
  await expect.element(step('A ticket is an order')).toBeVisible()
  bridge.status = { ...bridge.status, mode: 'store' }
  bridge.notify({ type: 'status.changed', status: bridge.status })
  await expect.element(step('A ticket is an order')).not.toBeInTheDocument()
})

import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { nextTick } from 'vue'
import { FakeBridge } from '../test-support/fake-bridge.ts'
import { closeWall, openWall, ticketsUpTo } from '../test-support/open-wall.ts'
import { sampleScreens } from '../test-support/sample-screens.ts'

beforeEach(() => page.viewport(1280, 800))
afterEach(closeWall)

test('a PIN that is typed as soon as it is asked for bumps no ticket', async () => {
  const bridge = new FakeBridge(ticketsUpTo(3))
  bridge.answers['screens.get'] = sampleScreens({ effectiveRole: 'counter' }, { hasPin: true })
  location.hash = '#/'
  await openWall(bridge)
  const unlock = page.getByRole('button', { name: 'Unlock' })
  await expect.element(unlock).toBeVisible()
  await expect.element(page.getByRole('article').first()).toBeVisible()
  await userEvent.keyboard('1')
  await expect.poll(() => bridge.asked('tickets.markReady')).toHaveLength(1)

  const button = unlock.element()
  if (button instanceof HTMLElement) button.click()
  await nextTick()
  // The dialog's file is still loading.
  expect(document.querySelector('[role=dialog]:not([popover])')).toBeNull()
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '2', bubbles: true }))
  await expect.element(page.getByRole('dialog', { name: 'Manager’s PIN' })).toBeVisible()
  expect(bridge.asked('tickets.markReady')).toHaveLength(1)
})

test('the keyboard is at the first order’s button after one stop', async () => {
  const bridge = new FakeBridge(ticketsUpTo(3))
  location.hash = '#/'
  await openWall(bridge)
  const skip = page.getByRole('button', { name: 'Go to the first order' })
  await expect.element(skip).toBeInTheDocument()
  await userEvent.keyboard('{Tab}')
  expect(document.activeElement).toBe(skip.element())
  const { top, height } = skip.element().getBoundingClientRect()
  expect(top).toBeGreaterThanOrEqual(0)
  expect(height).toBeGreaterThanOrEqual(48)
  await userEvent.keyboard('{Enter}')
  expect(document.activeElement?.textContent).toContain('1000')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => bridge.asked('tickets.markReady')).toHaveLength(1)
})

test('without orders, it is at the page', async () => {
  location.hash = '#/'
  await openWall(new FakeBridge([]))
  const skip = page.getByRole('button', { name: 'Go to the page' })
  await expect.element(skip).toBeInTheDocument()
  await userEvent.keyboard('{Tab}{Enter}')
  expect(document.activeElement?.hasAttribute('data-room')).toBe(true)
})

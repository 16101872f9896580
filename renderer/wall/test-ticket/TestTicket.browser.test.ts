import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { App } from 'vue'
import { start } from '../../app/start.ts'
import { rememberConnected } from '../../state/new-store.ts'
import { FakeBridge } from '../../test-support/fake-bridge.ts'
import { makeTicket } from '../../test-support/sample-ticket.ts'

let app: App | undefined
beforeEach(() => sessionStorage.clear())
afterEach(() => app?.unmount())

async function openWall(bridge = new FakeBridge()): Promise<FakeBridge> {
  const root = document.createElement('div')
  document.body.replaceChildren(root)
  location.hash = ''
  app = await start(bridge, root)
  return bridge
}
const offer = () => page.getByRole('button', { name: 'Show a test ticket' })
const ticket = () => page.getByRole('article', { name: 'Test – not an order' })

test('a new store’s empty wall offers a test ticket, which a tap ends, and the host hears nothing', async () => {
  rememberConnected()
  const bridge = await openWall()
  await offer().click()
  await expect.element(ticket()).toBeVisible()
  const ready = ticket().getByRole('button', { name: 'Ready' })
  await expect.element(ready).toHaveFocus()
  await ready.click()
  await expect.element(ticket()).not.toBeInTheDocument()
  await expect.element(offer()).toHaveFocus()
  // Only what the page reads.
  expect(
    bridge.calls.map(([name]) => name).filter((name) => /bump|recall|acknowledge/.test(name)),
  ).toEqual([])
})

test('a real order takes its place', async () => {
  rememberConnected()
  const bridge = await openWall()
  await offer().click()
  bridge.change([makeTicket({ id: 'order 1', code: '1001' })])
  await expect.element(page.getByRole('article', { name: '1001' })).toBeVisible()
  await expect.element(ticket()).not.toBeInTheDocument()
})

test('a store that is not new offers none', async () => {
  await openWall()
  await expect.element(page.getByText('All clear')).toBeVisible()
  await expect.element(offer()).not.toBeInTheDocument()
})

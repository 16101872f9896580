import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { App } from 'vue'
import { fakeComputer, FakeBridge } from '../test-support/fake-bridge.ts'
import { start } from '../app/start.ts'

const address = 'http://127.0.0.1:41733/control'

let app: App | undefined
beforeEach(() => page.viewport(1024, 768))
afterEach(() => {
  app?.unmount()
  location.hash = ''
})

async function open(mode: 'practice' | 'store', shell: 'browser' | 'desktop'): Promise<void> {
  const bridge = new FakeBridge()
  bridge.status = { ...bridge.status, mode }
  bridge.answers['connection.get'] = {
    mode,
    v3Url: null,
    v1Url: null,
    tabsUrl: null,
    storeId: null,
    salesChannelConfigId: null,
    allowHttp: false,
    hasToken: false,
    hasWebhookToken: false,
    hasChannelToken: false,
    relay: null,
    webhookPort: null,
    vault: { safe: true, reason: null, place: 'system', file: null },
    practiceControl: mode === 'practice' ? address : null,
  }
  if (shell === 'desktop') bridge.computer = fakeComputer()
  location.hash = '#/connection'
  const root = document.createElement('div')
  document.body.replaceChildren(root)
  app = await start(bridge, root)
  await expect.element(page.getByRole('heading', { name: 'Check the connection' })).toBeVisible()
  await expect.poll(() => bridge.asked('connection.get').length).toBeGreaterThan(0)
}

test('in a browser the address of the practice controls is a link that opens beside the app', async () => {
  await open('practice', 'browser')
  const link = page.getByRole('link', { name: address })
  await expect.element(link).toHaveAttribute('href', address)
  await expect.element(link).toHaveAttribute('target', '_blank')
  await expect.element(link).toHaveAttribute('rel', 'noopener')
})

test('in the desktop’s window it is text to copy', async () => {
  await open('practice', 'desktop')
  await expect.element(page.getByText(address)).toBeVisible()
  await expect.element(page.getByRole('link', { name: address })).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect.element(page.getByRole('button', { name: 'Copied', exact: true })).toBeVisible()
  const field = document.createElement('textarea')
  document.body.append(field)
  field.focus()
  await userEvent.paste()
  expect(field.value).toBe(address)
})

test('a real store has no practice controls', async () => {
  await open('store', 'browser')
  await expect.element(page.getByRole('heading', { name: 'Connection', exact: true })).toBeVisible()
  await expect
    .element(page.getByRole('heading', { name: 'Practice controls' }))
    .not.toBeInTheDocument()
})

import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { FakeBridge } from '../../test-support/fake-bridge.ts'
import { mountComponent } from '../../test-support/mount-component.ts'
import { useHelpRequest } from '../../state/requests/help-request.ts'
import AboutApp from './AboutApp.vue'

async function open(electron: string | null) {
  const bridge = new FakeBridge()
  const chromium = electron === null ? null : '140.0'
  bridge.answers['status.versions'] = { app: '9.9.9', node: '24.1.0', electron, chromium }
  await mountComponent(AboutApp, bridge)
}

test('says the version, what it runs on, and the licences when asked', async () => {
  await open(null)
  await expect.element(page.getByText('Version 9.9.9')).toBeVisible()
  await expect.element(page.getByText('Runs on Node 24.1.0', { exact: true })).toBeVisible()
  expect(page.getByText(/Electron and Chromium/).elements()).toEqual([])
  await page.getByRole('button', { name: 'Licences of included software' }).click()
  const vue = page.getByText(/^vue 3\.[\d.]+ · MIT$/)
  await expect.element(vue).toBeVisible()
  await vue.click()
  const text = vue.element().closest('details')?.querySelector('.text')
  await expect.poll(() => text?.checkVisibility()).toBe(true)
  expect(text?.textContent).toContain('Permission is hereby granted')
})

test('the desktop app names Electron and Chromium too; what changed opens in the help', async () => {
  await open('45.4.0')
  await expect
    .element(page.getByText('Runs on Node 24.1.0, Electron 45.4.0, Chromium 140.0'))
    .toBeVisible()
  await page.getByRole('button', { name: 'What changed' }).click()
  expect(useHelpRequest().page).toBe('CHANGELOG')
})

import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../test-support/expect-accessible.ts'
import { openApp } from '../test-support/open-app.ts'
import { bridgeWithStations } from '../test-support/open-stations.ts'
import { defaultSettings } from '#contract/settings/settings.ts'

beforeEach(() => page.viewport(1024, 768))

const section = (name: string) => page.getByRole('heading', { name, exact: true, level: 2 })

test('the sections are accessible', async () => {
  await openApp('/setup')
  await expectAccessible(page.getByRole('navigation', { name: 'Settings sections' }))
})

test('settings are accessible, and one that is changed reaches the host', async () => {
  const bridge = await openApp('/setup/kitchen-times', { 'settings.change': defaultSettings })
  await expectAccessible(section('Kitchen times'))
  const amber = page.getByRole('slider', { name: 'Amber after' })
  amber.element().focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.poll(() => bridge.asked('settings.change')).toHaveLength(1)
  await page.getByRole('searchbox').fill('language')
  await expectAccessible(section('This screen › Appearance'))
})

test.for([
  ['this-screen', /^Name/],
  ['stations', /Grill/],
  ['printers', /192\.168\.1\.50/],
] as const)('the section %s is accessible', async ([address, part]) => {
  const bridge = bridgeWithStations()
  const printer = {
    ...{ id: 'p1', name: 'Grill', address: '192.168.1.50', port: 9100, width: 80 as const },
    ...{
      language: 'es' as const,
      prints: null,
      spareId: null,
      ignoresOffline: false,
      columns: null,
      letters: 'code-page' as const,
      images: true,
    },
  }
  bridge.answers['printers.get'] = { printers: [printer], jobs: [] }
  await openApp(`/setup/${address}`, {}, bridge)
  await expectAccessible(page.getByRole('main').getByText(part).first())
})

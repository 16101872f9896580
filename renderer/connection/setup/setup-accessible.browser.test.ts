import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../test-support/expect-accessible.ts'
import { openConnection, platformAddress } from '../../test-support/open-connection.ts'

beforeEach(async () => {
  sessionStorage.clear()
  await page.viewport(1024, 768)
})

const seen = {
  ...{ v3Url: platformAddress, brand: 'Alerce', countryCode: 'CL', skewMs: 0 },
  ...{ permissions: ['admin'], notAllowed: [] },
  stores: ['Providencia', 'Ñuñoa'].map((name) => ({
    ...{ id: name, externalId: null, name, timeZone: 'America/Santiago' },
  })),
}

test('each step to a store is accessible, and the last one connects it', async () => {
  const bridge = await openConnection({}, {}, '/connection/language')
  bridge.answers['connection.tryToken'] = seen
  bridge.answers['connection.connect'] = null
  await expectAccessible(page.getByText('Português', { exact: true }))
  location.hash = '#/connection/start'
  await expectAccessible(page.getByRole('button', { name: /^Connect/ }))
  location.hash = '#/connection/key'
  await expectAccessible(page.getByLabelText('Access key'))

  bridge.refusals['connection.tryToken'] = { code: 'unreachable', reason: 'token-refused' }
  await page.getByLabelText('Access key').fill('token-of-another')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByLabelText('Access key')).toBeInvalid()
  await expectAccessible(page.getByLabelText('Access key'))

  bridge.refusals = {}
  await page.getByLabelText('Access key').fill('token-of-the-store')
  await userEvent.keyboard('{Enter}')
  await page.getByText('Ñuñoa').click()
  const connect = page.getByRole('button', { name: 'Connect Ñuñoa' })
  await expectAccessible(connect)
  await connect.click()
  await expect.poll(() => bridge.asked('connection.connect')).toMatchObject([{ storeId: 'Ñuñoa' }])
  await expectAccessible(page.getByRole('button', { name: 'Go to the orders' }))
})

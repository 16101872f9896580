import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { expectAccessibleInSizes } from './axe.ts'
import { goTo } from './go-to.ts'
import { expect, test as base } from './store.ts'

/** An update server on this machine. */
interface Feed {
  address: string
  /** The newest finished version; null for a server that is broken. */
  version: string | null
  asked: string[]
}

const versionOf = (page: Page) => page.getByText(/^Version \d/).first()

const test = base.extend<{ feed: Feed }>({
  feed: [
    async ({ shell: _shell }, use) => {
      const feed: Feed = { address: '', version: '0.0.1', asked: [] }
      const server: Server = createServer(({ url = '' }, response) => {
        feed.asked.push(url)
        if (feed.version === null) response.writeHead(503).end()
        else response.end(`version: ${feed.version}\nfiles: []\n`)
      }).listen(0, '127.0.0.1')
      await once(server, 'listening')
      feed.address = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`
      await use(feed)
      server.close()
    },
    { auto: true },
  ],
  async env({ feed }, use) {
    await use({ KITCHEN_PASS_UPDATE_URL: feed.address })
  },
})

test('a service says that there is a newer version, and who installs it', async ({
  store,
  feed,
}) => {
  const { page } = store
  const lookNow = page.getByRole('button', { name: 'Look for updates' })
  await goTo(page, '/setup/updates')
  await expect(versionOf(page)).toBeVisible()
  await lookNow.click()
  await expect(page.getByText('This is the newest version')).toBeVisible()
  expect(feed.asked).toEqual(['/latest.yml'])

  feed.version = null
  await lookNow.click()
  await expect(page.getByText(/^Couldn’t reach the update server/)).toBeVisible()

  feed.version = '99.1.0'
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Version 99.1.0 is available')).toBeVisible()
  await expect(page.getByText(/^Ask IT to install it/)).toBeVisible()
  expect(store.output()).toContain('99.1.0')
  // It installs nothing, so there is nothing to set about that.
  await expect(page.getByText('Install updates')).toHaveCount(0)
  await expectAccessibleInSizes(page, 'updates-found')

  await page.getByText('Test versions too (beta)').click()
  await expect(page.getByText(/Test versions come earlier/)).toBeVisible()
  await lookNow.click()
  await expect.poll(() => feed.asked).toContain('/beta.yml')

  await goTo(page, '/setup/about')
  await expect(page.getByRole('link', { name: /99\.1\.0/ })).toBeVisible()
  await page.getByRole('link', { name: /99\.1\.0/ }).click()
  await page.getByRole('button', { name: 'How updates work' }).click()
  await expect(page.getByRole('heading', { name: 'Finished versions and betas' })).toBeVisible()
})

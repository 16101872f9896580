import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { startPractice } from '#practice/platform.ts'
import { practiceStore, practiceWebhookToken } from '#practice/practice-store.ts'
import { createMovableClock } from '#test/support/movable-clock.ts'
import { listStores, publishStatuses } from '#test/support/nats/many-stores.ts'
import { hasNoNatsServer, needsNatsServer } from '#test/support/nats/nats-server.ts'
import { startFleetProcess, startRelayProcess } from '#test/support/nats/relay-process.ts'
import { openTestChain } from '#test/support/nats/test-chain.ts'
import { startWeb } from '#test/support/web-process.ts'
import { expectAccessible } from './axe.ts'

test.skip(hasNoNatsServer, needsNatsServer)

/** A store sends its status twice a minute. */
const untilStatus = { timeout: 45_000 }

const { websiteId, id: storeId } = practiceStore

test('a chain sees its stores: who has orders, and who fell silent', async ({ browser }) => {
  const folder = mkdtempSync(join(tmpdir(), 'kitchen-pass-'))
  // Noon at the store: it is open.
  const clock = createMovableClock(folder, `${new Date().toISOString().slice(0, 10)}T17:00:00Z`)
  const practice = await startPractice({ now: () => clock.now() })
  const chain = await openTestChain(join(folder, 'chain'))
  await chain.addBearer(websiteId, practiceWebhookToken)
  const relayFile = await chain.addStore({ websiteId, storeId }, 'Centro')
  await chain.addStore({ websiteId, storeId: 'new-store' }, 'Not set up yet')
  const relay = await startRelayProcess(chain.relayPath, chain.relayPort)
  practice.setReceiver(relay.url)
  const key = await chain.addUser('Ana', 'viewer')
  const fleet = await startFleetProcess(chain.fleetPath, clock)
  mkdirSync(join(folder, 'store'))
  const store = startWeb({
    dataDir: join(folder, 'store'),
    connected: null,
    nodeArgs: clock.args,
    env: {
      ...clock.env,
      KITCHEN_PASS_V3_URL: practice.v3,
      KITCHEN_PASS_TOKEN: practice.token,
      KITCHEN_PASS_STORE: storeId,
      KITCHEN_PASS_WEBHOOK_PORT: '0',
      KITCHEN_PASS_RELAY_FILE: relayFile,
    },
  })
  await store.ready

  const context = await browser.newContext({
    viewport: { width: 1024, height: 768 },
    locale: 'en-GB',
  })
  const page = await context.newPage()
  await page.goto(fleet.url)
  await page.getByLabel('Key').fill('not a key')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('This key isn’t valid', { exact: false })).toBeVisible()
  await page.getByLabel('Key').fill(key)
  await page.getByRole('button', { name: 'Sign in' }).click()

  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  await expect(row('Not set up yet')).toContainText('Silent')
  await expect(row('Centro')).toContainText('Well', untilStatus)
  for (let nth = 0; nth < 2; nth++)
    await practice.placeOrder({ storeId, deliveryType: 'go', isScheduled: false })
  // The store that was never heard of is first.
  await expect(page.getByRole('row').nth(1)).toContainText('Not set up yet')
  await page.getByRole('button', { name: /^Well/ }).click()
  await expect(row('Not set up yet')).toHaveCount(0)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download as CSV' }).click()
  const table = readFileSync(await (await download).path(), 'utf8')
  expect(table).toMatch(/\nwell,[^,]+,Centro,/)
  expect(table).not.toContain('Not set up yet')
  await row('Centro').getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Centro')
  await expect(page.getByText('Everything works. There is nothing to do.')).toBeVisible()
  const figures = page.getByRole('definition')
  await expect(figures.filter({ hasText: /^2$/ }).first()).toBeVisible(untilStatus)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Centro')

  // Another server of the page, started five minutes later, knows the same stores and the login.
  await store.end('SIGKILL')
  clock.moveTo(new Date(clock.now() + 5 * 60_000).toISOString())
  const another = await startFleetProcess(chain.fleetPath, clock)
  await page.goto(new URL(new URL(page.url()).hash, another.url).href)
  await expect(page.getByText(/^No status since/)).toBeVisible()
  await page.getByRole('link', { name: 'All stores' }).click()
  await expect(row('Centro')).toContainText('Silent')

  // A key that is removed ends the open page.
  await chain.removeUser('Ana')
  await expect(page.getByLabel('Key')).toBeVisible()

  await context.close()
  await Promise.all([fleet, another, relay].map((each) => each.end('SIGTERM')))
  await practice.close()
  await chain.close()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

test('two thousand stores: the map, the table and a store', async ({ browser }) => {
  const folder = mkdtempSync(join(tmpdir(), 'kitchen-pass-'))
  const chain = await openTestChain(join(folder, 'chain'))
  const key = await listStores(chain, 2_000)
  const fleet = await startFleetProcess(chain.fleetPath)
  await expect.poll(async () => (await fetch(`${fleet.url}health`)).status).toBe(200)
  await publishStatuses(chain, 0, 2_000)
  const context = await browser.newContext({
    viewport: { width: 1024, height: 768 },
    locale: 'en-GB',
  })
  const page = await context.newPage()
  // The key in the link logs in, and leaves the address.
  await page.goto(`${fleet.url}#key=${key}`)
  const table = page.getByRole('table')
  await expect(table).toHaveAttribute('aria-rowcount', '2001')
  expect(page.url()).not.toContain(key)
  // Only the rows in sight are drawn.
  expect(await page.getByRole('row').count()).toBeLessThan(60)
  await expect(page.getByRole('img', { name: /^Map of 2,000 stores\. Silent \d+/ })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Silent/ })).toContainText('25')
  await expectAccessible(page, 'fleet page')

  await page.getByRole('searchbox').fill('centro santiago 4')
  await expect(page.getByRole('row').nth(1)).toContainText('Centro Santiago')
  await page.getByRole('searchbox').fill('nowhere')
  await expect(page.getByText('No stores match')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByRole('button', { name: /^Late/ }).click()
  await expect(page.getByRole('row').nth(1)).toContainText('late')
  await page.keyboard.press('Tab')
  await page.getByRole('row').nth(1).getByRole('link').first().click()
  await expect(page.getByText(/past (its|their) promised time/)).toBeVisible()
  await expect(page.getByRole('img', { name: /Most late tickets at once/ })).toBeVisible()
  await expectAccessible(page, 'a store of the fleet')

  await context.close()
  await fleet.end('SIGTERM')
  await chain.close()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

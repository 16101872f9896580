import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { startPractice } from '#practice/platform.ts'
import { practiceStore, practiceWebhookToken } from '#practice/practice-store.ts'
import { createMovableClock } from '#test/support/movable-clock.ts'
import { hasNoNatsServer, needsNatsServer } from '#test/support/nats/nats-server.ts'
import { startFleetProcess, startRelayProcess } from '#test/support/nats/relay-process.ts'
import { openTestChain } from '#test/support/nats/test-chain.ts'
import { expectAccessible } from './axe.ts'
import { openChainStore } from './chain-store.ts'
import { goTo } from './go-to.ts'

test.skip(hasNoNatsServer, needsNatsServer)

/** A store sends its status twice a minute. */
const untilStatus = { timeout: 45_000 }
const { websiteId, id: first } = practiceStore
const second = 'store-punta-arenas'
const item = 'Hamburguesa clásica'
const reason = 'Glass in lot 12: throw it away'

async function openFleet(page: Page, url: string, key: string): Promise<void> {
  await page.goto(`${url}#key=${key}`)
  await expect(page.getByRole('link', { name: 'Instructions', exact: true })).toBeVisible()
}

/** Fills in a recall in both stores, up to the button that sends it. */
async function writeRecall(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Instructions', exact: true }).click()
  await page.getByRole('link', { name: 'New instruction' }).click()
  await page.getByRole('radio', { name: /^Sold out: an item/ }).check()
  await page.getByLabel('Name of the item').fill('hamburguesa CLASICA')
  await page.getByLabel('Reason').fill(reason)
  await page.getByRole('checkbox', { name: 'Centro' }).check()
  await page.getByRole('checkbox', { name: 'Sur' }).check()
}

test('a recall reaches two stores, is confirmed by each, and ends; one store then refuses', async ({
  browser,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'kitchen-pass-'))
  const clock = createMovableClock(folder, new Date().toISOString())
  const practice = await startPractice({ now: () => clock.now() })
  const chain = await openTestChain(join(folder, 'chain'))
  await chain.addBearer(websiteId, practiceWebhookToken)
  const relay = await startRelayProcess(chain.relayPath, chain.relayPort)
  practice.setReceiver(relay.url)
  const keys = {
    vera: await chain.addUser('Vera', 'viewer'),
    ana: await chain.addUser('Ana', 'admin'),
  }
  const fleet = await startFleetProcess(chain.fleetPath, clock)
  const fileOf = (storeId: string, name: string) => chain.addStore({ websiteId, storeId }, name)
  const files = { first: await fileOf(first, 'Centro'), second: await fileOf(second, 'Sur') }
  const open = (storeId: string, relayFile: string) =>
    openChainStore(browser, join(folder, storeId), clock, {
      v3: practice.v3,
      token: practice.token,
      storeId,
      relayFile,
    })
  const centro = await open(first, files.first)
  const context = await browser.newContext({
    viewport: { width: 1024, height: 768 },
    locale: 'en-GB',
  })
  const page = await context.newPage()
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })

  // A viewer sees what is sent, and sends nothing.
  await openFleet(page, fleet.url, keys.vera)
  await page.getByRole('link', { name: 'Instructions', exact: true }).click()
  await expect(page.getByText('No instructions yet')).toBeVisible()
  await expect(page.getByRole('link', { name: 'New instruction' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Sign out' }).click()

  // Sur is off.
  await page.getByLabel('Key').fill(keys.ana)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await writeRecall(page)
  await expect(page.getByText(/is sold out in 2 stores until/)).toBeVisible()
  await expectAccessible(page, 'new instruction')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(row('Centro')).toContainText('Done')
  await expect(row('Centro')).toContainText('confirmed by the platform', untilStatus)
  await expect(row('Sur')).toContainText('Sent, store is silent')
  await expectAccessible(page, 'an instruction')

  // The cook reads why, and the board says who.
  await expect(centro.page.getByText(`The chain sold out ${item}`).first()).toBeVisible()
  await goTo(centro.page, '/stock')
  await expect(centro.page.getByText('changed by Test chain: Ana').first()).toBeVisible()
  await centro.page.getByRole('switch', { name: item }).click()
  const question = centro.page.getByRole('dialog', { name: 'Sold out by the chain' })
  await expect(question).toContainText(reason)
  await expectAccessible(centro.page, 'sold out by the chain')
  await question.getByRole('button', { name: 'Leave sold out' }).click()
  await expect(question).toBeHidden()
  expect(practice.stock().find((each) => each.productExternalId === 'P101')).toMatchObject({
    stock: 0,
  })

  // Sur is on again, and has it too.
  const sur = await open(second, files.second)
  await expect(sur.page.getByText(`The chain sold out ${item}`).first()).toBeVisible(untilStatus)
  await expect(row('Sur')).toContainText('Done', untilStatus)

  await page.getByRole('button', { name: 'Put back on sale' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Put back on sale' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(
    'Back on sale: hamburguesa CLASICA',
  )
  for (const name of ['Centro', 'Sur']) await expect(row(name)).toContainText('Done')
  await expect
    .poll(() => practice.stock().find((each) => each.productExternalId === 'P101')?.stock ?? null)
    .toBeNull()

  // Centro decides for itself from now on.
  await goTo(centro.page, '/connection')
  const allow = centro.page.getByRole('switch', { name: 'The chain may change this store' })
  await allow.scrollIntoViewIfNeeded()
  await allow.click()
  await expect(allow).not.toBeChecked()
  await expect(centro.page.getByRole('heading', { name: 'Changes from the chain' })).toBeVisible()
  await expectAccessible(centro.page, 'changes from the chain')
  await writeRecall(page)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(row('Centro')).toContainText('Refused in the store')
  await expect(row('Sur')).toContainText('Done')
  await expect(
    centro.page.getByText('The chain wants hamburguesa CLASICA sold out').first(),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send again to 1 store' })).toBeVisible()
  await allow.click()
  await page.getByRole('button', { name: 'Send again to 1 store' }).click()
  await expect(row('Centro')).toContainText('Done')

  await Promise.all([centro.close(), sur.close(), context.close()])
  await Promise.all([fleet, relay].map((each) => each.end('SIGTERM')))
  await practice.close()
  await chain.close()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

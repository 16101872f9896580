import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { practiceStore, practiceWebhookToken } from '#practice/practice-store.ts'
import { hasNoNatsServer, needsNatsServer } from '#test/support/nats/nats-server.ts'
import { openTestChain } from '#test/support/nats/test-chain.ts'
import { expectAccessible } from './axe.ts'
import { goTo } from './go-to.ts'
import { expect, test } from './store.ts'

test.skip(hasNoNatsServer, needsNatsServer)

test('a manager chooses the relay’s file, sees it answer, gets orders by it, and leaves it', async ({
  store,
}) => {
  const { practice, page } = store
  const folder = mkdtempSync(join(tmpdir(), 'kitchen-pass-'))
  const chain = await openTestChain(join(folder, 'chain'))
  const { websiteId } = practiceStore
  await chain.addBearer(websiteId, practiceWebhookToken)
  const relay = await chain.startRelay()
  const fileOf = async (storeId: string): Promise<string> => {
    const path = join(folder, `${storeId}.relay.json`)
    writeFileSync(path, await chain.addStore({ websiteId, storeId }, 'Centro'))
    return path
  }
  const [other, own] = [await fileOf('another-store'), await fileOf(practice.storeId)]
  writeFileSync(join(folder, 'photo.json'), 'not a file of a relay')

  await goTo(page, '/connection')
  await page.getByRole('radio', { name: 'Events come through your chain’s relay' }).check()
  async function choose(path: string): Promise<void> {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: /^Choose (the|another) file$/ }).click()
    await (await chooser).setFiles(path)
  }
  await choose(join(folder, 'photo.json'))
  await expect(page.getByText('This isn’t a file for a relay.')).toBeVisible()
  await choose(other)
  await expect(page.getByText('This file is for another store.')).toBeVisible()
  await choose(own)
  await expect(page.getByText('Events for Centro come through the relay')).toBeVisible()
  await expect(page.getByText(/^answered/).first()).toBeVisible()
  await expectAccessible(page, 'relay panel')

  practice.setReceiver(relay.url)
  const { code } = await practice.placeOrder({ deliveryType: 'go', isScheduled: false })
  await goTo(page, '/')
  await expect(store.card(code)).toBeVisible()
  await goTo(page, '/connection')
  await page.getByRole('button', { name: 'Stop using the relay' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Events that wait at the relay won’t come here any more.')
  await dialog.getByRole('button', { name: 'Stop using the relay' }).click()
  await expect(page.getByText('Events for Centro come through the relay')).toBeHidden()

  await chain.close()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

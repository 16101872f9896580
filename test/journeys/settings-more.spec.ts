import { readFileSync } from 'node:fs'
import { goTo } from './go-to.ts'
import { expectAccessible } from './axe.ts'
import type { TicketsSnapshot } from '#contract/tickets/ticket.ts'
import { expect, test } from './store.ts'

test.describe('on a day in spring', () => {
  test.use({ startsAt: '2026-11-25T15:00:00.000Z' })

  test('a ticket turns amber, late and very late, as its type and the restaurant have it', async ({
    store,
  }) => {
    const { page } = store
    await goTo(page, '/setup/kitchen-times')
    const delivery = page.getByRole('slider', { name: 'Amber for delivery' })
    await expect(delivery).toHaveAccessibleName('Amber for delivery')
    await expect(page.getByText('same as the others').first()).toBeVisible()
    await delivery.fill('50')
    await page.getByRole('slider', { name: 'Very late after' }).fill('5')
    await expect
      .poll(() => store.call('settings.get', {}))
      .toMatchObject({ value: { amberShareDelivery: 0.5, veryLateMinutes: 5 } })
    const [{ code, _id }, pickup] = [
      await store.practice.placeOrder({ deliveryType: 'delivery', isScheduled: false }),
      await store.practice.placeOrder({ deliveryType: 'go', isScheduled: false }),
    ]
    await goTo(page, '/')
    await expect(store.card(pickup.code)).toBeVisible()
    await expect(store.card(code)).toBeVisible()
    const { value } = (await store.call('tickets.list', {})) as { value: TicketsSnapshot }
    const ticket = value.tickets.find(({ id }) => id === _id)
    const [queued, promised] = [ticket?.queueAt ?? '', ticket?.promisedAt ?? ''].map(Date.parse)
    const at = (minutes: number, from = promised ?? 0) =>
      new Date(from + minutes * 60_000).toISOString()
    const look = async (instant: string): Promise<void> => {
      store.sleepUntil(instant)
      await page.reload()
    }
    await look(at(0.1, ((queued ?? 0) + (promised ?? 0)) / 2))
    await expect(store.card(code)).toContainText('Due soon')
    await expect(store.card(pickup.code)).not.toContainText('Due soon')
    await look(at(4))
    await expect(store.card(code)).toContainText(/Late\s*\+4:0/)
    await look(at(5))
    await expect(store.card(code)).toContainText(/Very late\s*5:0/)
    await expectAccessible(page, 'very-late')
  })
})

test('a webhook token is replaced, support gets a file without secrets, and About names the version', async ({
  store,
}) => {
  const { page } = store
  expect(await store.post({ type: 'nothing', _id: 'a' })).toBe(200)
  await goTo(page, '/connection')
  const main = page.getByRole('main')
  await main.getByText('Technical details').click()
  await expect(main.getByText('Token 2', { exact: true })).toBeVisible()
  await expect(main.getByText(/^Last used/)).toBeVisible()
  await expectAccessible(page, 'tokens')
  await main.getByRole('button', { name: 'Remove token 2' }).click()
  await expect(main.getByText('Token 2', { exact: true })).toBeHidden()
  expect(await store.post({ type: 'nothing', _id: 'b' })).toBe(200)
  const second = main.getByLabel('Or type the second token')
  await second.fill('a-new-bearer-for-senders')
  await main.getByRole('button', { name: 'Add token' }).click()
  await expect(main.getByText('Token 2', { exact: true })).toBeVisible()

  const downloading = page.waitForEvent('download')
  await main.getByRole('button', { name: 'Save the file' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('kitchen-pass-support.txt')
  const text = readFileSync(await download.path(), 'utf8')
  expect(text).toContain('"undoSeconds"')
  for (const secret of [store.practice.token, 'a-new-bearer-for-senders', 'bearer-of-the-journeys'])
    expect(text).not.toContain(secret)

  await goTo(page, '/setup/about')
  await expect(main.getByText(/^Version \d/)).toBeVisible()
  await main.getByRole('button', { name: 'Licences of included software' }).click()
  await main.getByText(/^vue 3/).click()
  await expectAccessible(page, 'about')
  await main.getByRole('button', { name: 'What changed' }).click()
  await expect(page.getByRole('dialog', { name: 'Changelog' })).toBeVisible()
})

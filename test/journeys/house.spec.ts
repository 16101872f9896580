import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { reservedPort } from '#test/support/reserved-port.ts'
import { pairContext, startWeb } from '#test/support/web-process.ts'
import { burger } from './board.ts'
import { leaveFirstSteps } from './connect-store.ts'
import { greenElements } from './green-elements.ts'
import { health, openAlerts } from './house.ts'
import { expect, shareStore, test } from './store.ts'

/** Runs in the page: whether everything that is loaded later has loaded. */
const isAllFetched = `(() => {
  const wanted = [...document.querySelectorAll('link[rel=prefetch]')].map(({ href }) => href)
  const there = performance.getEntriesByType('resource').filter(({ responseEnd }) => responseEnd > 0)
  return wanted.length > 0 && wanted.every((href) => there.some(({ name }) => name === href))
})()`

test('with the host gone nothing stays green, in any room; once it is back everything is', async ({
  browser,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'kitchen-pass-'))
  const uiPort = String(await reservedPort())
  const start = () => startWeb({ dataDir: folder, connected: null, uiPort })
  let web = start()
  const { ui } = await web.ready
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' })
  await pairContext(page.context(), ui)
  await page.goto(ui)
  await leaveFirstSteps(page)
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(health({ page })).toContainText('All good')
  expect(await greenElements(page)).not.toEqual([])
  // The other rooms' files load a moment after the first view.
  await expect.poll(() => page.evaluate<boolean>(isAllFetched)).toBe(true)

  await web.end('SIGKILL')
  const line = page.getByRole('region', { name: 'Alerts' })
  await expect(line).toContainText('Connection to the kitchen computer lost')
  await expect(health({ page })).toContainText('No connection')
  expect(await greenElements(page)).toEqual([])
  await page.getByRole('link', { name: /^86/ }).click()
  await expect(page.getByRole('switch').first()).toBeVisible()
  expect(await greenElements(page)).toEqual([])
  await health({ page }).click()
  await expect(page.getByText('all confirmed')).toHaveCount(0)
  expect(await greenElements(page)).toEqual([])
  // The help was loaded with the other rooms' files.
  await page.getByRole('button', { name: 'Help', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Connect your store' })).toBeVisible()
  await page.keyboard.press('Escape')

  web = start()
  await web.ready
  await expect(line).not.toContainText('Connection to the kitchen computer lost')
  await expect(page.getByText('all confirmed')).toBeVisible()
  await page.getByRole('link', { name: /^Kitchen/ }).click()
  await expect(health({ page })).toContainText('All good')
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.close()
  await web.end('SIGTERM')
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

test.describe('in one store', () => {
  const shared = shareStore()

  test('keys alone go from room to room, and the navigation says where one is', async () => {
    const store = shared()
    const { page } = store
    // The navigation appears a moment after the first view. Before that, Tab goes to the wall.
    await expect(
      page.getByRole('navigation').getByRole('link', { name: /^Settings/ }),
    ).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Go to the page' })).toBeFocused()
    await page.keyboard.press('Tab')
    for (const name of [
      /^Kitchen/,
      /^Tickets/,
      /^86/,
      /^Front/,
      /^Reservations/,
      /^Guests/,
      /^Coupons/,
      /^Store/,
      /^Time and pause/,
      /^Opening hours/,
      /^Reports and shift/,
      /^Close-out/,
      /^Payments/,
      /^Waste/,
      /^Performance/,
      /^Settings/,
    ]) {
      const entry = page.getByRole('navigation', { name: 'Navigation' }).getByRole('link', { name })
      await expect(entry).toBeFocused()
      await expect(entry).toHaveCSS('outline-style', 'solid')
      await page.keyboard.press('Enter')
      await expect(entry).toHaveAttribute('aria-current', /^(page|true)$/)
      await expect(entry).toBeFocused()
      await page.keyboard.press('Tab')
    }
  })

  test('an alert is seen in another room; a tap leads to the thing, and it can be dealt with on the spot', async () => {
    const store = shared()
    const { page, practice } = store
    const order = await practice.placeOrder({ deliveryType: 'go', isScheduled: false })
    await expect(store.card(order.code)).toBeVisible()
    await page.getByRole('link', { name: /^86/ }).click()
    await expect(page.getByRole('switch', { name: burger.name, exact: true })).toBeVisible()
    practice.misbehave({ path: 'preparation-ready', kind: 'status', status: 400 })
    await store.call('tickets.markReady', { ticketId: order._id, tapId: 'tap' })

    const line = page.getByRole('region', { name: 'Alerts' })
    await expect(line).toContainText(order.code)
    await line.getByRole('link', { name: `Show ${order.code}` }).click()
    const recall = page.getByRole('dialog', { name: 'Recall' })
    await expect(recall.locator('.sought')).toContainText(order.code)
    await page.keyboard.press('Escape')
    await expect(recall).toBeHidden()

    practice.behave()
    await page.getByRole('button', { name: /^Alerts/ }).click()
    const list = page.getByRole('dialog', { name: 'Alerts' })
    await list.getByRole('button', { name: `Send again ${order.code}` }).click()
    await expect(list).toContainText('Nothing needs attention')
    await page.keyboard.press('Escape')
    // The focus returns to where it was before the list.
    await expect(page.getByRole('button', { name: /^Alerts/ })).toBeFocused()
  })

  // It leaves an alert.
  test('what the platform refused to sell out is an alert on the wall, and leads to its switch', async () => {
    const store = shared()
    const { page, practice } = store
    practice.misbehave({ path: 'updateStock', kind: 'status', status: 400, times: 1 })
    await store.call('stock.set', {
      tapId: 'tap',
      keys: [burger.key],
      act: { kind: 'out', until: { kind: 'notice' } },
    })
    const line = page.getByRole('region', { name: 'Alerts' })
    await expect(line).toContainText(burger.name)
    const list = await openAlerts(store)
    await list.getByRole('link', { name: `Show ${burger.name}` }).click()
    await expect(list).toBeHidden()
    await expect(page.getByRole('switch', { name: burger.name, exact: true })).toBeVisible()
    await expect(page.getByRole('searchbox')).toHaveValue(burger.name)
  })

  // The last, because it sets a PIN.
  test('with a PIN each role has its rooms; the address of another one leads home with a sentence', async () => {
    const store = shared()
    const { page } = store
    expect(await store.call('screens.setPin', { pin: '4821' })).toMatchObject({ ok: true })
    const rooms = page.getByRole('navigation').getByRole('link')
    const own = (await store.call('screens.get', {})) as { value: { own: { id: string } } }
    const assign = (role: string) =>
      store.call('screens.assign', {
        screenId: own.value.own.id,
        name: 'Pass',
        role: role as never,
      })

    expect(await assign('manager')).toMatchObject({ ok: true })
    const kitchen = [/Kitchen/, /Tickets/, /86/]
    const front = [/Front/, /Store/]
    await expect(rooms).toHaveText([
      ...kitchen,
      ...front,
      /Reports and shift/,
      /Settings/,
      /Connection/,
    ])
    await page.getByRole('link', { name: /^Settings/ }).click()
    await expect(page).toHaveURL(/#\/setup/)

    for (const role of ['counter', 'kitchen']) {
      expect(await assign(role)).toMatchObject({ ok: true })
      expect(await store.call('screens.lock', {})).toMatchObject({ ok: true })
      await expect(page).toHaveURL(/#\/$/)
      await expect(page.getByText('Settings isn’t available on this screen.').first()).toBeVisible()
      // On a kitchen's wall the navigation hides behind one button.
      if (role === 'kitchen') await page.getByRole('button', { name: /^Navigation/ }).click()
      const seen = role === 'counter' ? [...kitchen, ...front] : [/Tickets/, /86/]
      await expect(rooms).toHaveText([...seen, /Connection/])
      await page.getByRole('button', { name: 'Unlock', exact: true }).click()
      await expect(page.getByRole('textbox', { name: 'PIN' })).toBeFocused()
      await page.keyboard.type('4821')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('dialog')).toBeHidden()
      await page.goto(new URL('#/setup', page.url()).href)
      await expect(page).toHaveURL(/#\/setup/)
    }
  })
})

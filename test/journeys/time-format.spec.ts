import { fillStore } from './fill-store.ts'
import { goTo } from './go-to.ts'
import { expect, test } from './store.ts'

// Half past six in the evening in Santiago, so that every room has a time after noon.
test.use({ startsAt: '2026-11-20T21:30:00.000Z' })

/** Times that are only on a clock with 24 hours. */
const of24 = /\b(?:0\d|1[3-9]|2[0-3]):[0-5]\d\b/
const of12 = /\b1?\d:[0-5]\d\s[AP]M\b/

/** Rooms that show times. Not the wall, which counts down in minutes and seconds. */
const rooms = ['/reservations', '/stock', '/close-out', '/payments']

test('the time format is chosen once in Settings, and every screen writes and asks for times so', async ({
  store,
}) => {
  const { page } = store
  await fillStore(store)
  const clock = page.locator('.header .clock')
  await expect(clock).toHaveText(/^18:3\d$/)

  await goTo(page, '/setup')
  await page.getByRole('searchbox').fill('am pm')
  const format = page.getByRole('group', { name: 'Time format' })
  await format.getByText('12-hour').click()
  await expect(format.getByRole('radio', { name: /^12-hour/ })).toBeChecked()
  await expect
    .poll(() => store.call('settings.get', {}))
    .toMatchObject({ value: { timeFormat: '12-hour' } })

  await goTo(page, '/')
  await expect(clock).toHaveText(/^6:3\d\sPM$/)

  await goTo(page, '/stock')
  await page
    .getByRole('button', { name: /^More for/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('spinbutton', { name: 'Hour' }).click()
  await page.keyboard.type('1159p')
  await expect(dialog.getByRole('button', { name: /^Until 11:59\sPM/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(
    page
      .getByRole('main')
      .getByText(/11:59\sPM/)
      .first(),
  ).toBeVisible()

  const text = () => page.getByRole('main').innerText()
  for (const address of rooms) {
    await goTo(page, address)
    await expect.poll(text, address).toMatch(of12)
    expect.soft(await text(), address).not.toMatch(of24)
  }

  await page.reload()
  await goTo(page, '/')
  await expect(clock).toHaveText(/^6:3\d\sPM$/)
})

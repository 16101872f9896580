import { goTo } from './go-to.ts'
import { expect, test } from './store.ts'

/** Rooms by their address, and the page that each opens. */
const pages: Record<string, string> = {
  '/': 'The wall',
  '/stock': '86: mark items as sold out',
  '/reservations': 'Reservations',
  '/guests': 'Guests',
  '/coupons': 'Coupons',
  '/close-out': 'Close a shift',
  '/payments': 'Payments, waste and kitchen performance',
  '/setup': 'Settings',
  '/connection': 'Connect your store',
}

test(
  'each room opens its page of the help, which needs no network and leads to the others',
  { tag: '@desktop' },
  async ({ store }) => {
    const { page } = store
    const origin = new URL(page.url()).origin
    const elsewhere: string[] = []
    page.on('request', (request) => {
      if (new URL(request.url()).origin !== origin) elsewhere.push(request.url())
    })
    const help = page.getByRole('button', { name: 'Help', exact: true })
    for (const [address, title] of Object.entries(pages)) {
      await goTo(page, address)
      await help.click()
      await expect(page.getByRole('dialog', { name: title, exact: true })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toBeHidden()
      await expect(help).toBeFocused()
    }

    await goTo(page, '/stock')
    await help.click()
    const board = page.getByRole('dialog', { name: '86: mark items as sold out', exact: true })
    const picture = board.getByRole('img', { name: /^The 86 board/ })
    await expect
      .poll(() => picture.evaluate<boolean>('(image) => image.naturalWidth > 0'))
      .toBe(true)
    await page.getByRole('button', { name: 'All topics' }).click()
    await page.getByRole('link', { name: 'Receipt printers' }).click()
    await expect(page.getByRole('heading', { name: 'Connect a printer' })).toBeVisible()
    await page.getByRole('button', { name: 'Back' }).click()
    await page.getByRole('button', { name: 'Back' }).click()
    await expect(board).toBeVisible()
    expect(elsewhere).toEqual([])
  },
)

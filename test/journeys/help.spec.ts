import { goTo } from './go-to.ts'
import { expect, test } from './store.ts'

/** Rooms by their entry in the navigation, and the help page that each opens. */
const pages: [entry: RegExp, title: string][] = [
  [/^Kitchen/, 'The wall'],
  [/^86/, '86: mark items as sold out'],
  [/^Reservations/, 'Reservations'],
  [/^Guests/, 'Guests'],
  [/^Coupons/, 'Coupons'],
  [/^Store/, 'Preparation time and pauses'],
  [/^Close-out/, 'Close a shift'],
  [/^Settings/, 'Settings'],
  [/^Connection/, 'Connect your store'],
]

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
    const enter = async (name: RegExp): Promise<void> => {
      const entry = page.getByRole('navigation', { name: 'Navigation' }).getByRole('link', { name })
      await entry.click()
      await expect(entry).toHaveAttribute('aria-current', 'page')
    }
    for (const [name, title] of pages) {
      await enter(name)
      await help.click()
      await expect(page.getByRole('dialog', { name: title, exact: true })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toBeHidden()
      await expect(help).toBeFocused()
    }

    // Rooms without an entry of their own are opened from the room of their area.
    for (const [address, area, entry, title] of [
      ['/store/hours', 'Store', 'Opening hours', 'Opening hours'],
      ['/payments', 'Shift', 'Payments', 'Payments, waste and kitchen performance'],
    ] as const) {
      await goTo(page, address)
      const link = page.getByRole('navigation', { name: area }).getByRole('link', { name: entry })
      await expect(link).toHaveAttribute('aria-current', 'page')
      await help.click()
      await expect(page.getByRole('dialog', { name: title, exact: true })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toBeHidden()
    }

    await enter(/^86/)
    await help.click()
    const board = page.getByRole('dialog', { name: '86: mark items as sold out', exact: true })
    const picture = board.getByRole('img', { name: /^The 86 board/ })
    await expect(picture).not.toHaveJSProperty('naturalWidth', 0)
    await page.getByRole('button', { name: 'All topics' }).click()
    await page.getByRole('link', { name: 'Receipt printers' }).click()
    await expect(page.getByRole('heading', { name: 'Connect a printer' })).toBeVisible()
    await page.getByRole('button', { name: 'Back' }).click()
    await page.getByRole('button', { name: 'Back' }).click()
    await expect(board).toBeVisible()
    expect(elsewhere).toEqual([])
  },
)

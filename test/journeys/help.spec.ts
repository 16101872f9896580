import { listRooms } from '#test/support/rooms.ts'
import { goTo } from './go-to.ts'
import { expect, test } from './store.ts'

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
    const navigation = page.getByRole('navigation', { name: 'Navigation' })
    for (const { address, help: title } of listRooms()) {
      await goTo(page, address)
      const current = page.locator(`a[href="#${address}"][aria-current="page"]`)
      await expect(current.first(), address).toBeVisible()
      await help.click()
      await expect(page.getByRole('dialog', { name: title, exact: true })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toBeHidden()
      await expect(help).toBeFocused()
    }

    await navigation.getByRole('link', { name: /^Kitchen/ }).click()
    await navigation.getByRole('link', { name: /^86/ }).click()
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

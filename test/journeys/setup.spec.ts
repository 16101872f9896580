import type { Page } from '@playwright/test'
import messages from '#renderer/locales/settings/messages/en.json' with { type: 'json' }
import { expectAccessible } from './axe.ts'
import { goTo } from './go-to.ts'
import { expect, shareStore, test } from './store.ts'

const searchIn = (page: Page) => page.getByRole('searchbox')

test(
  'a key that a press has taught bumps the first card, also after the app was started anew',
  { tag: '@desktop' },
  async ({ store }) => {
    const { code, _id } = await store.practice.placeOrder({
      deliveryType: 'go',
      isScheduled: false,
    })
    await expect(store.card(code)).toBeVisible()
    await goTo(store.page, '/setup/keys')
    const card = store.page.getByRole('button', { name: 'Change Bump ticket 1', exact: true })
    await card.focus()
    await store.page.keyboard.press('Enter')
    await expect(store.page.getByRole('button', { name: /^Press a key/ })).toBeFocused()
    await store.page.keyboard.press('u')
    await expect(
      store.page.getByText(/^U was the key for “Undo the last bump”/).last(),
    ).toBeVisible()

    await store.restart()
    const { page } = store
    const ready = (): number =>
      store.practice
        .effects()
        .filter(({ operation, subject }) => operation === 'preparation-ready' && subject === _id)
        .length
    await expect(store.card(code)).toBeVisible()
    await page.keyboard.press('?')
    const map = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect(map.getByText('Bump ticket 1', { exact: true })).toBeVisible()
    await expect(map.getByText('Undo the last bump')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(map).toBeHidden()
    // Its former digit now belongs to no command.
    await page.keyboard.press('1')
    await expect(store.card(code).getByRole('button', { name: `Ready ${code}` })).toBeVisible()
    await store.call('settings.change', { undoSeconds: 10 })
    await page.keyboard.press('u')
    await expect(store.card(code).getByRole('button', { name: `Undo ${code}` })).toBeVisible()
    await expect.poll(ready).toBe(1)
  },
)

test.describe('in one store', () => {
  const shared = shareStore()

  test(
    'the keyboard alone reaches a section, what is in it, and the search',
    { tag: '@quick' },
    async () => {
      const store = shared()
      const { page } = store
      await goTo(page, '/setup')
      await expect(searchIn(page)).toBeVisible()
      await page.keyboard.press('/')
      await expect(searchIn(page)).toBeFocused()
      const times = page.getByRole('link', { name: 'Kitchen times' })
      const undo = page.getByRole('slider', { name: 'Undo after a bump' })
      const tabTo = async (target: typeof times): Promise<void> => {
        for (let nth = 0; nth < 20; nth++) {
          await page.keyboard.press('Tab')
          if ((await target.and(page.locator(':focus')).count()) > 0) return
        }
      }
      await tabTo(times)
      await page.keyboard.press('Enter')
      await expect(undo).toBeVisible()
      await tabTo(undo)
      await expect(undo).toBeFocused()
      await page.keyboard.press('ArrowRight')
      await expect
        .poll(() => store.call('settings.get', {}))
        .toMatchObject({ value: { undoSeconds: 2 } })
    },
  )

  test('a browser keeps the screen on until its setting says no, and says so if it can’t', async () => {
    const store = shared()
    const { page } = store
    const locks = (): Promise<boolean[]> =>
      page.evaluate('window.locks.map(({ released }) => released)')
    await page.addInitScript({
      content: `
      window.locks = []
      const request = navigator.wakeLock.request.bind(navigator.wakeLock)
      navigator.wakeLock.request = async (type) => {
        const lock = await request(type)
        window.locks.push(lock)
        return lock
      }`,
    })
    await page.context().grantPermissions(['screen-wake-lock'])
    await page.reload()
    await expect.poll(locks).toEqual([false])
    await goTo(page, '/setup/this-screen')
    const row = page.getByRole('switch', { name: 'Keep the screen on' })
    await row.click()
    await expect.poll(locks).toEqual([true])
    await row.click()
    await expect.poll(locks).toEqual([true, false])

    await page.context().clearPermissions()
    await page.reload()
    await expect(page.getByText(/^This browser can’t keep the screen on now/)).toBeVisible()
    expect(await locks()).toEqual([])
  })

  test('Settings has no axe violation, wide or narrow', async () => {
    const store = shared()
    const { page } = store
    const search = async (text: string, sections: number): Promise<void> => {
      await searchIn(page).fill(text)
      await expect(page.getByRole('heading', { level: 2 })).toHaveCount(sections)
    }
    for (const [address, name] of Object.entries(messages.settingSection)) {
      await goTo(page, `/setup/${address}`)
      await expect(page.getByRole('heading', { name, level: 2, exact: true })).toBeVisible()
      await expectAccessible(page, address)
    }
    await search('screen', 8)
    await expectAccessible(page, 'search')

    await page.setViewportSize({ width: 390, height: 844 })
    await goTo(page, '/setup')
    await expect(
      page.getByRole('navigation', { name: 'Settings sections' }).getByRole('link'),
    ).toHaveCount(18)
    await expectAccessible(page, 'narrow')
    await goTo(page, '/setup/appearance')
    await expect(page.getByRole('link', { name: 'All sections' })).toBeVisible()
    await expectAccessible(page, 'narrow-section')
    await search('fryer', 1)
    await expect(page.getByText('No results for “fryer”')).toBeVisible()
    await expectAccessible(page, 'narrow-search')
  })

  // The last, because it sets a language.
  test('a setting is found by search, in another language and without its accent, and works at once', async () => {
    const store = shared()
    const { page } = store
    await goTo(page, '/setup')
    await expect(searchIn(page)).toBeVisible()
    await page.keyboard.press('/')
    await page.keyboard.type('language')
    await page.getByText('Español', { exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Ajustes' })).toBeVisible()
    const amber = page.getByRole('slider', { name: 'Ámbar desde' })
    for (const text of ['ambar', 'ámbar', 'amber', 'amarillo']) {
      await searchIn(page).fill(text)
      // The common value, and one for each of three order types. Very late is yellow, too.
      await expect(page.getByRole('slider')).toHaveCount(text === 'amarillo' ? 5 : 4)
      await expect(amber).toHaveValue('75')
    }
    await amber.focus()
    await page.keyboard.press('ArrowLeft')
    await expect
      .poll(() => store.call('settings.get', {}))
      .toMatchObject({ value: { amberShare: 0.7 } })
    await page.keyboard.press('Escape')
    await expect(searchIn(page)).toHaveValue('')
    await expect(amber).toBeHidden()
    await searchIn(page).fill('freidora')
    await expect(page.getByText('Sin resultados para «freidora»')).toBeVisible()
    await page.getByRole('button', { name: 'Todas las secciones' }).click()
    await expect(page.getByRole('heading', { name: 'General', level: 2 })).toBeVisible()
  })
})

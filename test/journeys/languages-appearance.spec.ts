import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { languages } from '#contract/shared/languages.ts'
import { sections } from '#contract/settings/table.ts'
import { listRooms } from '#test/support/rooms.ts'
import { fillStore } from './fill-store.ts'
import { goTo } from './go-to.ts'
import { takePictureToLookAt } from './picture.ts'
import { expect, shareStore, test } from './store.ts'

const cutText = readFileSync(join(import.meta.dirname, 'cut-text.js'), 'utf8')

/** Resolves once the page has shown the same texts, apart from digits, for 10 frames. */
const textAtRest = `new Promise((resolve) => {
  let before = ''
  let frames = 0
  const countFrame = () => {
    const now = document.body.innerText.replaceAll(/[0-9]+/g, '')
    frames = now === before ? frames + 1 : 0
    before = now
    if (frames < 10) requestAnimationFrame(countFrame)
    else resolve()
  }
  countFrame()
})`

/** Every room and every section of the settings, by address. */
const addresses = [
  ...listRooms()
    .map(({ address }) => address)
    .filter((address) => address !== '/setup'),
  ...Object.keys(sections).map((id) => `/setup/${id}`),
]
const sizes = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
]

const ownNames = { en: 'English', es: 'Español', pt: 'Português' }

const shared = shareStore()
test.beforeAll(() => fillStore(shared()))

for (const language of languages)
  test(
    `every room in ${language}: no text is cut off, nothing lies over something else`,
    { tag: '@picture' },
    async () => {
      const { page } = shared()
      await goTo(page, '/setup/appearance')
      await page.locator('label').getByText(ownNames[language], { exact: true }).click()
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      for (const address of addresses) {
        await goTo(page, address)
        await expect(page.getByRole('heading').first()).toBeAttached()
        for (const size of sizes) {
          await page.setViewportSize(size)
          await page.evaluate(textAtRest)
          const place = `${address} at ${String(size.width)}`
          const over = await page.evaluate<number>(
            'document.documentElement.scrollWidth - document.documentElement.clientWidth',
          )
          expect.soft(over, place).toBeLessThanOrEqual(0)
          // A list that is still loading may move once more.
          await expect.poll(() => page.evaluate<string[]>(cutText), { message: place }).toEqual([])
          const picture = `${language}-${String(size.width)}${address.replaceAll('/', '-')}`
          await takePictureToLookAt(page, picture)
        }
      }
    },
  )

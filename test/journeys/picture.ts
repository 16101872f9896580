import { join } from 'node:path'
import { test, type Page } from '@playwright/test'
import { endTransitions, inEachTheme } from './page-checks.ts'

const pictures = join(import.meta.dirname, '../../resources/pictures')

/**
 * Takes a picture of a page in each theme. `npm run pictures` renews the README's; other runs don't
 * change the checkout.
 */
export const takePictures = (page: Page, name: string): Promise<void> =>
  inEachTheme(page, async (theme) => {
    const file = `${name}-${theme}.png`
    const isRenewed = test.info().config.updateSnapshots === 'all'
    await endTransitions(page)
    await page.screenshot({
      path: isRenewed ? join(pictures, file) : test.info().outputPath(file),
    })
  })

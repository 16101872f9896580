import { join } from 'node:path'
import { test, type Page } from '@playwright/test'
import { endTransitions, inEachTheme } from './page-checks.ts'

const pictures = join(import.meta.dirname, '../../resources/pictures')

/** Whether this run renews the pictures of the README and the help. */
export const isRenewingPictures = (): boolean => test.info().config.updateSnapshots === 'all'

/**
 * Takes a picture of a page in each theme. `npm run pictures` renews the README's; other runs don't
 * change the checkout.
 */
export const takePictures = (page: Page, name: string): Promise<void> =>
  inEachTheme(page, async (theme) => {
    const file = `${name}-${theme}.png`
    await endTransitions(page)
    await page.screenshot({
      path: isRenewingPictures() ? join(pictures, file) : test.info().outputPath(file),
    })
  })

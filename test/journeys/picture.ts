import { join } from 'node:path'
import { test, type Page } from '@playwright/test'
import { endTransitions, inEachTheme } from './page-checks.ts'

const pictures = join(import.meta.dirname, '../../resources/pictures')

/**
 * Whether this run renews pictures, as `npm run pictures` does for the journeys with the tag
 * `@picture`. Other runs take none, because no picture is ever compared.
 */
export const isRenewingPictures = (): boolean => test.info().config.updateSnapshots === 'all'

async function save(page: Page, path: string, isFullPage: boolean): Promise<void> {
  await endTransitions(page)
  await page.screenshot({ path, fullPage: isFullPage })
}

/** Renews a picture of the README in each theme. */
export async function takePictures(page: Page, name: string): Promise<void> {
  if (!isRenewingPictures()) return
  await inEachTheme(page, (theme) => save(page, join(pictures, `${name}-${theme}.png`), false))
}

/** Takes a picture for a person to look at, among the results of its journey. */
export async function takePictureToLookAt(
  page: Page,
  name: string,
  isFullPage = false,
): Promise<void> {
  if (isRenewingPictures()) await save(page, test.info().outputPath(`${name}.png`), isFullPage)
}

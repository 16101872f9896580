import { test, type Page } from '@playwright/test'

export type Theme = 'light' | 'dark'

interface CheckedSize {
  width: number
  height: number
  themes: readonly Theme[]
}

const both: readonly Theme[] = ['light', 'dark']
const isLong = process.env['KITCHEN_PASS_LONG'] === '1'

/**
 * The sizes and themes in which whole rooms are checked: all ten pairs if KITCHEN_PASS_LONG is 1,
 * otherwise a tablet in dark and a phone in light.
 */
export const checkedSizes: readonly CheckedSize[] = isLong
  ? [
      { width: 1920, height: 1080, themes: both },
      { width: 1280, height: 800, themes: both },
      { width: 1024, height: 768, themes: both },
      { width: 768, height: 1024, themes: both },
      { width: 390, height: 844, themes: both },
    ]
  : [
      { width: 1024, height: 768, themes: ['dark'] },
      { width: 390, height: 844, themes: ['light'] },
    ]

/** How many views were checked so far. */
let checked = 0

/**
 * Checks a view in the given themes. By default it is both if KITCHEN_PASS_LONG is 1 or the README's
 * pictures are taken. Otherwise each view is checked in the other theme than the view before: few
 * faults are in one view and one theme only, and renderer/ui/tokens.test.ts checks the contrast of
 * all tokens.
 */
export async function inEachTheme(
  page: Page,
  check: (theme: Theme) => Promise<void>,
  themes?: readonly Theme[],
): Promise<void> {
  const inTurn = both[checked++ % both.length] ?? 'light'
  const isForReadme = test.info().config.updateSnapshots === 'all'
  for (const theme of themes ?? (isLong || isForReadme ? both : [inTurn])) {
    await page.emulateMedia({ colorScheme: theme })
    await check(theme)
  }
}

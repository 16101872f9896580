import type { Page } from '@playwright/test'

export type Theme = 'light' | 'dark'

interface CheckedSize {
  width: number
  height: number
  themes: readonly Theme[]
}

const both: readonly Theme[] = ['light', 'dark']

/**
 * The sizes and themes in which whole rooms are checked: all ten pairs if KITCHEN_PASS_LONG is 1, otherwise three that
 * show each theme, a desktop, a tablet and a phone.
 */
export const checkedSizes: readonly CheckedSize[] =
  process.env['KITCHEN_PASS_LONG'] === '1'
    ? [
        { width: 1920, height: 1080, themes: both },
        { width: 1280, height: 800, themes: both },
        { width: 1024, height: 768, themes: both },
        { width: 768, height: 1024, themes: both },
        { width: 390, height: 844, themes: both },
      ]
    : [
        { width: 1280, height: 800, themes: ['light'] },
        { width: 1024, height: 768, themes: ['dark'] },
        { width: 390, height: 844, themes: ['light'] },
      ]

/** Shows a page in each theme in turn, so that one running app serves all of them. */
export async function inEachTheme(
  page: Page,
  check: (theme: Theme) => Promise<void>,
  themes: readonly Theme[] = both,
): Promise<void> {
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme })
    await check(theme)
  }
}

import type { Page } from '@playwright/test'
import { isLong } from '#test/support/tries.ts'

export type Theme = 'light' | 'dark'

interface CheckedSize {
  width: number
  height: number
  themes: readonly Theme[]
}

const both: readonly Theme[] = ['light', 'dark']

/**
 * The sizes and themes in which whole rooms are checked: all ten pairs if tests run at length,
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

// Some transitions never ended by themselves, so after two seconds they are ended.
const transitionsEnded = `(async () => {
  const transitions = document.getAnimations().filter((one) => one instanceof CSSTransition)
  const ended = Promise.allSettled(transitions.map(({ finished }) => finished))
  await Promise.race([ended, new Promise((go) => setTimeout(go, 2_000))])
  for (const one of transitions) one.finish()
})()`

/** Resolves once no colour of a page is halfway between two. */
export async function endTransitions(page: Page): Promise<void> {
  await page.evaluate(transitionsEnded)
}

import type { Page } from '@playwright/test'
import { isLong } from '#test/support/tries.ts'

export type Theme = 'light' | 'dark'

interface CheckedSize {
  width: number
  height: number
  themes: readonly Theme[]
}

const both: readonly Theme[] = ['light', 'dark']

/** The themes to check at a width: both if tests run at length, otherwise light on phones only. */
export const themesAt = (width: number): readonly Theme[] => {
  if (isLong) return both
  return width < 600 ? ['light'] : ['dark']
}

const tablet = [1024, 768] as const
const phone = [390, 844] as const
const sizes = isLong ? [[1920, 1080], [1280, 800], tablet, [768, 1024], phone] : [tablet, phone]

/** The sizes and themes in which whole rooms are checked. */
export const checkedSizes: readonly CheckedSize[] = sizes.map(([width = 0, height = 0]) => ({
  width,
  height,
  themes: themesAt(width),
}))

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

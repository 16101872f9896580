import axe from 'axe-core'
import { expect, onTestFinished } from 'vitest'
import { page, type Locator } from 'vitest/browser'

/** The sizes and themes in which every room is checked. The last one is what a test goes on with. */
const checked = [
  { width: 390, height: 844, themes: ['light'] },
  { width: 1024, height: 768, themes: ['dark', 'light'] },
] as const

/** The rules that look at colors. Only these can find something else in another theme. */
const ofColors = ['color-contrast', 'link-in-text-block']

/** Ends what fades, because contrast is wrong halfway. Returns how much of it there was. */
function endFading(): number {
  const fading = document.getAnimations().filter(({ playState, effect }) => {
    const isEndless = effect?.getComputedTiming().endTime === Infinity
    return playState === 'running' && !isEndless
  })
  for (const one of fading) one.finish()
  return fading.length
}

/** What is wider than its place: the page itself, or a room, which would scroll sideways. */
const hangingOver = (): string[] =>
  [document.documentElement, ...document.querySelectorAll('main')]
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
    .map(({ tagName }) => tagName)

/** How many pixels of the longest part that scrolls are out of sight. */
function outOfSight(): number {
  const scrolling = [...document.querySelectorAll('*')].filter((element) =>
    /auto|scroll/.test(getComputedStyle(element).overflowY),
  )
  return Math.max(
    0,
    ...scrolling.map(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight),
  )
}

/**
 * Expects that axe finds no violation in a room and that nothing hangs over, on a phone and on a
 * tablet. `shown` is a part that a complete room shows in both sizes, because an empty page has no
 * violation either.
 */
export async function expectAccessible(shown: Locator): Promise<void> {
  const { dataset } = document.documentElement
  onTestFinished(() => void delete dataset['theme'])
  for (const { width, height, themes } of checked) {
    await page.viewport(width, height)
    await expect.element(shown).toBeVisible()
    await expect.poll(hangingOver, { message: `${String(width)} wide` }).toEqual([])
    // axe sees no contrast in what would have to be scrolled to.
    await page.viewport(width, height + outOfSight())
    for (const theme of themes) {
      dataset['theme'] = theme
      await expect.poll(endFading).toBe(0)
      const rules = theme === themes[0] ? {} : { runOnly: ofColors }
      const { violations } = await axe.run({ resultTypes: ['violations'], ...rules })
      const problems = violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])
      expect.soft(problems, `${String(width)} wide, ${theme}`).toEqual([])
    }
    await page.viewport(width, height)
  }
}

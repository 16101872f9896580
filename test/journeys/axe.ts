import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { checkedSizes, endTransitions, inEachTheme, themesAt } from './page-checks.ts'
import { takePictureToLookAt } from './picture.ts'

/**
 * The violations that axe finds on a page, each with its first element. Waits until nothing fades,
 * because contrast is wrong halfway between two themes.
 */
export async function axeViolations(
  page: Page,
  adjust = (axe: AxeBuilder): AxeBuilder => axe,
): Promise<unknown[]> {
  await endTransitions(page)
  // Legacy mode skips frames of other origins, which don't exist here, and takes half the time. The
  // desktop's driver needs it anyway, because it can't open a second page.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] })
  const { violations } = await adjust(axe).analyze()
  return violations.map(({ id, nodes }) => [id, nodes[0]?.html])
}

/**
 * Expects that nothing of a view hangs over and axe finds no violation, in the themes to check at its
 * width. A run that renews pictures takes one of each.
 */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  const width = await page.evaluate<number>('innerWidth')
  await inEachTheme(
    page,
    async (theme) => {
      const over = await page.evaluate<number>(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      )
      expect.soft(over, name).toBeLessThanOrEqual(0)
      expect.soft(await axeViolations(page), `${name} in ${theme}`).toEqual([])
      await takePictureToLookAt(page, `${name}-${String(width)}-${theme}`)
    },
    themesAt(width),
  )
}

/** The same in each size to check; the page is a desktop's again afterwards. */
export async function expectAccessibleInSizes(page: Page, name: string): Promise<void> {
  for (const { width, height } of checkedSizes) {
    await page.setViewportSize({ width, height })
    await expectAccessible(page, name)
  }
  await page.setViewportSize({ width: 1280, height: 800 })
}

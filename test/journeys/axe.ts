import AxeBuilder from '@axe-core/playwright'
import { expect, test, type Page } from '@playwright/test'
import { endTransitions, inEachTheme } from './page-checks.ts'

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

/** Expects that a view has no violation in either theme, and takes a picture of each. */
export const expectAccessible = (page: Page, name: string): Promise<void> =>
  inEachTheme(page, async (theme) => {
    expect(await axeViolations(page), `${name} in ${theme}`).toEqual([])
    await page.screenshot({ path: test.info().outputPath(`${name}-${theme}.png`) })
  })

/** The same on a desktop, a tablet and a phone; the page is a desktop's again afterwards. */
export async function expectAccessibleInSizes(page: Page, name: string): Promise<void> {
  for (const [width, height] of [
    [1024, 768],
    [390, 844],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expectAccessible(page, `${name}-${String(width)}`)
  }
}

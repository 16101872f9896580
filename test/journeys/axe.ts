import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const faded = `Promise.allSettled(document.getAnimations()
  .filter((one) => one instanceof CSSTransition).map(({ finished }) => finished))`

/**
 * The violations that axe finds on a page, each with its first element. Waits until nothing fades,
 * because contrast is wrong halfway between two themes.
 */
export async function axeViolations(
  page: Page,
  adjust = (axe: AxeBuilder): AxeBuilder => axe,
): Promise<unknown[]> {
  await page.evaluate(faded)
  // Legacy mode skips frames of other origins, which don't exist here, and takes half the time. The
  // desktop's driver needs it anyway, because it can't open a second page.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] })
  const { violations } = await adjust(axe).analyze()
  return violations.map(({ id, nodes }) => [id, nodes[0]?.html])
}

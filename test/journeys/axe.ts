import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

// Waiting for their end can take forever: Chromium draws no frames for a page that nobody looks at.
const endTransitions = `document.getAnimations()
  .filter((one) => one instanceof CSSTransition).forEach((one) => { one.finish() })`

/**
 * The violations that axe finds on a page, each with its first element. Ends transitions first,
 * because contrast is wrong halfway between two themes.
 */
export async function axeViolations(
  page: Page,
  adjust = (axe: AxeBuilder): AxeBuilder => axe,
): Promise<unknown[]> {
  await page.evaluate(endTransitions)
  // Legacy mode skips frames of other origins, which don't exist here, and takes half the time. The
  // desktop's driver needs it anyway, because it can't open a second page.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] })
  const { violations } = await adjust(axe).analyze()
  return violations.map(({ id, nodes }) => [id, nodes[0]?.html])
}

import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const faded = `Promise.allSettled(document.getAnimations()
  .filter((one) => one instanceof CSSTransition).map(({ finished }) => finished))`

/**
 * What axe objects to on a page, each with the first element that it is about. Asked when nothing fades any more:
 * half-way from one theme to the other no contrast is what it will be.
 */
export async function axeViolations(
  page: Page,
  adjust = (axe: AxeBuilder): AxeBuilder => axe,
): Promise<unknown[]> {
  await page.evaluate(faded)
  // Legacy mode leaves out frames of other origins, of which there are none, and takes half the time; the desktop's
  // driver needs it anyway, since it cannot open a second page.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] })
  const { violations } = await adjust(axe).analyze()
  return violations.map(({ id, nodes }) => [id, nodes[0]?.html])
}

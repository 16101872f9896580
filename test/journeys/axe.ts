import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

// Some transitions never ended by themselves, so after two seconds they are ended.
const endTransitions = `(async () => {
  const transitions = document.getAnimations().filter((one) => one instanceof CSSTransition)
  const ended = Promise.allSettled(transitions.map(({ finished }) => finished))
  await Promise.race([ended, new Promise((go) => setTimeout(go, 2_000))])
  for (const one of transitions) one.finish()
})()`

/**
 * The violations that axe finds on a page, each with its first element. Waits until nothing fades,
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

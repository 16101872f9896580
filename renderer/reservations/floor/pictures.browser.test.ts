import { afterEach, test, expect } from 'vitest'
import { page } from 'vitest/browser'
import { unmountComponent } from '../../test-support/mount-component.ts'
import { floorList, openFloor } from '../../test-support/open-floor.ts'
import { fridayEvening } from '../../test-support/sample-floor.ts'

afterEach(() => unmountComponent())
const sizes: [number, number][] = [[640, 560], [900, 640], [390, 600]]
for (const theme of ['light', 'dark'])
  test.for(sizes)(`pictures ${theme} %i`, async ([width, height]) => {
    document.documentElement.dataset['theme'] = theme
    await page.viewport(width, height + 10)
    await openFloor(floorList(fridayEvening()), { width, height })
    await expect.element(page.getByRole('button', { name: /Renata/ }).first()).toBeVisible()
    const shot = (name: string) => page.screenshot({ path: `../../../test/results/floor/${name}-${theme}-${width}.png` })
    await shot('plan')
    await page.getByRole('button', { name: /^Table 5,/ }).click()
    await shot('panel')
    await page.getByRole('button', { name: /Move/ }).click()
    await shot('move')
  })

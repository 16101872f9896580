import { expect, test } from 'vitest'
import type { Menu } from '#platform/menu.ts'
import { menuItemsInSteps } from './menu-items.ts'

const range = <Thing>(length: number, make: (nth: string) => Thing): Thing[] =>
  Array.from({ length }, (_each, nth) => make(String(nth)))

/** This many of everything, linked only by names, which is the slowest case. */
const menuOf = (length: number): Menu => ({
  menu: { name: 'M' },
  categories: range(length, (nth) => ({ _id: `c${nth}`, name: `Categoría ${nth}` })),
  products: range(length, (nth) => ({ _id: `p${nth}`, categoriesNames: [`Categoría ${nth}`] })),
  modifiers: [],
  options: [],
})

function stepsFor(length: number): { steps: number; linked: number } {
  const parsed = menuItemsInSteps([menuOf(length)])
  for (let steps = 1; ; steps++) {
    const step = parsed.next()
    if (step.done !== true) continue
    return { steps, linked: step.value.items.filter(({ groups }) => groups.length === 1).length }
  }
}

test('a large menu is read in steps, a fixed number for each item', () => {
  const [one, ten] = [stepsFor(200), stepsFor(2_000)]
  expect([one.linked, ten.linked]).toEqual([200, 2_000])
  expect(one.steps).toBeGreaterThan(400)
  expect(ten.steps).toBeLessThanOrEqual(one.steps * 10)
})

test('if many items share a name, only some are linked by it', () => {
  const menu = menuOf(1_000)
  for (const category of menu.categories ?? []) category.name = 'Platos'
  for (const product of menu.products ?? []) product.categoriesNames = ['platos']
  const parsed = menuItemsInSteps([menu])
  let step = parsed.next()
  while (step.done !== true) step = parsed.next()
  expect(step.value.items.map(({ groups }) => groups.length)).toEqual(range(1_000, () => 50))
})

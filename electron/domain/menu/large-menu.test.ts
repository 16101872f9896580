import { expect, test } from 'vitest'
import type { Menu } from '#platform/menu.ts'
import { readMenuItems } from './menu-items.ts'

const range = <Entry>(length: number, make: (nth: string) => Entry): Entry[] =>
  Array.from({ length }, (_each, nth) => make(String(nth)))

/** This many of everything, linked only by names, which is the slowest case. */
const menuOf = (length: number): Menu => ({
  menu: { name: 'M' },
  categories: range(length, (nth) => ({ _id: `c${nth}`, name: `Categoría ${nth}` })),
  products: range(length, (nth) => ({ _id: `p${nth}`, categoriesNames: [`Categoría ${nth}`] })),
  modifiers: [],
  options: [],
})

/** How often the ids of this many things are looked at, and how many are linked. */
function workFor(length: number): { looks: number; linked: number } {
  let looks = 0
  const menu = menuOf(length)
  for (const each of [...(menu.products ?? []), ...(menu.categories ?? [])]) {
    const { _id: id } = each
    Object.defineProperty(each, '_id', { get: () => ((looks += 1), id) })
  }
  const { items } = readMenuItems([menu])
  return { looks, linked: items.filter(({ groups }) => groups.length === 1).length }
}

test('ten times the things of a menu are ten times the work', () => {
  const [one, ten] = [workFor(200), workFor(2_000)]
  expect([one.linked, ten.linked]).toEqual([200, 2_000])
  expect(one.looks).toBeGreaterThan(400)
  expect(ten.looks).toBeLessThanOrEqual(one.looks * 10)
})

test('if many items share a name, only some are linked by it', () => {
  const menu = menuOf(1_000)
  for (const category of menu.categories ?? []) category.name = 'Platos'
  for (const product of menu.products ?? []) product.categoriesNames = ['platos']
  const { items } = readMenuItems([menu])
  expect(items.map(({ groups }) => groups.length)).toEqual(range(1_000, () => 50))
})

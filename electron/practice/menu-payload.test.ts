import { expect, test } from 'vitest'
import { availableOnly, practiceMenu, type MenuPayload } from './menu-payload.ts'

/** Links that lead nowhere. */
function broken({ categories, products, modifiers, options }: MenuPayload): string[] {
  const ids = new Set(
    [...categories, ...products, ...modifiers, ...options].flatMap((each) => [
      each._id,
      each.externalId,
    ]),
  )
  const links = [
    ...products.flatMap((product) => [
      ...product.categoriesIds,
      ...product.categoriesExternalIds,
      ...product.modifiersIds,
      ...product.modifiersExternalIds,
    ]),
    ...modifiers.flatMap(({ optionIds }) => optionIds),
  ]
  return links.filter((link) => !ids.has(link))
}

test('the menu is that of a restaurant: 60 products in 8 categories, some sold out', () => {
  expect(practiceMenu.categories).toHaveLength(8)
  expect(practiceMenu.products).toHaveLength(60)
  expect(practiceMenu.products.filter(({ available }) => !available)).not.toHaveLength(0)
  for (const { name, price, categoriesIds } of practiceMenu.products) {
    expect(price, name).toBeGreaterThan(0)
    expect(price % 10, name).toBe(0)
    expect(categoriesIds, name).toHaveLength(1)
  }
})

test('every id stands once, every link leads somewhere, nothing hangs loose', () => {
  const { categories, products, modifiers, options } = practiceMenu
  for (const section of [categories, products, modifiers, options]) {
    expect(new Set(section.map(({ _id }) => _id)).size).toBe(section.length)
    expect(new Set(section.map(({ externalId }) => externalId)).size).toBe(section.length)
  }
  expect(broken(practiceMenu)).toEqual([])
  const used = new Set(modifiers.flatMap(({ optionIds }) => optionIds))
  expect(options.filter(({ externalId }) => !used.has(externalId))).toEqual([])
})

test('what can be ordered now is the menu without sold-out options and modifiers left empty', () => {
  const now = availableOnly(practiceMenu)
  expect(now.options.every(({ available }) => available)).toBe(true)
  expect(now.options.length).toBeLessThan(practiceMenu.options.length)
  expect(now.modifiers.length).toBeLessThan(practiceMenu.modifiers.length)
  expect(now.products).toHaveLength(practiceMenu.products.length)
  expect(broken(now)).toEqual([])
})

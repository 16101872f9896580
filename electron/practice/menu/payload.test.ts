import { expect, test } from 'vitest'
import {
  availableOnly,
  orderable,
  practiceMenu,
  type MenuPayload,
  practiceMenus,
} from './payload.ts'

/** Broken links. */
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

test('the second store sells fewer items at higher prices, with the same ids', () => {
  const [first, second] = practiceMenus
  expect(practiceMenus.map(({ menu }) => [menu.externalId, menu.storesIds])).toEqual([
    ['M1', ['Li4eEa3W2hiuGGCFa']],
    ['M2', ['store-punta-arenas']],
  ])
  expect(second?.categories.length).toBeLessThan(first?.categories.length ?? 0)
  for (const { _id, name, externalId, price } of second?.products ?? []) {
    const there = first?.products.find((product) => product._id === _id)
    expect(there, name).toMatchObject({ name, externalId })
    expect(price, name).toBeGreaterThan(there?.price ?? Infinity)
    expect(price % 10, name).toBe(0)
  }
})

test.each(practiceMenus)('every id is unique, and every link is valid ($menu.name)', (menu) => {
  const { categories, products, modifiers, options } = menu
  for (const section of [categories, products, modifiers, options]) {
    expect(new Set(section.map(({ _id }) => _id)).size).toBe(section.length)
    expect(new Set(section.map(({ externalId }) => externalId)).size).toBe(section.length)
  }
  expect(broken(menu)).toEqual([])
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

test('a product cannot be ordered if a required modifier has no options left', () => {
  const [product] = practiceMenu.products
  const must = practiceMenu.modifiers.find(
    ({ _id, min }) => min > 0 && product?.modifiersIds.includes(_id),
  )
  const without = {
    ...practiceMenu,
    options: practiceMenu.options.map((option) =>
      must?.optionIds.includes(option.externalId) ? { ...option, available: false } : option,
    ),
  }
  expect(orderable(practiceMenu)).toContain(product)
  expect(orderable(without)).not.toContain(product)
  expect(orderable(without).length).toBeGreaterThan(0)
})

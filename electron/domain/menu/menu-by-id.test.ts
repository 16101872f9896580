import { describe, expect, test } from 'vitest'
import { menuSchema, type Menu } from '#platform/menu.ts'
import { sample } from '#test/support/samples.ts'
import { countLost, menuGaps } from './menu-gaps.ts'
import { readMenuItems, type MenuItems } from './menu-items.ts'

const menu = (sections: object): Menu => menuSchema.parse({ menu: { menuId: 'm' }, ...sections })
const byId = menuSchema.array().parse((sample('menu-by-id') as { data: unknown }).data)

function places({ items, groups }: MenuItems): Record<string, string[]> {
  return Object.fromEntries(
    items.map((item) => {
      const kind = item.kind === 'product' ? 'category' : 'modifier'
      const own = groups.filter((group) => group.kind === kind && item.groups.includes(group.id))
      return [item.name, own.map(({ name }) => name)]
    }),
  )
}

describe('a menu in the names of products', () => {
  const read = readMenuItems(byId)

  test('gives every product its categories and every option its modifier', () => {
    expect(places(read)).toEqual({
      'Pizza margarita': ['Pizzas'],
      'Pizza napolitana': ['Pizzas'],
      Tiramisú: ['Postres'],
      'Ensalada griega': ['Ensaladas'],
      Malbec: ['Vinos'],
      'Pan de la casa': [],
      'Masa fina': ['Masa'],
      'Masa gruesa': ['Masa'],
      Aceitunas: ['Agregados'],
      Limón: ['Aliño'],
      Vinagreta: ['Aliño'],
      'Servilleta extra': [],
    })
  })

  test('names each item for the platform, except an option without a modifier', () => {
    expect([...read.wire.values()]).toEqual([
      ...['prd-1', 'X-2', 'prd-3', 'prd-4', 'prd-5', 'prd-6'].map((productId) => ({
        type: 'product',
        productId,
      })),
      { type: 'modifier', modifierId: 'mod-1', modifierOptionId: 'opt-1' },
      { type: 'modifier', modifierId: 'mod-1', modifierOptionId: 'opt-2' },
      { type: 'modifier', modifierId: 'mod-2', modifierOptionId: 'opt-3' },
      { type: 'modifier', modifierId: 'X-M3', modifierOptionId: 'opt-4' },
      { type: 'modifier', modifierId: 'X-M3', modifierOptionId: 'opt-5' },
    ])
  })

  test('knows each by all of its ids', () => {
    const names = {
      'product:prd-1': 'product:prd-1',
      'product:imp-1': 'product:prd-1',
      'product:prd-2': 'product:X-2',
      'option:mod-3/opt-4': 'option:X-M3/opt-4',
      'option:X-M3/opt-4': 'option:X-M3/opt-4',
    }
    for (const [name, key] of Object.entries(names)) expect(read.keys.get(name)).toBe(key)
  })

  test('reports what is sold out, including items that cannot be switched', () => {
    const off = [...read.available].filter(([, isAvailable]) => !isAvailable).map(([key]) => key)
    expect(off).toEqual(['product:X-2', 'option:mod-1/opt-2', 'option:/opt-6'])
  })

  test('lists the products with a modifier, no matter which side links them', () => {
    const offered = read.groups.flatMap(({ name, offeredBy }) =>
      offeredBy === undefined ? [] : [[name, offeredBy]],
    )
    expect(Object.fromEntries(offered)).toEqual({
      Masa: { names: ['Pizza margarita', 'Pizza napolitana'], count: 2 },
      Agregados: { names: ['Pizza margarita'], count: 1 },
      Aliño: { names: ['Ensalada griega'], count: 1 },
    })
  })

  test('counts items without a place in the menu', () => {
    expect(menuGaps(read, 0)).toEqual({ withoutCategory: 1, withoutModifier: 1, leftOut: 0 })
  })
})

const ownNames = {
  category: ['_id', 'categoryId', 'id', 'externalId'],
  product: ['_id', 'productId', 'id', 'importId', 'externalId'],
  modifier: ['_id', 'modifierId', 'id', 'externalId'],
  option: ['_id', 'optionId', 'modifierOptionId', 'id', 'externalId'],
}
const pairs = (one: readonly string[], other: readonly string[]): [string, string][] =>
  one.flatMap((left) => other.map((right): [string, string] => [left, right]))

describe('any id and any link', () => {
  test.each(pairs(ownNames.category, ['categoriesIds', 'categoriesExternalIds', 'categoryId']))(
    'a category by its %s, a product by %s',
    (id, link) => {
      const read = readMenuItems([
        menu({
          categories: [{ [id]: 'C', name: 'Sopas' }],
          products: [{ _id: 'P', name: 'Sopa', [link]: link === 'categoryId' ? 'C' : ['C'] }],
        }),
      ])
      expect(places(read)).toEqual({ Sopa: ['Sopas'] })
    },
  )

  test.each(pairs(ownNames.product, ['productsIds', 'productsExternalIds']))(
    'a product by its %s, a category by %s',
    (id, link) => {
      const read = readMenuItems([
        menu({
          categories: [{ _id: 'C', name: 'Sopas', [link]: ['P'] }],
          products: [{ [id]: 'P', name: 'Sopa' }],
        }),
      ])
      expect(places(read)).toEqual({ Sopa: ['Sopas'] })
    },
  )

  test.each(pairs(ownNames.option, ['optionIds', 'optionsIds', 'optionsExternalIds']))(
    'an option by its %s, a modifier by %s',
    (id, link) => {
      const read = readMenuItems([
        menu({
          modifiers: [{ _id: 'G', name: 'Extra', [link]: ['O'] }],
          options: [{ [id]: 'O', name: 'Queso' }],
        }),
      ])
      expect(places(read)).toEqual({ Queso: ['Extra'] })
    },
  )

  test.each(
    pairs(ownNames.modifier, [
      'modifierId',
      'modifierExternalId',
      'modifiersIds',
      'modifiersExternalIds',
    ]),
  )('a modifier by its %s, an option by %s', (id, link) => {
    const read = readMenuItems([
      menu({
        modifiers: [{ [id]: 'G', name: 'Extra' }],
        options: [{ _id: 'O', name: 'Queso', [link]: ['G'] }],
      }),
    ])
    expect(places(read)).toEqual({ Queso: ['Extra'] })
  })

  test.each([
    ['modifiersIds', 'products'],
    ['modifiersExternalIds', 'products'],
    ['modifiersNames', 'products'],
    ['productsIds', 'modifiers'],
    ['productsExternalIds', 'modifiers'],
  ])('what a product offers, by %s of the %s', (link, side) => {
    const to = { modifiersNames: 'Extra', productsIds: 'P', productsExternalIds: 'P' }[link] ?? 'G'
    const sections = {
      products: [{ _id: 'P', name: 'Sopa', ...(side === 'products' && { [link]: [to] }) }],
      modifiers: [{ _id: 'G', name: 'Extra', ...(side === 'modifiers' && { [link]: [to] }) }],
    }
    const [group] = readMenuItems([menu(sections)]).groups
    expect(group?.offeredBy).toEqual({ names: ['Sopa'], count: 1 })
  })
})

describe('items that are the same', () => {
  const here = menu({ products: [{ _id: 'p', externalId: 'P', name: 'Sopa', available: false }] })
  const there = menu({ products: [{ productId: 'p', name: 'Sopa' }] })

  test.each([
    ['first', [here, there]],
    ['last', [there, here]],
  ])('has one key, where the menu with its external id comes %s', (_when, menus) => {
    const { items, available, wire, keys } = readMenuItems(menus)
    expect(items.map(({ key }) => key)).toEqual(['product:P'])
    expect(available.get('product:P')).toBe(true)
    expect(wire.get('product:P')).toEqual({ type: 'product', productId: 'P' })
    expect(keys.get('product:p')).toBe('product:P')
  })

  test('an item is not the one whose own id equals its external id', () => {
    const { items, keys } = readMenuItems([
      menu({
        categories: [
          { _id: '1', externalId: '2', name: 'Sopas' },
          { _id: '2', externalId: '1', name: 'Postres' },
        ],
        products: [
          { _id: '1', externalId: '2', name: 'Sopa', categoriesIds: ['1'] },
          { _id: '2', externalId: '1', name: 'Flan', categoriesExternalIds: ['1'] },
        ],
      }),
    ])
    expect(items.map(({ key, name, groups }) => [key, name, groups])).toEqual([
      ['product:2', 'Sopa', ['2']],
      ['product:1', 'Flan', ['1']],
    ])
    expect([keys.get('product:1'), keys.get('product:2')]).toEqual(['product:1', 'product:2'])
  })

  test('is no category and modifier with one id', () => {
    const { groups } = readMenuItems([
      menu({ categories: [{ _id: 'x', name: 'Sopas' }], modifiers: [{ _id: 'x', name: 'Extra' }] }),
    ])
    expect(groups.map(({ kind, name }) => [kind, name])).toEqual([
      ['category', 'Sopas'],
      ['modifier', 'Extra'],
    ])
  })

  test('keeps its name where another menu has none', () => {
    const { items } = readMenuItems([here, menu({ products: [{ _id: 'p' }] })])
    expect(items.map(({ name }) => name)).toEqual(['Sopa'])
  })

  test('an option that one menu links gets no second place from a menu that does not', () => {
    const options = [{ _id: 'o', name: 'Queso' }]
    const { items } = readMenuItems([
      menu({ options, modifiers: [{ _id: 'g', name: 'Extra', optionsIds: ['o'] }] }),
      menu({ options }),
    ])
    expect(items.map(({ key }) => key)).toEqual(['option:g/o'])
  })
})

test('items without an id and items that could not be read are counted', () => {
  const read = readMenuItems([
    menu({
      categories: [{ name: 'Sopas' }],
      products: [{ name: 'Sopa' }],
      modifiers: [{ name: 'Extra' }],
      options: [{ name: 'Queso' }],
    }),
  ])
  expect(menuGaps(read, 3)).toEqual({ withoutCategory: 0, withoutModifier: 0, leftOut: 7 })
})

describe('the parts of a list of menus that could not be read', () => {
  const [one, two] = [menu({}), menu({})]
  test.each<[string, string[], number]>([
    ['a product of ours', ['0.products.3'], 1],
    ['a section of ours', ['0.options'], 1],
    ['fields', ['0.products.4.price', '0.menu.name', '0.products.4.categoriesIds.0'], 0],
    ['a product of another store’s', ['1.products.3'], 0],
    ['a menu before ours, and a product of ours', ['0', '1.products.3'], 2],
    ['a menu before ours, and a product of another store’s', ['0', '2.products.3'], 1],
  ])('%s', (_case, unread, count) => {
    expect(countLost(unread, [one, two], [one])).toBe(count)
  })
})

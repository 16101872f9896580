import { describe, expect, test } from 'vitest'
import { menuSchema, type Menu } from '#platform/menu.ts'
import { sample } from '#test/support/samples.ts'
import { readMenuItems } from './menu-items.ts'

const menu = (sections: object): Menu =>
  menuSchema.parse({ menu: { externalId: 'M' }, ...sections })
const whole = menuSchema.parse((sample('menu') as { data: unknown }).data)

describe('the sample menu', () => {
  const { items, groups, available, wire } = readMenuItems([whole])

  test('gives products by category and options by modifier', () => {
    expect(groups).toEqual([
      { id: 'C1', kind: 'category', name: 'Hamburguesas' },
      { id: 'C2', kind: 'category', name: 'Bebidas' },
      {
        id: 'G1',
        kind: 'modifier',
        name: 'Agregados',
        offeredBy: { names: ['Hamburguesa clásica', 'Hamburguesa vegana'], count: 2 },
      },
    ])
    expect(items.map(({ key, groups: of }) => [key, of])).toEqual([
      ['product:P1', ['C1']],
      ['product:P2', ['C1']],
      ['product:P3', ['C2']],
      ['option:G1/O1', ['G1']],
      ['option:G1/O2', ['G1']],
      ['option:G1/O3', ['G1']],
    ])
  })

  test('reports what is sold out, and the name of each item for the platform', () => {
    expect([...available].filter(([, isAvailable]) => !isAvailable)).toEqual([
      ['product:P3', false],
    ])
    expect(wire.get('option:G1/O3')).toEqual({
      type: 'modifier',
      modifierId: 'G1',
      modifierOptionId: 'O3',
    })
  })
})

test.each([
  ['no section at all', {}, []],
  ['sections that are null', { products: null, options: 'null' }, []],
  ['a product without a category, a name or a price', { products: [{ externalId: 'P' }] }, ['P']],
  ['a product without any id', { products: [{ name: 'Sopa' }] }, []],
  [
    'links that lead nowhere',
    {
      products: [{ externalId: 'P', name: 'Sopa', categoriesExternalIds: ['gone'] }],
      modifiers: [{ externalId: 'G', name: 'Extra', optionIds: ['gone'] }],
    },
    ['Sopa'],
  ],
  [
    'fields that nobody knows',
    { products: [{ externalId: 'P', name: 'Sopa', halal: 1 }] },
    ['Sopa'],
  ],
])('%s', (_title, sections, names) => {
  const { items } = readMenuItems([menu(sections)])
  expect(items.map(({ name }) => name)).toEqual(names)
})

test('an item has one key, by whichever of its ids it is named', () => {
  const { keys } = readMenuItems([
    menu({
      products: [{ _id: 'p-1', externalId: 'P' }],
      modifiers: [{ _id: 'g-1', externalId: 'G', optionIds: ['O'] }],
      options: [{ _id: 'o-1', externalId: 'O' }],
    }),
  ])
  expect(keys.get('product:p-1')).toBe('product:P')
  for (const name of ['option:G/O', 'option:g-1/o-1', 'option:G/o-1'])
    expect(keys.get(name)).toBe('option:G/O')
})

test('an item in two menus is one item, and on sale if one menu says so', () => {
  const one = menu({ products: [{ externalId: 'P', name: 'Sopa', available: false }] })
  const other = menu({ products: [{ externalId: 'P', name: 'Sopa', available: true }] })
  const { items, available } = readMenuItems([one, other])
  expect(items).toHaveLength(1)
  expect(available.get('product:P')).toBe(true)
})

test('a picture has the name that is made of its address, and is found by it', () => {
  const read = (images?: string[]) =>
    readMenuItems(
      [menu({ products: [{ externalId: 'P', name: 'Sopa', images }] })],
      undefined,
      (url) => `name of ${url}`,
    )
  const { items, pictures } = read(['https://pictures.example/soup.png'])
  expect(items[0]?.picture).toBe('name of https://pictures.example/soup.png')
  expect(pictures.get(items[0]?.picture ?? '')).toBe('https://pictures.example/soup.png')
  expect(read().items[0]?.picture).toBeNull()
})

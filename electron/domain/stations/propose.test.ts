import { describe, expect, test } from 'vitest'
import { type ProposedKind, type StationRule } from '#contract/stations/station.ts'
import { menuSchema } from '#platform/menu.ts'
import { readMenuItems } from '../menu/menu-items.ts'
import { proposeStations } from './propose.ts'

/** A menu of categories with a number of products each, or with none. */
function menuOf(categories: Record<string, number>) {
  const names = Object.keys(categories)
  return readMenuItems([
    menuSchema.parse({
      menu: { externalId: 'M' },
      categories: names.map((name, at) => ({ externalId: `C${String(at)}`, name })),
      products: names.flatMap((name, at) =>
        Array.from({ length: categories[name] ?? 0 }, (_, nth) => ({
          externalId: `P${String(at)}-${String(nth)}`,
          name: `${name} ${String(nth)}`,
          categoriesExternalIds: [`C${String(at)}`],
        })),
      ),
      // A group of options may have the id of a category.
      modifiers: [{ externalId: 'C0', name: 'Pizza sauce', optionIds: ['O'] }],
      options: [{ externalId: 'O', name: 'Pesto' }],
    }),
  ])
}

const proposed = (categories: Record<string, number>, rules: StationRule[] = []) =>
  proposeStations(menuOf(categories), rules).map(({ kind, categories: of }) => [
    kind,
    of.map(({ name }) => name),
  ])

const kindOf = (category: string): string | undefined =>
  proposeStations(menuOf({ [category]: 1 }), [])[0]?.kind

describe('the name of a category suggests its station', () => {
  test.each<[string, Partial<Record<ProposedKind, string[]>>]>([
    [
      'in English',
      {
        grill: ['Grill', 'Burgers', 'Sandwiches', 'Steaks & BBQ'],
        fryer: ['French fries', 'Sides', 'Chicken wings'],
        pizza: ['Pizzas', 'Our pizza'],
        cold: ['Salads', 'Poke bowls'],
        sushi: ['Sushi rolls', 'Nigiri'],
        bar: ['Drinks', 'Beers and wines', 'Fresh juices'],
        coffee: ['Coffee & tea', 'Tea'],
        desserts: ['Desserts', 'Ice cream'],
      },
    ],
    [
      'in Spanish',
      {
        grill: ['Hamburguesas', 'Parrilla', 'A la plancha', 'Sándwiches', 'Completos'],
        fryer: ['Papas fritas', 'Acompañamientos', 'Empanadas'],
        pizza: ['Pizzas', 'PIZZAS FAMILIARES'],
        cold: ['Ensaladas', 'Ceviches y tiraditos'],
        sushi: ['Sushi', 'Temakis'],
        bar: ['Bebidas', 'Cócteles', 'Jugos', 'Vinos y cervezas'],
        coffee: ['Café', 'Cafetería', 'Infusiones'],
        desserts: ['Postres', 'Dulces', 'Helados'],
      },
    ],
    [
      'in Portuguese',
      {
        grill: ['Hambúrgueres', 'Churrasco', 'Grelhados', 'Lanches'],
        fryer: ['Porções', 'Guarnições', 'Batatas fritas'],
        pizza: ['Pizzas doces', 'Esfihas'],
        cold: ['Saladas', 'Pratos frios'],
        bar: ['Bebidas', 'Sucos', 'Refrigerantes', 'Drinques'],
        coffee: ['Cafés', 'Chás'],
        desserts: ['Sobremesas', 'Bolos', 'Sorvetes'],
      },
    ],
  ])('%s', (_language, names) => {
    for (const [kind, categories] of Object.entries(names))
      for (const category of categories)
        expect([category, kindOf(category)]).toEqual([category, kind])
  })

  test('or none, so that such a menu suggests nothing', () => {
    expect(
      proposed({ Menu: 3, Novedades: 2, 'Plats du jour': 4, 今日のおすすめ: 1, '🔥': 1 }),
    ).toEqual([])
    expect(proposed({})).toEqual([])
  })
})

test('a word counts from its beginning, not within, and a short one as a whole', () => {
  expect(kindOf('Unsweetened')).toBeUndefined()
  for (const other of ['Tequeños', 'Aguacates', 'Champiñones', 'Boloñesas'])
    expect([other, kindOf(other)]).toEqual([other, undefined])
  expect(kindOf('Barbecue')).toBe('grill')
})

test('the station with most products comes first, with its categories in the order of the menu', () => {
  expect(proposed({ Ensaladas: 2, Jugos: 1, Pizzas: 4, Cervezas: 2 })).toEqual([
    ['pizza', ['Pizzas']],
    ['bar', ['Jugos', 'Cervezas']],
    ['cold', ['Ensaladas']],
  ])
  expect(proposeStations(menuOf({ Pizzas: 4 }), [])).toEqual([
    {
      kind: 'pizza',
      color: 'orange',
      icon: 'pizza',
      categories: [{ id: 'C0', name: 'Pizzas', products: 4 }],
    },
  ])
})

test('a category that a rule has is left out, and a station of such categories alone is too', () => {
  const ruled = (by: StationRule['by'], key: string): StationRule => ({ by, key, stations: ['s'] })
  const categories = { Jugos: 1, Pizzas: 4, Cervezas: 2 }
  expect(proposed(categories, [ruled('category', 'C0'), ruled('category', 'C1')])).toEqual([
    ['bar', ['Cervezas']],
  ])
  // The key of a rule for something else may be the same.
  expect(proposed(categories, [ruled('option-group', 'C0'), ruled('product', 'C1')])).toEqual(
    proposed(categories),
  )
})

test('a category without products, and a group of options, suggest nothing', () => {
  expect(proposed({ Pizzas: 0, Jugos: 1 })).toEqual([['bar', ['Jugos']]])
})

import { expect, test } from 'vitest'
import { proposeIngredients, type ItemText } from './propose-ingredients.ts'

const item = (key: string, name: string, description = ''): ItemText => ({ key, name, description })
const proposed = (
  texts: readonly ItemText[],
  categories: readonly string[] = [],
  ingredients: readonly string[] = [],
) =>
  proposeIngredients(texts, categories, ingredients).map(
    ({ name, keys }) => `${name}: ${keys.join(' ')}`,
  )

const spanish = [
  item('a', 'Hamburguesa italiana', 'Palta, tomate y mayonesa casera'),
  item('b', 'Churrasco italiano', 'Con PALTA y tomates'),
  item('c', 'Empanada camarón queso', 'Camarones de la casa y queso crema'),
  item('d', 'Ceviche', 'De camarones, sin tomate'),
  item('e', 'Palta'),
  item('f', 'Sin mayonesa'),
]

test('ingredients from names, descriptions and options are proposed with their items, most items first', () => {
  expect(proposed(spanish)).toEqual(['Palta: a b e', 'Tomate: a b', 'Camarones: c d'])
})

test('an ingredient that a dish is without is not proposed', () => {
  const without = [
    item('a', 'Tomate'),
    item('b', 'Sin tomate'),
    item('c', 'Pan de la casa sin tomate ni palta'),
    item('d', 'Palta'),
    item('e', 'Ensalada sin cebolla, con tomate'),
  ]
  expect(proposed(without)).toEqual(['Tomate: a e'])
})

test('an accent, a capital or a plural does not make another ingredient', () => {
  const forms = [
    item('a', 'Champiñón'),
    item('b', 'Pizza con CHAMPIÑONES'),
    item('c', 'Champinon con nuez'),
    item('d', 'Torta de nueces'),
  ]
  expect(proposed(forms)).toEqual(['Champiñón: a b c', 'Nuez: c d'])
})

test.for<[string, readonly ItemText[], string[]]>([
  [
    'English',
    [
      item('a', 'Avocado toast', 'Served with tomatoes and eggs'),
      item('b', 'Cobb salad', 'Grilled chicken, avocados, egg and tomato'),
      item('c', 'No egg'),
    ],
    ['Avocado: a b', 'Tomatoes: a b', 'Eggs: a b'],
  ],
  [
    'Portuguese',
    [
      item('a', 'Moqueca', 'Camarões com limão e leite de coco'),
      item('b', 'Bobó de camarão', 'Com limões e sem coco'),
    ],
    ['Camarões: a b', 'Limão: a b'],
  ],
])('reads a menu in %s by its own common words and plurals', ([, texts, expected]) => {
  expect(proposed(texts)).toEqual(expected)
})

test('neither a category nor an ingredient that is there already is proposed', () => {
  const texts = [
    item('a', 'Pizza con queso'),
    item('b', 'Pizza de quesos y palta'),
    item('c', 'Palta'),
  ]
  expect(proposed(texts)).toEqual(['Pizza: a b', 'Queso: a b', 'Palta: b c'])
  expect(proposed(texts, ['Pizzas'], ['QUESOS'])).toEqual(['Palta: b c'])
})

test('an odd menu proposes nothing, and a large one only as much as a person can read', () => {
  expect(proposed([])).toEqual([])
  expect(proposed([item('a', ''), item('b', '★ 350 cc · !!'), item('c', '350 cc')])).toEqual([])
  const many = Array.from({ length: 200 }, (_, nth) => {
    const word = String(nth)
      .split('')
      .map((digit) => 'bcdfghjklm'.charAt(Number(digit)))
      .join('')
    return [item(`${nth} a`, `Ax${word}`), item(`${nth} b`, `Ax${word}`)]
  })
  expect(proposed(many.flat())).toHaveLength(30)
})

test('the practice menu proposes the expected ingredients', async () => {
  const { practiceMenu } = await import('#practice/menu/payload.ts')
  const texts = [
    ...practiceMenu.products.map(({ externalId, name, description }) =>
      item(externalId, name, description ?? ''),
    ),
    ...practiceMenu.options.map(({ externalId, name }) => item(externalId, name)),
  ]
  const proposals = proposeIngredients(
    texts,
    practiceMenu.categories.map(({ name }) => name),
    [],
  )
  const names = proposals.map(({ name }) => name)
  for (const name of ['Palta', 'Queso', 'Tomate', 'Cebolla', 'Pollo']) expect(names).toContain(name)
  const onion = proposals.find(({ name }) => name === 'Cebolla')
  const without = practiceMenu.options.find(({ name }) => name === 'Sin cebolla')
  expect(onion?.keys).not.toContain(without?.externalId)
})

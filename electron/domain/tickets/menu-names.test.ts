import { expect, test } from 'vitest'
import { odd } from '#test/support/odd-order.ts'
import { menuWith, platformTicket } from '#test/support/platform-ticket.ts'

/**
 * A menu that knows a product by its own id, an import id and an external one, and two options of
 * one modifier.
 */
const menu = menuWith({
  products: [
    { productId: 'prd-sopa', importId: 'imp-7', externalId: 'P7', name: 'Sopa de lentejas' },
    { _id: '1', name: 'Agua' },
    { _id: 'prd-nameless' },
  ],
  modifiers: [{ _id: 'mod-pan', externalId: 'M1', name: 'Pan', optionIds: ['O1', 'O2'] }],
  options: [
    { _id: 'opt-marr', externalId: 'O1', name: 'Marraqueta' },
    { _id: 'opt-hall', externalId: 'O2', name: 'Hallulla' },
  ],
})
const ticketOf = (item: object) =>
  platformTicket(odd({ items: [{ amount: 1, ...item }] }), {}, menu)?.ticket.items[0]

const soup = { name: 'Sopa de lentejas', fromMenu: true, stockKey: 'product:P7' }
test.each<[string, object, object]>([
  ['no product, and the id of one', { product: null, productId: 'prd-sopa' }, soup],
  ['no product, and an import id', { product: null, importId: 'imp-7' }, soup],
  ['no product, and an external id', { externalId: 'P7' }, soup],
  ['no product, and the external id by a longer name', { productExternalId: 'P7' }, soup],
  ['no product, and an id of its own', { product: null, _id: 'prd-sopa' }, soup],
  ['no name', { product: { _id: 'prd-sopa', name: null } }, soup],
  ['no name, and another of its ids', { product: { importId: 'imp-7' } }, soup],
  ['a name of blanks', { product: { externalId: 'P7', name: '  ' } }, soup],
  ['an id in the place of the name', { product: { externalId: 'P7', name: 'P7' } }, soup],
  ['an id in the place of the product', { product: 'prd-sopa' }, soup],
  ['a number that only counts the lines', { product: null, _id: '1' }, { name: '?' }],
  ['the number of a product', { product: null, productId: 1 }, { name: 'Agua', fromMenu: true }],
  [
    'a product that has no name there either',
    { productId: 'prd-nameless' },
    { name: 'prd-nameless' },
  ],
  ['a product of no menu', { productId: 'prd-gone' }, { name: 'prd-gone' }],
  [
    'its own name wins',
    { product: { _id: 'prd-sopa', name: 'Sopa del día' } },
    { name: 'Sopa del día', stockKey: 'product:P7' },
  ],
])('the name of a dish: %s', (_title, item, expected) => {
  const read = ticketOf(item)
  expect(read).toMatchObject(expected)
  expect(read !== undefined && 'fromMenu' in read).toBe('fromMenu' in expected)
})

test.each<[string, object, object]>([
  [
    'no names, by their own ids',
    { modifierId: 'mod-pan', options: [{ optionId: 'opt-hall' }] },
    { name: 'Pan', fromMenu: true, options: [{ name: 'Hallulla', fromMenu: true }] },
  ],
  [
    'no names, by their external ids',
    { externalId: 'M1', name: null, options: [{ externalId: 'O1', name: '' }] },
    { name: 'Pan', fromMenu: true, options: [{ name: 'Marraqueta', fromMenu: true }] },
  ],
  [
    'an option whose modifier is not named',
    { name: 'Acompañado de', options: [{ optionId: 'opt-marr' }] },
    { name: 'Acompañado de', options: [{ name: 'Marraqueta', fromMenu: true }] },
  ],
  [
    'an id in the place of an option',
    { modifierId: 'mod-pan', options: ['opt-hall'] },
    { name: 'Pan', options: [{ name: 'Hallulla', fromMenu: true }] },
  ],
  [
    'ids with how often, in the place of options',
    { modifierId: 'mod-pan', options: { 'opt-hall': 2, 'opt-marr': true } },
    {
      options: [
        { name: 'Hallulla', count: 2 },
        { name: 'Marraqueta', count: 1 },
      ],
    },
  ],
  [
    'names of their own',
    { modifierId: 'mod-pan', name: 'Panes', options: [{ optionId: 'opt-hall', name: 'La otra' }] },
    { name: 'Panes', options: [{ name: 'La otra' }] },
  ],
])('the names of choices: %s', (_title, modifier, expected) => {
  const read = ticketOf({ product: { name: 'Sopa' }, modifiers: [modifier] })
  expect(read?.modifiers).toMatchObject([expected])
})

test.each([
  ['a name cut within a word', 'Término de la carne', 'Términ', 'Término de la carne'],
  ['an abbreviation with its dot', 'Agregados', 'Agr.', 'Agr.'],
  ['a whole word of the name', 'Punto de cocción', 'Punto', 'Punto'],
  ['a short name of its own', 'Nivel de picante', 'Picante', 'Picante'],
  ['no short name', 'Salsas', null, 'Salsas'],
  ['an empty short name', 'Salsas', ' ', 'Salsas'],
])(
  'a choice is called by its short name, but never by a stump: %s',
  (_title, name, shortName, expected) => {
    const modifier = { name, shortName, options: [{ name: 'Otra' }] }
    const read = ticketOf({ product: { name: 'Sopa' }, modifiers: [modifier] })
    expect(read?.modifiers.map((one) => one.name)).toEqual([expected])
  },
)

test('an option that two modifiers call otherwise has no name by its id alone', () => {
  const ambiguous = menuWith({
    modifiers: [
      { _id: 'a', name: 'A', optionsIds: ['1'] },
      { _id: 'b', name: 'B', optionsIds: ['2'] },
    ],
    options: [
      { _id: '1', externalId: 'X', name: 'Grande', modifierId: 'a' },
      { _id: '2', optionId: 'X', name: 'Chico', modifierId: 'b' },
    ],
  })
  expect(ambiguous.nameOf(['option:/X'])).toBeNull()
  expect(ambiguous.nameOf(['option:/1'])).toBe('Grande')
})

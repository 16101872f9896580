import { expect, test } from 'vitest'
import { platformTicket } from '#test/support/platform-ticket.ts'
import { burger, canItem, odd, whole, type Odd } from '#test/support/odd-order.ts'

const dish = (key: string, name: string, amount = 1) => ({ key, name, amount, unread: [] })
const withBurger = (fields: object) => ({ items: [{ ...burger, ...fields }, canItem] })
const choices = (...names: string[]) => ({
  modifiers: [
    { name: 'Agregados', options: names.map((name) => ({ name })) },
    { name: 'Quitar', options: [{ name: 'Sin cebolla' }] },
  ],
})

test.each<[string, Odd, object, string[]]>([
  ['a dish as text', { 'items.1': 'Sopa' }, { items: [burger, dish('Sopa', 'Sopa')] }, []],
  ['a dish as a number', { 'items.1': 12 }, { items: [burger, dish('12', '12')] }, []],
  ['a product as text', { 'items.0.product': 'Sopa' }, withBurger({ name: 'Sopa' }), []],
  [
    'a dish that is nothing',
    { 'items.0': null },
    { items: [canItem], incomplete: true },
    ['items.0'],
  ],
  ['a dish that is true', { 'items.1': true }, { items: [burger], incomplete: true }, ['items.1']],
  ['a dish as a list', { 'items.0': ['Sopa'] }, { items: [dish('Sopa', 'Sopa'), canItem] }, []],
  [
    'a dish as an empty list',
    { 'items.0': [] },
    { items: [canItem], incomplete: true },
    ['items.0'],
  ],
  [
    'dishes as a sentence: nobody knows how many',
    { items: '2x Sopa' },
    { items: [{ name: '2x Sopa', amount: 1, unread: ['amount'] }], incomplete: true },
    ['items.0.amount'],
  ],
  ['dishes as an object', { items: { 0: 'Sopa' } }, { items: [dish('Sopa', 'Sopa')] }, []],
  ['dishes as JSON text', { items: '[{"name":"Sopa"}]' }, { items: [{ name: 'Sopa' }] }, []],
  ['dishes as nothing', { items: {} }, { items: [], incomplete: true }, ['items']],
  [
    'a product as a list',
    { 'items.0.product': [] },
    {
      ...withBurger({
        name: expect.stringMatching(/^Agregados: 2x Queso/) as string,
        unread: ['name'],
      }),
      incomplete: true,
    },
    ['items.0.product'],
  ],
  [
    'a dish that nothing names',
    { 'items.1.product': true, 'items.1.description': null },
    { items: [burger, { ...canItem, name: '?', unread: ['name'] }], incomplete: true },
    ['items.1.product'],
  ],
  [
    'a name as an object',
    { 'items.1.product.name': { es: 'Bebida' } },
    { items: [burger, { ...canItem, name: 'Bebida' }] },
    [],
  ],
  [
    'an amount as words',
    { 'items.0.amount': 'dos' },
    { ...withBurger({ amount: 1, unread: ['amount'] }), incomplete: true },
    ['items.0.amount'],
  ],
  ['an amount as text', { 'items.0.amount': '2' }, {}, []],
  [
    'the second of them, after one that is left out',
    { 'items.0': null, 'items.1.amount': {} },
    { items: [{ ...canItem, amount: 1, unread: ['amount'] }], incomplete: true },
    ['items.0', 'items.1.amount'],
  ],
  [
    'a comment as an object',
    { 'items.0.comment': { text: 'Sin sal' } },
    withBurger({ comment: 'Sin sal' }),
    [],
  ],
  ['a comment as a number', { 'items.0.comment': 5 }, withBurger({ comment: '5' }), []],
  [
    'choices as text',
    { 'items.0.modifiers': 'Queso' },
    withBurger({ modifiers: [{ name: '', options: [{ name: 'Queso' }] }] }),
    [],
  ],
  [
    'a choice that is nothing',
    { 'items.0.modifiers.0.options.0': null },
    {
      // It is still counted, so a cook sees that there is one more.
      ...withBurger({ ...choices('Tocino', '?'), unread: ['choices'] }),
      incomplete: true,
    },
    ['items.0.modifiers.0.options.0', 'Hamburguesa clásica: Na4Ha7ShFbDsvcRKg'],
  ],
  [
    'a choice as text',
    { 'items.0.modifiers.0.options.1': 'Tocino' },
    withBurger(choices('Queso', 'Tocino')),
    [],
  ],
  [
    'a group of choices as text',
    { 'items.0.modifiers.0': 'Sin sal' },
    withBurger({ modifiers: [{ name: '', options: [{ name: 'Sin sal' }] }, { name: 'Quitar' }] }),
    [],
  ],
  [
    'a group of choices that is false',
    { 'items.0.modifiers.1': false },
    {
      ...withBurger({ modifiers: [{ name: 'Agregados' }], unread: ['choices'] }),
      incomplete: true,
    },
    ['items.0.modifiers.1'],
  ],
  [
    'how often, as a word',
    { 'items.0.modifiers.0.countById.tocino01': 'twice' },
    { ...withBurger({ unread: ['choices'] }), incomplete: true },
    ['items.0.modifiers.0.countById.tocino01'],
  ],
  [
    'several at once, each by itself',
    { 'items.0.amount': [], 'items.0.comment': [], 'items.1.unitPrice': [], phone: [] },
    { ...withBurger({ amount: 1, unread: ['amount', 'comment'] }), incomplete: true },
    ['items.0.amount', 'items.0.comment', 'items.1.unitPrice', 'phone'],
  ],
])('%s', (_title, changes, expected, unread) => {
  const reported = platformTicket(odd(changes))
  expect(reported?.ticket).toMatchObject({ ...whole, ...expected })
  expect(reported?.detail.unread).toEqual(unread)
})

test.each<[string, Odd, object]>([
  [
    'groups in an option under another name',
    {
      'items.0.modifiers.0.options.0.subgroups': [{ name: 'Punto', options: [{ name: 'Jugosa' }] }],
    },
    { name: 'Queso · Punto', options: [{ name: 'Jugosa' }] },
  ],
  [
    'groups in a group under another name',
    { 'items.0.modifiers.0.children': { g: { name: 'Salsa', options: [{ name: 'Soya' }] } } },
    { name: 'Agregados · Salsa', options: [{ name: 'Soya' }] },
  ],
  [
    'options of a dish under another name',
    { 'items.0.addons': [{ name: 'Palta', quantity: 2 }] },
    { name: '', options: [{ name: 'Palta', count: 2 }] },
  ],
  ['texts that are choices', { 'items.0.extras': ['Ají'] }, { options: [{ name: 'Ají' }] }],
  [
    'options of an option that are only counted',
    { 'items.0.modifiers.0.options.0.countById': { x1: 2 } },
    { name: 'Queso', options: [{ name: '?', count: 2, isUnknown: true }] },
  ],
])('%s are not lost', (_what, changes, group) => {
  const { modifiers = [] } = platformTicket(odd(changes))?.ticket.items[0] ?? {}
  expect(modifiers).toHaveLength(3)
  expect(modifiers).toContainEqual(expect.objectContaining(nested(group)))
})

/** The same, with more fields. */
const nested = (group: object): object =>
  Object.fromEntries(
    Object.entries(group).map(([name, value]) => [
      name,
      Array.isArray(value)
        ? value.map((each: object) => expect.objectContaining(each) as object)
        : (value as unknown),
    ]),
  )

test.each(['taxes', 'images', 'tags', 'promotions', 'priceDetails', 'metadata'])(
  'what is in %s is no choice',
  (field) => {
    const lists = { [`items.0.${field}`]: [{ name: 'IVA' }] }
    const inOption = { [`items.0.modifiers.0.options.0.${field}`]: [{ name: 'IVA' }] }
    const { modifiers = [] } = platformTicket(odd({ ...lists, ...inOption }))?.ticket.items[0] ?? {}
    expect(modifiers).toHaveLength(2)
  },
)

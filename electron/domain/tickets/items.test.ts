import { expect, test } from 'vitest'
import type { OrderItem } from '#platform/order.ts'
import { menuWith } from '#test/support/platform-ticket.ts'
import { readItems, amountOf } from './items.ts'
import type { MenuNames } from '../menu/stock-key.ts'

/** A menu that names each thing by both kinds of id, and one that knows the platform's own ids only. */
const both = menuWith({
  products: [{ _id: 'p-1', externalId: 'P' }],
  modifiers: [{ _id: 'm-1', externalId: 'M', optionIds: ['O'] }],
  options: [{ _id: 'o-1', externalId: 'O' }],
})
const own = menuWith({
  products: [{ _id: 'p-1' }],
  modifiers: [{ _id: 'm-1', optionIds: ['o-1'] }],
  options: [{ _id: 'o-1' }],
})
const none = menuWith({})

type Named = Partial<Record<'_id' | 'modifierId' | 'optionId' | 'externalId' | 'name', string>>
const item = (product: Named, modifier: Named, option: Named): OrderItem => ({
  amount: 2,
  product,
  modifiers: [{ ...modifier, countById: { 'o-1': 3 }, options: [option] }],
})
const byOwn = item({ _id: 'p-1' }, { modifierId: 'm-1' }, { optionId: 'o-1' })
const byExternal = item({ externalId: 'P' }, { externalId: 'M' }, { externalId: 'O' })
const byBoth = item(
  { _id: 'p-1', externalId: 'P' },
  { modifierId: 'm-1', externalId: 'M' },
  { optionId: 'o-1', externalId: 'O' },
)

const external = ['product:P', 'option:M/O']
const internal = ['product:p-1', 'option:m-1/o-1']
test.each<[string, MenuNames, OrderItem, string[]]>([
  ['own ids, on a menu with external ones', both, byOwn, external],
  ['external ids', both, byExternal, external],
  ['both', both, byBoth, external],
  [
    'a modifier by one and an option by the other',
    both,
    item({ _id: 'p-1' }, { externalId: 'M' }, { optionId: 'o-1' }),
    external,
  ],
  ['an external id that the menu leaves out', own, byBoth, internal],
  [
    'an external id of another day',
    both,
    { product: { _id: 'p-1', externalId: 'X' } },
    external.slice(0, 1),
  ],
  ['what no menu knows, by its external id', none, byBoth, external],
  ['what no menu knows, by its own id', none, byOwn, internal],
  ['no id at all', both, item({ name: 'Sopa' }, { modifierId: 'm-1' }, { name: 'Palta' }), []],
  ['no product', both, { modifiers: null }, []],
])('the keys of an order item: %s', (_title, menu, ordered, keys) => {
  expect(amountOf([ordered], menu).map(({ key }) => key)).toEqual(keys)
  const [read] = readItems([ordered], menu)
  const options = read?.modifiers.flatMap((modifier) => modifier.options) ?? []
  const stockKeys = [read?.stockKey, ...options.map(({ stockKey }) => stockKey)]
  expect(stockKeys.filter((key) => key !== null)).toEqual(keys)
})

test('an option counts as often as it was chosen, for every item', () => {
  expect(amountOf([byOwn], both).map(({ amount }) => amount)).toEqual([2, 6])
})

test('an option that comes with its product says so, by the field of metadata that the platform uses', () => {
  const option = (metadata: unknown) => ({ optionId: 'o', name: 'Pan', metadata }) as const
  const all = [true, 'true', 1, false, 'no', null, {}].map((included) => ({
    product: { _id: 'p' },
    modifiers: [{ options: [option({ included })] }],
  })) as OrderItem[]
  const marks = (field: string) =>
    readItems(all, none, undefined, field).map(
      ({ modifiers }) => modifiers[0]?.options[0]?.isDefault ?? false,
    )
  expect(marks('included')).toEqual([true, true, true, false, false, false, false])
  expect(marks('other')).not.toContain(true)
  expect(marks('')).not.toContain(true)
})

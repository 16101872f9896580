import { expect, test } from 'vitest'
import type { TicketItem } from '#contract/ticket.ts'
import { itemParts } from './item-parts.ts'
import { makeItem } from './sample-ticket.ts'

const option = (id: string, name: string, count = 1) => ({ id, name, count })
const cheese = option('internal-1', 'Queso', 2)
const avocado = option('internal-2', 'Palta')
const both = [{ name: 'Agregados', options: [cheese, avocado] }]
const said = (item: TicketItem, names: Record<string, string> = {}) =>
  itemParts(item, (key) => names[key]).map(({ name, times }) => `${String(times)} ${name}`)

test.for<[string, Partial<TicketItem>, Record<string, string>, string[]]>([
  ['a plain product', { stockKeys: ['product:a'] }, {}, ['1 Hamburguesa']],
  [
    'external ids: options are met in their order',
    { stockKeys: ['product:a', 'option:m/q', 'option:m/p'], modifiers: both },
    {},
    ['1 Hamburguesa', '2 Queso', '1 Palta'],
  ],
  [
    'the board names them',
    { stockKeys: ['product:a', 'option:m/q', 'option:m/p'], modifiers: both },
    { 'product:a': 'Hamburguesa clásica', 'option:m/p': 'Palta Hass' },
    ['1 Hamburguesa clásica', '2 Queso', '1 Palta Hass'],
  ],
  [
    'one option has no key: the other is known by its id',
    { stockKeys: ['product:a', 'option:m/internal-2'], modifiers: both },
    {},
    ['1 Hamburguesa', '1 Palta'],
  ],
  [
    'an option that nobody names',
    { stockKeys: ['option:m/x/palta'], modifiers: [] },
    {},
    ['1 palta'],
  ],
  [
    'the same option twice is one part with all of it',
    {
      stockKeys: ['product:a', 'option:m/q', 'option:m/q'],
      modifiers: [{ name: '', options: [cheese, cheese] }],
    },
    {},
    ['1 Hamburguesa', '4 Queso'],
  ],
  ['no keys at all', { stockKeys: [], modifiers: both }, {}, []],
])('%s', ([, fields, names, expected]) => {
  expect(said(makeItem(fields), names)).toEqual(expected)
})

test('a part knows the option of the ticket that it is', () => {
  const item = makeItem({ stockKeys: ['product:a', 'option:m/q', 'option:m/p'], modifiers: both })
  const options = itemParts(item, () => undefined).map((part) => part.option)
  expect(options).toEqual([null, cheese, avocado])
})

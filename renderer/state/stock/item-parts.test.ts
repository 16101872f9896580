import { expect, test } from 'vitest'
import type { TicketItem } from '#contract/tickets/ticket.ts'
import { itemParts } from './item-parts.ts'
import { makeItem } from '../../test-support/sample-ticket.ts'

const option = (key: string | null, name: string, count = 1) => ({
  id: name,
  name,
  count,
  stockKey: key === null ? null : `option:m/${key}`,
})
const cheese = option('q', 'Queso', 2)
const avocado = option('p', 'Palta')
const withOptions = (...options: (typeof cheese)[]) => ({
  stockKey: 'product:a',
  modifiers: [{ name: 'Agregados', options }],
})
const partTexts = (item: TicketItem, names: Record<string, string> = {}) =>
  itemParts(item, (key) => names[key]).map(({ name, times }) => `${String(times)} ${name}`)

test.for<[string, Partial<TicketItem>, Record<string, string>, string[]]>([
  ['a plain product', { stockKey: 'product:a' }, {}, ['1 Hamburguesa']],
  [
    'options in their order, as often as they were chosen',
    withOptions(cheese, avocado),
    {},
    ['1 Hamburguesa', '2 Queso', '1 Palta'],
  ],
  [
    'the board names them',
    withOptions(cheese, avocado),
    { 'product:a': 'Hamburguesa clásica', 'option:m/p': 'Palta Hass' },
    ['1 Hamburguesa clásica', '2 Queso', '1 Palta Hass'],
  ],
  [
    'an option without a key is no part',
    withOptions(option(null, 'Sin sal'), avocado),
    {},
    ['1 Hamburguesa', '1 Palta'],
  ],
  [
    'the same option twice is one part with all of it',
    withOptions(cheese, cheese),
    {},
    ['1 Hamburguesa', '4 Queso'],
  ],
  ['no keys at all', { ...withOptions(option(null, 'Sin sal')), stockKey: null }, {}, []],
])('%s', ([, fields, names, expected]) => {
  expect(partTexts(makeItem(fields), names)).toEqual(expected)
})

test('a part knows the option of the ticket that it is', () => {
  const options = itemParts(makeItem(withOptions(cheese, avocado))).map((part) => part.option)
  expect(options).toEqual([null, cheese, avocado])
})

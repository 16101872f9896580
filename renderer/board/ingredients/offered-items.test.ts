import { expect, test } from 'vitest'
import { fold } from '#contract/shared/fold.ts'
import { offerItems } from './ingredient.ts'
import { makeItem } from '../../test-support/sample-board.ts'

const items = [
  makeItem('product:churrasco', 'Churrasco italiano'),
  makeItem('product:completo', 'Completo con PALTA'),
  makeItem('product:te', 'Té verde'),
  makeItem('option:toppings/palta', 'Palta'),
]
const names = items.map(({ name }) => fold(name))

test.for<[string, string, string, string[], string[], string[]]>([
  ['nothing typed', '', '', [], [], ['churrasco', 'completo', 'te', 'toppings/palta']],
  [
    'named: what is called alike comes first',
    '',
    'Pálta',
    [],
    ['toppings/palta', 'completo'],
    ['churrasco', 'te'],
  ],
  [
    'tied before called alike, and each once',
    '',
    'palta',
    ['product:churrasco', 'product:completo'],
    ['churrasco', 'completo', 'toppings/palta'],
    ['te'],
  ],
  ['a search shows only what it finds', 'te ver', 'Palta', ['product:churrasco'], ['te'], []],
  ['a search that finds nothing', 'pizza', 'Palta', [], [], []],
])('%s', ([, search, ingredientName, tied, first, rest]) => {
  const offered = offerItems(items, names, { search, ingredientName, tied: new Set(tied) })
  const ids = (some: { key: string }[]) => some.map(({ key }) => key.replace(/^\w+:/, ''))
  expect(ids(offered.first)).toEqual(first)
  expect(ids(offered.rest)).toEqual(rest)
})

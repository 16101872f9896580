import { expect, test } from 'vitest'
import type { FleetStore } from '#contract/relay/fleet.ts'
import { findPasted } from './pasted-stores.ts'

const makeStore = (storeId: string, name: string, websiteId = 'web'): FleetStore => ({
  ...{ id: `${websiteId}.${storeId}`, websiteId, storeId, name, region: '', tags: [] },
  ...{ state: 'well', troubles: [], since: 0, seenAt: 0, status: null },
})
const stores = [
  makeStore('st-1', 'Viña del Mar'),
  makeStore('st-2', 'Centro, Santiago'),
  makeStore('st-3', 'Alameda'),
  makeStore('st-4', 'Alameda', 'other'),
  makeStore('st-5', ''),
]

test.for<[string, string, string[], string[]]>([
  ['one per line', 'Viña del Mar\nst-3', ['web.st-1', 'web.st-3'], []],
  ['lines of Windows, with spaces', ' vina del mar \r\n\r\nST-3\r\n', ['web.st-1', 'web.st-3'], []],
  ['commas', 'st-1,st-3, st-5', ['web.st-1', 'web.st-3', 'web.st-5'], []],
  ['semicolons', 'st-1; st-3;', ['web.st-1', 'web.st-3'], []],
  ['a row of a spreadsheet', 'st-1\tst-3\tst-9', ['web.st-1', 'web.st-3'], ['st-9']],
  ['a name with a comma', 'Centro, Santiago', ['web.st-2'], []],
  ['such a name among others', 'st-1;Centro, Santiago', ['web.st-1', 'web.st-2'], []],
  ['a cell in quotes', '"Centro, Santiago"\tst-1', ['web.st-2', 'web.st-1'], []],
  ['an id of the chain', 'other.st-4', ['other.st-4'], []],
  ['one that nobody knows, twice', 'Lota\nlota\nst-1', ['web.st-1'], ['Lota']],
  ['nothing', ' \n\t;,', [], []],
])('%s', ([, text, ids, unknown]) => {
  const pasted = findPasted(text, stores)
  expect([...pasted.ids]).toEqual(ids)
  expect(pasted.unknown).toEqual(unknown)
  expect(pasted.shared).toEqual([])
})

test('a name that several stores have finds all of them, and says so', () => {
  expect(findPasted('alameda', stores)).toEqual({
    ids: new Set(['web.st-3', 'other.st-4']),
    unknown: [],
    shared: ['alameda'],
  })
})

test('five thousand names are found at once', () => {
  const many = Array.from({ length: 5_000 }, (_, nth) => makeStore(`s-${String(nth)}`, `N ${nth}`))
  const text = many.map(({ name }) => name).join('\n')
  expect(findPasted(text, many).ids.size).toBe(5_000)
})

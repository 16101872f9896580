import { expect, test } from 'vitest'
import type { ProfileStation } from '#contract/relay/instruction.ts'
import type { StockGroup } from '#contract/stock/stock.ts'
import { adoptStations } from './adopt.ts'

const groups: StockGroup[] = [
  { id: 'c1', kind: 'category', name: 'Burgers' },
  { id: 'c2', kind: 'category', name: 'Salads' },
  { id: 'm1', kind: 'modifier', name: 'Salads' },
]
const station = (name: string, categories: string[]): ProfileStation => ({
  ...{ name, color: 'red', icon: 'flame', categories },
})
const grill = { id: 'old', name: 'Grill', color: 'blue', icon: 'pan' } as const
const before = {
  stations: [{ ...grill, id: 'other', name: 'Bar' }, grill],
  rules: [
    { by: 'category' as const, key: 'c1', stations: ['other'] },
    { by: 'category' as const, key: 'c2', stations: ['other'] },
    { by: 'product' as const, key: 'c1', stations: ['other'] },
  ],
}
function adopt(...profile: ProfileStation[]) {
  let idCount = 0
  return adoptStations(before, profile, { groups, newId: () => `new-${String(++idCount)}` })
}

test('a station of the same name keeps its id and place, and another one is new', () => {
  const { stations, missing } = adopt(station('GRILL', []), station('Cold', []))
  expect(stations.map(({ id, name, color }) => [id, name, color])).toEqual([
    ['other', 'Bar', 'blue'],
    ['old', 'GRILL', 'red'],
    ['new-1', 'Cold', 'red'],
  ])
  expect(missing).toEqual([])
})

test('a category that two stations name is made by both, and other rules stay', () => {
  const { rules, missing } = adopt(
    station('Grill', ['burgers', 'Sushi']),
    station('Cold', ['Burgers']),
  )
  expect(rules).toEqual([
    { by: 'category', key: 'c2', stations: ['other'] },
    { by: 'product', key: 'c1', stations: ['other'] },
    { by: 'category', key: 'c1', stations: ['old', 'new-1'] },
  ])
  expect(missing).toEqual(['Sushi'])
})

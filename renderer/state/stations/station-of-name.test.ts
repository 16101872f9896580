import { expect, test } from 'vitest'
import { stationOfName } from './station-of-name.ts'

const stations = [
  { id: 's1', name: 'Grill' },
  { id: 's2', name: 'Crème & café' },
  { id: 's3', name: 'Fry 1' },
  { id: 's4', name: 'Fry' },
  { id: 's5', name: '' },
  { id: 'expo', name: 'Expo' },
]

test.for([
  ['Grill', 's1'],
  [' gRILL ', 's1'],
  ['G r i l l', 's1'],
  ['Grill 2', 's1'],
  ['creme&CAFE', 's2'],
  ['fry1', 's3'],
  ['Fry 2', 's4'],
  ['EXPO', 'expo'],
  ['Grill left', null],
  ['Gril', null],
  ['', null],
  ['  ', null],
  ['2', null],
] as const)('a screen called “%s” belongs to %s', ([name, id]) => {
  expect(stationOfName(name, stations)).toBe(id)
})

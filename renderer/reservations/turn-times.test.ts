import { expect, test } from 'vitest'
import { turnMinutes } from './turn-times.ts'

const turnTimes = [
  { upTo: 2, minutes: 75, visits: 0 },
  { upTo: 6, minutes: 105, visits: 12 },
  { upTo: null, minutes: 150, visits: 0 },
]

test.each([
  [1, 75],
  [2, 75],
  [3, 105],
  [6, 105],
  [7, 150],
  [40, 150],
])('%i guests stay %i minutes', (partySize, minutes) => {
  expect(turnMinutes(turnTimes, partySize)).toBe(minutes)
})

test('before the turn times are known, guests stay two hours', () => {
  expect(turnMinutes([], 2)).toBe(120)
})

import { expect, test } from 'vitest'
import { ticketsOf } from '../../test-support/sample-wall.ts'
import { columnInSight, columnOf, endOf, shiftOf } from './one-column.ts'

const room = { gap: 10, foot: 50 }
const column = (written: string) => columnOf(ticketsOf(written), room)
const drawn = ({ segments }: ReturnType<typeof column>) =>
  segments.map(({ id, top, height }) => `${id} ${String(top)}+${String(height)}`)

test('tickets stand one below the other, whole and in their order', () => {
  const all = column('A 100, B 30 30, C 40')
  expect(drawn(all)).toEqual(['A 20+152', 'B 182+112', 'C 304+92'])
  expect(endOf(all)).toBe(396)
  expect(all.segments.every(({ isLast, from }) => isLast && from === 0)).toBe(true)
})

test('while a hand is near, what left keeps its place and what came is below', () => {
  const before = column('A 100, B 30 30')
  const now = column('C 40, B 30 30')
  expect(drawn(columnInSight([now], before, room) ?? before)).toEqual([
    'A 20+152',
    'B 182+112',
    'C 304+92',
  ])
  expect(columnInSight([now], null, room)).toBe(now)
})

test.for<[string, string, string, number, number]>([
  ['one above comes', 'A 100, B 30', 'C 40, A 100, B 30', 50, 102],
  ['one above leaves', 'A 100, B 30', 'B 30', 190, -162],
  ['the one in sight leaves: the next stays', 'A 100, B 30', 'B 30', 50, -162],
  ['one below comes', 'A 100, B 30', 'A 100, C 9, B 30', 50, 0],
  ['all leave', 'A 100', 'B 30', 50, 0],
  ['at the very top the most urgent one is seen', 'A 100', 'C 40, A 100', 0, 0],
])('%s', ([, was, now, top, expected]) => {
  expect(shiftOf(column(was), column(now), top)).toBe(expected)
})

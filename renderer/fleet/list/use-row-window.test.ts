import { expect, test } from 'vitest'
import { rowsInSight } from './use-row-window.ts'

const place = { size: 50, margin: 400, scrolled: 0, screen: 800 }

test.for<[string, Partial<typeof place>, number, { from: number; to: number }]>([
  ['at the top', {}, 2_000, { from: 0, to: 12 }],
  ['in the middle', { scrolled: 50_400 }, 2_000, { from: 996, to: 1_020 }],
  ['at the end', { scrolled: 99_600 }, 2_000, { from: 1_980, to: 2_000 }],
  ['below the end, after stores have gone', { scrolled: 99_600 }, 3, { from: 3, to: 3 }],
  ['with few', {}, 3, { from: 0, to: 3 }],
  ['with none', {}, 0, { from: 0, to: 0 }],
  ['the table is below the screen', { margin: 2_000 }, 2_000, { from: 0, to: 0 }],
])('rows in sight %s', ([, changed, count, rows]) => {
  expect(rowsInSight({ ...place, ...changed }, count)).toEqual(rows)
})

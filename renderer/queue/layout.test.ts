import { expect, test } from 'vitest'
import { layoutCards, measureGrid, tallCards, visibleRows } from './layout.ts'

test.for<[string, number, number, number, number, number]>([
  // What is left of the window beside the navigation, under banner and header.
  ['1280x800', 1170, 670, 16, 5, 2],
  ['1280x800 with an alert and a lane', 1170, 550, 16, 5, 2],
  ['1024x768', 914, 638, 16, 4, 2],
  ['1920x1080', 1810, 950, 16, 7, 3],
  ['1280x800 at 200 % text', 1080, 420, 32, 2, 1],
  ['a phone', 340, 500, 16, 1, 2],
  ['nothing measured yet', 0, 0, 16, 1, 1],
])('%s', ([, width, height, rem, columns, rows]) => {
  const grid = measureGrid(width, height, rem)
  expect(grid.columns).toBe(columns)
  expect(grid.columnWidth * columns + grid.gap * (columns - 1)).toBeLessThanOrEqual(width)
  const fit = Math.floor((height + grid.gap) / (grid.rowHeight + grid.gap))
  expect(Math.max(1, fit)).toBe(rows)
})

test.for<[string, string, number, number, string]>([
  // L: a long card; T: one that got two rows.
  ['few orders: every long one is tall', 'L.L.L.', 5, 2, 'T.T.T.'],
  ['spare cells go to the first long ones', 'LL.LLL.', 5, 2, 'TT.TLL.'],
  ['ten orders at five by two: none is tall', 'LLLLLLLLLL', 5, 2, 'LLLLLLLLLL'],
  ['a larger screen has room for more', 'LLLLLLLLLLLLLL', 7, 2, 'TTTTLLLLLLLLLL'],
  ['a smaller screen shows what it can', 'LLLLLLLLL', 4, 2, 'LLLLLLLLL'],
  ['nothing', '', 5, 2, ''],
])('%s', ([, cards, columns, rows, expected]) => {
  const long = cards.split('').map((card) => card === 'L')
  const tall = tallCards(long, { columns, rows })
  expect(
    cards
      .split('')
      .map((card, nth) => (tall[nth] ? 'T' : card))
      .join(''),
  ).toBe(expected)
})

test.for<[string, number[], number, string, number]>([
  ['a full grid', [1, 1, 1, 1, 1], 3, '0,0 0,1 0,2 1,0 1,1', 2],
  ['under a tall card nothing is placed', [2, 1, 1, 1, 1], 3, '0,0 0,1 0,2 1,1 1,2', 2],
  ['tall cards side by side', [2, 2, 2, 1], 3, '0,0 0,1 0,2 2,0', 3],
  ['a tall card in the middle', [1, 2, 1, 1, 1], 3, '0,0 0,1 0,2 1,0 1,2', 2],
  ['a tall card at the end', [1, 1, 2], 2, '0,0 0,1 1,0', 3],
  ['one column', [2, 1, 2], 1, '0,0 2,0 3,0', 5],
  ['nothing', [], 4, '', 0],
])('%s', ([, sizes, columns, cells, rowCount]) => {
  const layout = layoutCards(sizes, columns)
  expect(layout.placements.map(({ row, column }) => `${row},${column}`).join(' ')).toBe(cells)
  expect(layout.rowCount).toBe(rowCount)
})

test('whatever the sizes, cards never overlap and never stand before an earlier one', () => {
  for (let pattern = 0; pattern < 2 ** 9; pattern++) {
    const sizes = Array.from({ length: 9 }, (_, bit) => ((pattern >> bit) & 1) + 1)
    const { placements } = layoutCards(sizes, 4)
    const cells = placements.flatMap(({ row, column, rows }) =>
      Array.from({ length: rows }, (_, down) => (row + down) * 4 + column),
    )
    expect(new Set(cells).size).toBe(cells.length)
    const starts = placements.map(({ row, column }) => row * 4 + column)
    expect(starts).toEqual(starts.toSorted((x, y) => x - y))
  }
})

test.for<[number, number, number]>([
  [0, 0, 3],
  [309, 0, 3],
  [310, 0, 4],
  [1000, 2, 6],
])('scrolled by %d', ([scrollTop, first, last]) => {
  expect(visibleRows(scrollTop, 620, { rowHeight: 300, gap: 10 })).toEqual({ first, last })
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { areaOf, madeUpWalls, ticketsOf, writeSegments } from '../../test-support/sample-wall.ts'
import { addToPage, fillPage, maxMoved, nothingPlaced } from './fill-page.ts'

/** The segments of the first page, and how many tickets end on it. */
function filled(written: string, columns: number, height: number, style = calm) {
  const tickets = ticketsOf(written)
  const page = fillPage(tickets, nothingPlaced, areaOf(columns, height), style)
  return { ...page, written: writeSegments(page.segments, tickets) }
}
const calm = { wasFull: false, isSeen: false }

test.for<[string, string, number, number, string]>([
  // A whole ticket needs 4 besides its dishes; one that continues needs 3 there, and 3 or 2 where
  // it continues from.
  ['nothing', '', 3, 20, ''],
  ['one below another, with a gap', 'A 3, B 4', 2, 16, 'A 3, B 4'],
  ['to the last px', 'A 3, B 4; C 1', 2, 16, 'A 3, B 4 | C 1'],
  ['rather whole in the next column', 'A 6, B 3 3', 2, 16, 'A 6 | B 3 3'],
  ['columns are not filled evenly', 'A 1, B 1, C 1', 3, 20, 'A 1, B 1, C 1'],
  ['higher than a column, it continues', 'A 5 5 5', 2, 16, 'A 5 5 .. | .. A 5'],
  ['in as many columns as it needs', 'A 8 8 8', 3, 12, 'A 8 .. | .. A 8 .. | .. A 8'],
  ['the next stands below its end', 'A 5 5 5, B 1', 2, 16, 'A 5 5 .. | .. A 5, B 1'],
  ['a high one begins below another', 'A 1, B 5 5 5', 2, 16, 'A 1, B 5 .. | .. B 5 5'],
  ['the foot takes the last dish along', 'A 6 6 1', 2, 16, 'A 6 6 .. | .. A 1'],
  ['no room for a first dish', 'A 5, B 6 6 6', 3, 16, 'A 5 | B 6 6 .. | .. B 6'],
])('all of them fit: %s', ([, written, columns, height, expected]) => {
  const page = filled(written, columns, height)
  expect(page.written).toBe(expected)
  expect(page.isFull).toBe(false)
  expect(page.endCount).toBe(ticketsOf(written).length)
})

test.for<[string, string, number, number, string]>([
  ['the next page has it', 'A 8, B 8, C 8', 2, 12, 'A 8 | B 8'],
  ['one is split to fill a column', 'A 8, B 6 6 6, C 8, D 8', 2, 24, 'A 8, B 6 .. | .. B 6 6'],
  ['a later one comes first', 'A 8, B 12, C 8, D 12', 2, 25, 'A 8, C 8 | B 12'],
  ['the gap below the last one is free room too', 'A 1, B 7, C 8', 1, 21, 'A 1, C 8'],
  ['none begins with its notices alone', 'A 8, B !2 !2 8 8, C 18', 2, 22, 'A 8 | C 18'],
  ['one continues on the next page', 'A 4 4 4 4 4 4', 1, 20, 'A 4 4 4 4 ..'],
])('some have to wait: %s', ([, written, columns, height, expected]) => {
  const page = filled(written, columns, height)
  expect(page.written).toBe(expected)
  expect(page.isFull).toBe(true)
})

test('what comes after the last dish stays with it', () => {
  const written = (closing: number) => {
    const tickets = ticketsOf('A 4 4 4 3').map((one) => ({ ...one, closing }))
    return writeSegments(fillPage(tickets, nothingPlaced, areaOf(1, 18)).segments, tickets)
  }
  expect(written(0)).toBe('A 4 4 4 ..')
  expect(written(1)).toBe('A 4 4 ..')
})

test.for<[string, string, boolean, string]>([
  ['full as it was', 'A 3, B 3 4, C 8', true, 'A 3, B 3 .. | .. B 4 | C 8'],
  ['loose from the start', 'A 3, B 3 4, C 8', false, 'A 3 | B 3 4 | C 8'],
  ['loose once a third of the last column is free', 'A 3, B 3 4, C 5', true, 'A 3 | B 3 4 | C 5'],
])('a page with room for all is %s', ([, written, wasFull, expected]) => {
  const page = filled(written, 3, 14, { wasFull, isSeen: false })
  expect(page.written).toBe(expected)
  expect(page.isFull).toBe(expected.includes('..'))
})

test('cards that somebody has seen move only for much of a column', () => {
  const written = (room: number, isSeen: boolean) =>
    filled(`A ${String(room)}, B 190, D 190, C 8, E 190`, 3, 200, { wasFull: true, isSeen }).written
  // Without C, 16 of the column's 200 stay free.
  expect(written(180, false)).toBe('A 180, C 8 | B 190 | D 190')
  expect(written(180, true)).toBe('A 180 | B 190 | D 190')
  expect(written(120, true)).toBe('A 120, C 8 | B 190 | D 190')
})

test('a ticket is not split for little room', () => {
  // With F and the start of E, the last column would be full.
  const page = filled('A 3 11, B 3, C 5 5, D 3 5 9, E 11 3 9, F 5', 3, 24)
  expect(page.written).toBe('A 3 11 | B 3, C 5 5 | D 3 5 9')
})

test('many small tickets in a high column are placed without trying every order', () => {
  const tickets = ticketsOf(Array.from({ length: 90 }, (_, nth) => `T${String(nth)} 1`).join(', '))
  const page = fillPage(tickets, nothingPlaced, areaOf(1, 300))
  expect(page.endCount).toBe(50)
})

test('no ticket moves more places than allowed, and none is left behind', () => {
  fc.assert(
    fc.property(madeUpWalls(40), ({ area, tickets }) => {
      const begun: string[] = []
      let placed = nothingPlaced
      for (let nth = 0; nth < 400 && begun.length < tickets.length; nth++) {
        const page = fillPage(tickets, placed, area)
        placed = page.placed
        begun.push(...page.segments.flatMap(({ id, from }) => (from === 0 ? [id] : [])))
      }
      expect(begun.toSorted()).toEqual(tickets.map(({ id }) => id).toSorted())
      for (const [nth, { id }] of tickets.entries())
        expect(Math.abs(begun.indexOf(id) - nth)).toBeLessThanOrEqual(maxMoved)
    }),
  )
})

test('in a rush, columns are full', () => {
  // Heights of dishes and notices at 1280x800.
  const heights = [49, 49, 118, 58, 49, 95, 72, 118, 49, 137]
  const area = { columns: 5, height: 666, gap: 5, foot: 48, tail: 25 }
  const tickets = Array.from({ length: 60 }, (_, nth) => ({
    id: `t${String(nth)}`,
    head: 44,
    continuedHead: 44,
    parts: Array.from(
      { length: nth % 10 === 4 ? 12 : 1 + ((nth * 7) % 4) },
      (__, place) => heights[(nth * 3 + place * 7) % heights.length] ?? 49,
    ),
    notices: nth % 3 === 0 ? 1 : 0,
    closing: 0,
  }))
  const shares: number[] = []
  let placed = nothingPlaced
  for (;;) {
    const page = fillPage(tickets, placed, area)
    placed = page.placed
    if (placed.next >= tickets.length && placed.open === null) break
    for (let column = 0; column < area.columns; column++) {
      const own = page.segments.filter((one) => one.column === column)
      shares.push(Math.max(...own.map(({ top, height }) => top + height)) / area.height)
    }
  }
  expect(shares.length).toBeGreaterThan(20)
  expect(Math.min(...shares)).toBeGreaterThanOrEqual(0.85)
  expect(shares.reduce((sum, share) => sum + share, 0) / shares.length).toBeGreaterThanOrEqual(0.92)
})

test('what comes later is added behind a page, whole, while there is room', () => {
  const added = (written: string, fresh: string) => {
    const tickets = ticketsOf(written)
    const area = areaOf(2, 20)
    const more = ticketsOf(fresh)
    const page = addToPage(fillPage(tickets, nothingPlaced, area), more, area)
    return `${writeSegments(page.segments, [...tickets, ...more])}; ${String(page.endCount)} end`
  }
  expect(added('A 4', 'N 4')).toBe('A 4, N 4; 2 end')
  expect(added('A 4', 'N 9, O 9, P 1')).toBe('A 4 | N 9; 2 end')
  expect(added('', 'N 9')).toBe('N 9; 1 end')
  // It would continue on the next page.
  expect(added('A 4', 'N 9 9 9 9')).toBe('A 4; 1 end')
  // Nothing is added behind what continues on the next page.
  expect(added('A 9 9 9 9', 'N 1')).toBe('A 9 .. | .. A 9 9 ..; 0 end')
  const [, second] = addToPage(
    fillPage(ticketsOf('A 4'), nothingPlaced, areaOf(2, 20)),
    ticketsOf('N 4'),
    areaOf(2, 20),
  ).segments
  expect(second).toMatchObject({ id: 'N', top: 9 })
})

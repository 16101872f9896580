import fc from 'fast-check'
import { expect, test } from 'vitest'
import { areaOf, madeUpWalls, ticketsOf, writeSegments } from '../../test-support/sample-wall.ts'
import { fill, fillPage, type Density } from './fill-page.ts'

test.for<[string, string, number, number, string, number]>([
  // A whole ticket needs 4 besides its dishes; one that continues needs 3 there, and 3 or 2 where
  // it continues from.
  ['nothing', '', 3, 20, '', 0],
  ['one below another, with a gap', 'A 3, B 4', 2, 16, 'A 3, B 4', 2],
  ['to the last px', 'A 3, B 4; C 1', 2, 16, 'A 3, B 4 | C 1', 3],
  ['rather whole in the next column', 'A 6, B 3 3', 2, 16, 'A 6 | B 3 3', 2],
  ['columns are not filled evenly', 'A 1, B 1, C 1', 3, 20, 'A 1, B 1, C 1', 3],
  ['higher than a column, it goes on', 'A 5 5 5', 2, 16, 'A 5 5 .. | .. A 5', 1],
  ['in as many columns as it needs', 'A 8 8 8', 3, 12, 'A 8 .. | .. A 8 .. | .. A 8', 1],
  ['the next stands below its end', 'A 5 5 5, B 1', 2, 16, 'A 5 5 .. | .. A 5, B 1', 2],
  ['a high one begins below another', 'A 1, B 5 5 5', 2, 16, 'A 1, B 5 .. | .. B 5 5', 2],
  ['the foot takes the last dish along', 'A 6 6 1', 2, 16, 'A 6 6 .. | .. A 1', 1],
  ['no room for a first dish', 'A 5, B 6 6 6', 3, 16, 'A 5 | B 6 6 .. | .. B 6', 2],
  ['the next page has it', 'A 8, B 8, C 8', 2, 12, 'A 8 | B 8', 2],
])('%s', ([, written, columns, height, expected, taken]) => {
  const tickets = ticketsOf(written)
  const page = fillPage(tickets, 0, areaOf(columns, height))
  expect(writeSegments(page.segments, tickets)).toBe(expected)
  expect(page.taken).toBe(taken)
})

test.for<[Density, string, string]>([
  [0, 'whole, wherever a column has it', 'A 5 | B 2 4 | C 3'],
  // 6 of the column's 16 are left for B: more than a fifth of it.
  [1, 'cut to fill much of a column', 'A 5, B 2 .. | .. B 4, C 3'],
  [2, 'cut wherever a dish fits', 'A 5, B 2 .. | .. B 4, C 3'],
])('density %d: %s', ([density, , expected]) => {
  const tickets = ticketsOf('A 5, B 2 4, C 3')
  expect(writeSegments(fill(tickets, 0, areaOf(3, 16), density).segments, tickets)).toBe(expected)
})

test('nothing of a ticket that needs a column stands below others without its first dish', () => {
  const drawn = (written: string, height: number) => {
    const tickets = ticketsOf(written)
    return writeSegments(fill(tickets, 0, areaOf(2, height), 2).segments, tickets)
  }
  // 11 are left below A, for a head, a tail and 8: the notices would fit. Then 12, so that the dish
  // fits too.
  expect(drawn('A 1, B !2 !2 5 1', 17)).toBe('A 1 | B !2 !2 5 1')
  expect(drawn('A 1, B !2 !2 5 1', 18)).toBe('A 1, B !2 !2 5 .. | .. B 1')
})

test('a few px at the end of a column are worth no cut, unless nothing else helps', () => {
  // 8 of the column's 40 are left for B, which is whole in the next one.
  const tickets = ticketsOf('A 27, B 3 30')
  const written = (density: Density) =>
    writeSegments(fill(tickets, 0, areaOf(2, 40), density).segments, tickets)
  expect(written(1)).toBe('A 27 | B 3 30')
  expect(written(2)).toBe('A 27, B 3 .. | .. B 30')
})

test.for<[string, string, Density, Density, string]>([
  ['all of them whole while they fit', 'A 3, B 3 4, C 8', 0, 0, 'A 3 | B 3 4 | C 8'],
  // With whole tickets, D would have to leave.
  ['cut to keep one', 'A 3, B 3 4, C 2, D 10', 0, 1, 'A 3, B 3 .. | .. B 4, C 2 | D 10'],
  // Cards stay as they were; otherwise they would jump with every order that leaves.
  ['cut while it is full', 'A 3, B 3 4, C 8', 1, 1, 'A 3, B 3 .. | .. B 4 | C 8'],
  [
    'whole again once a third of the last column is free',
    'A 3, B 3 4, C 5',
    1,
    0,
    'A 3 | B 3 4 | C 5',
  ],
])('of a page with three columns: %s', ([, written, stood, density, expected]) => {
  const tickets = ticketsOf(written)
  const page = fillPage(tickets, 0, areaOf(3, 14), stood)
  expect(page.density).toBe(density)
  expect(writeSegments(page.segments, tickets)).toBe(expected)
})

test('what needs more than a page says with which dish it goes on, and begins there', () => {
  const tickets = ticketsOf('A 5 5 5 5 5, B 1')
  const area = areaOf(1, 16)
  const first = fillPage(tickets, 0, area)
  expect(writeSegments(first.segments, tickets)).toBe('A 5 5 ..')
  expect(first).toMatchObject({ taken: 0, rest: 2 })
  const second = fillPage(tickets, first.rest, area)
  expect(writeSegments(second.segments, tickets)).toBe('.. A 5 5 ..')
  const third = fillPage(tickets, second.rest, area)
  expect(writeSegments(third.segments, tickets)).toBe('.. A 5, B 1')
  expect(third).toMatchObject({ taken: 2, rest: 0 })
})

test('whatever the tickets, no page loses one by keeping others whole', () => {
  fc.assert(
    fc.property(madeUpWalls(), fc.constantFrom<Density>(0, 1, 2), ({ area, tickets }, stood) => {
      const page = fillPage(tickets, 0, area, stood)
      expect(page.taken).toBeGreaterThanOrEqual(fill(tickets, 0, area, 2).taken)
    }),
  )
})

test('a page that has stood keeps its places, however many come behind', () => {
  fc.assert(
    fc.property(madeUpWalls(), fc.constantFrom<Density>(0, 1, 2), ({ area, tickets }, density) => {
      const all = fill(tickets, 0, area, density)
      fc.pre(all.rest === 0)
      const few = fill(tickets.slice(0, all.taken), 0, area, density)
      expect(few.segments).toEqual(all.segments)
    }),
  )
})

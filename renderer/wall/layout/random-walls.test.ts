import fc from 'fast-check'
import { expect, test } from 'vitest'
import { madeUpTickets, madeUpWalls } from '../../test-support/sample-wall.ts'
import { fill, type MeasuredTicket, type PageArea } from './fill-page.ts'
import { holdPage, idsOf, layPages } from './pages.ts'

const nobody = { shown: 0, stood: [], density: 0 } as const

/** A wall, and the previous state of its visible page, before some tickets left and others came. */
const changedWalls = madeUpWalls().chain(({ area, tickets }) =>
  fc.record({
    area: fc.constant(area),
    before: fc.constant(tickets),
    after: fc
      .tuple(
        fc.subarray(tickets),
        fc.array(
          madeUpTickets(area).map((one) => ({ ...one, id: `new ${one.id}` })),
          { maxLength: 4 },
        ),
      )
      .chain(([left, come]) => fc.shuffledSubarray([...left, ...come], { minLength: left.length })),
    shown: fc.nat({ max: 2 }),
  }),
)

/** The pages before the change and after it. */
function layTwice({
  area,
  before,
  after,
  shown,
}: {
  area: PageArea
  before: MeasuredTicket[]
  after: MeasuredTicket[]
  shown: number
}) {
  const was = layPages(before, area, nobody)
  const page = was[shown]
  const stood = idsOf(page?.tickets ?? [])
  const density = page?.density ?? 0
  return { was, stood, pages: layPages(after, area, { shown, stood, density }) }
}

test('every part of every ticket is there once, whole and in order, on pages that none is higher than', () => {
  fc.assert(
    fc.property(changedWalls, (wall) => {
      const { pages } = layTwice(wall)
      const { area, after } = wall
      for (const { id, head, continuedHead, parts } of after) {
        const segments = pages.flatMap((page) => page.segments.filter((one) => one.id === id))
        let next = 0
        for (const { from, to, height, top, isLast } of segments) {
          expect(from).toBe(next)
          expect(to).toBeGreaterThan(from)
          const text = parts.slice(from, to).reduce((sum, part) => sum + part, 0)
          const ends = isLast ? area.foot : area.tail
          expect(height).toBe((from === 0 ? head : continuedHead) + text + ends)
          expect(top + height).toBeLessThanOrEqual(area.height)
          next = to
        }
        expect(next).toBe(parts.length)
        expect(segments.map(({ isLast }) => isLast)).toEqual(
          segments.map((_, nth) => nth === segments.length - 1),
        )
      }
    }),
  )
})

test('pieces stand in the columns of a page from the top, a gap apart, in the order of its tickets', () => {
  fc.assert(
    fc.property(changedWalls, (wall) => {
      for (const { segments, tickets } of layTwice(wall).pages) {
        expect([...new Set(segments.map(({ id }) => id))]).toEqual(idsOf(tickets))
        for (const [nth, { column, top }] of segments.entries()) {
          const above = segments[nth - 1]
          expect(column).toBeLessThan(wall.area.columns)
          if (above === undefined || above.column < column) {
            expect(top).toBe(0)
            expect(column - (above?.column ?? -1)).toBe(1)
          } else {
            expect(column).toBe(above.column)
            expect(top).toBe(above.top + above.height + wall.area.gap)
          }
        }
      }
    }),
  )
})

test('a ticket crosses a page only when it needs more than one, and both pages say so', () => {
  fc.assert(
    fc.property(changedWalls, (wall) => {
      const { pages } = layTwice(wall)
      for (const [nth, { rest, segments, taken, tickets }] of pages.entries()) {
        const last = segments.at(-1)
        expect(rest > 0).toBe(last?.isLast === false)
        expect(pages[nth + 1]?.from ?? 0).toBe(rest)
        if (rest === 0) continue
        expect(last?.to).toBe(rest)
        expect({ taken, tickets: tickets.length }).toEqual({ taken: 0, tickets: 1 })
        expect(fill(tickets, 0, wall.area, 2).rest).toBeGreaterThan(0)
      }
    }),
  )
})

test('below another no piece ends before its first dish, and no foot is alone', () => {
  fc.assert(
    fc.property(changedWalls, (wall) => {
      const noticesOf = new Map(wall.after.map(({ id, notices }) => [id, notices]))
      for (const { segments } of layTwice(wall).pages)
        for (const { id, top, from, to, isLast } of segments) {
          if (top > 0) expect(to).toBeGreaterThan(noticesOf.get(id) ?? 0)
          if (isLast) expect(to).toBeGreaterThan(from)
        }
    }),
  )
})

test('which page a ticket is on is by its promise; what stood on the page in sight keeps its order', () => {
  fc.assert(
    fc.property(changedWalls, (wall) => {
      const { pages, stood } = layTwice(wall)
      const ranked = idsOf(wall.after)
      const onPages = pages.flatMap(({ tickets, from }) =>
        idsOf(tickets)
          .slice(from > 0 ? 1 : 0)
          .toSorted((one, other) => ranked.indexOf(one) - ranked.indexOf(other)),
      )
      expect(onPages).toEqual(ranked)
      const page = pages[wall.shown]
      const there = idsOf(page?.tickets ?? []).slice((page?.from ?? 0) > 0 ? 1 : 0)
      const still = stood.filter((id) => there.includes(id))
      expect(there.filter((id) => still.includes(id))).toEqual(still)
      // New tickets come behind all others, by promised time.
      const fresh = there.filter((id) => !stood.includes(id))
      expect(there).toEqual([
        ...still,
        ...fresh.toSorted((one, other) => ranked.indexOf(one) - ranked.indexOf(other)),
      ])
    }),
  )
})

test('few tickets stay whole', () => {
  fc.assert(
    fc.property(madeUpWalls(6), ({ area, tickets }) => {
      const fits = ({ head, parts }: MeasuredTicket) =>
        head + parts.reduce((sum, part) => sum + part, 0) + area.foot <= area.height
      const few = tickets.filter(fits).slice(0, area.columns)
      const pages = layPages(few, area, nobody)
      expect(pages.length).toBeLessThanOrEqual(1)
      expect(pages[0]?.segments.length ?? 0).toBe(few.length)
      expect(pages[0]?.density ?? 0).toBe(0)
    }),
  )
})

test('while a hand is near nothing that stood is moved, and what comes stands behind it', () => {
  fc.assert(
    fc.property(changedWalls, (wall) => {
      const { was } = layTwice(wall)
      const page = was[wall.shown]
      fc.pre(page !== undefined)
      const stood = new Set(idsOf(wall.before))
      const fresh = wall.after.filter(({ id }) => !stood.has(id))
      const held = holdPage(page, fresh, wall.area)
      expect(held.segments.slice(0, page.segments.length)).toEqual(page.segments)
      const come = held.segments.slice(page.segments.length)
      for (const { id, top, height } of come) {
        expect(stood.has(id)).toBe(false)
        expect(top + height).toBeLessThanOrEqual(wall.area.height)
      }
      const count = new Set(come.map(({ id }) => id)).size
      expect(idsOf(held.tickets)).toEqual(idsOf([...page.tickets, ...fresh.slice(0, count)]))
      // No new ticket waits while there is room.
      const next = fresh[count]
      if (page.rest > 0 || next === undefined) return
      const more = fill([...held.tickets, next], page.from, wall.area, page.density)
      expect(more.taken).toBe(held.tickets.length)
    }),
  )
})

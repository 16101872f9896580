import fc from 'fast-check'
import { expect, test } from 'vitest'
import { madeUpTickets, madeUpWalls } from '../../test-support/sample-wall.ts'
import { maxMoved, type MeasuredTicket, type PageArea } from './fill-page.ts'
import { holdPage, idsOf, layPages, layRest, type Page } from './pages.ts'

const nobody = { shown: 0, stood: [], wasFull: false } as const

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
      .chain(([left, more]) => fc.shuffledSubarray([...left, ...more], { minLength: left.length })),
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
  const wasFull = page?.isFull ?? false
  return { was, stood, pages: layPages(after, area, { shown, stood, wasFull }) }
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

test('a ticket that continues on the next page is the last here and the first there', () => {
  fc.assert(
    fc.property(changedWalls, (wall) => {
      const { pages } = layTwice(wall)
      for (const [nth, { segments, tickets, endCount, isFull }] of pages.entries()) {
        const continues = segments.at(-1)?.isLast === false
        expect(endCount).toBe(tickets.length - (continues ? 1 : 0))
        const next = pages[nth + 1]
        expect(next !== undefined && (next.segments[0]?.from ?? 0) > 0).toBe(continues)
        if (continues) expect(next?.tickets[0]).toBe(tickets.at(-1))
        // Only the last page may have room left.
        if (next !== undefined) expect(isFull).toBe(true)
      }
    }),
  )
})

test('below another no piece ends before its first dish, and no foot is alone', () => {
  fc.assert(
    fc.property(changedWalls, (wall) => {
      const byId = new Map(wall.after.map((ticket) => [ticket.id, ticket]))
      for (const { segments } of layTwice(wall).pages)
        for (const { id, top, from, to, isLast } of segments) {
          const { notices = 0, closing = 0, parts = [] } = byId.get(id) ?? {}
          if (top > 0) expect(to).toBeGreaterThan(notices)
          if (!isLast) continue
          // What closes a ticket is below a dish, unless a column has room for nothing else.
          const dishes = parts.length - closing
          if (parts.length > 1 + closing && top > 0) expect(from).toBeLessThan(dishes)
          expect(to).toBeGreaterThan(from)
        }
    }),
  )
})

const begunOn = ({ segments }: Page): string[] =>
  segments.flatMap(({ id, from }) => (from === 0 ? [id] : []))
/** The largest difference of places between two orders of the same ids. */
const farthest = (one: readonly string[], other: readonly string[]): number =>
  Math.max(0, ...one.map((id, nth) => Math.abs(other.indexOf(id) - nth)))

test('by its promise, a ticket moves no more than a few places', () => {
  fc.assert(
    fc.property(changedWalls, ({ area, after }) => {
      const begun = layPages(after, area, nobody).flatMap(begunOn)
      expect(begun.toSorted()).toEqual(idsOf(after).toSorted())
      expect(farthest(begun, idsOf(after))).toBeLessThanOrEqual(maxMoved)
    }),
  )
})

test('on the page in sight what stood nearly keeps its order, and new ones come behind', () => {
  let unchanged = 0
  let all = 0
  fc.assert(
    fc.property(changedWalls, (wall) => {
      const { pages, stood } = layTwice(wall)
      expect(pages.flatMap(begunOn).toSorted()).toEqual(idsOf(wall.after).toSorted())
      const page = pages[wall.shown]
      if (page === undefined) return
      const ranked = idsOf(wall.after)
      const begun = begunOn(page)
      const byRank = begun.toSorted((one, other) => ranked.indexOf(one) - ranked.indexOf(other))
      const stable = [
        ...stood.filter((id) => begun.includes(id)),
        ...byRank.filter((id) => !stood.includes(id)),
      ]
      all++
      if (farthest(begun, stable) === 0) unchanged++
      // The most urgent one that has not begun before begins here.
      const before = new Set(pages.slice(0, wall.shown).flatMap(begunOn))
      const first = ranked.find((id) => !before.has(id))
      const continues = (page.segments[0]?.from ?? 0) > 0
      if (first !== undefined && !continues) expect(begun).toContain(first)
    }),
  )
  expect(unchanged / all).toBeGreaterThan(0.6)
})

test('the first pages do not depend on the others, which can follow later', () => {
  fc.assert(
    fc.property(changedWalls, fc.nat({ max: 3 }), ({ area, after }, max) => {
      const all = layPages(after, area, nobody)
      const first = layPages(after, area, nobody, max)
      expect(first).toEqual(all.slice(0, max))
      expect(layRest(after, area, first)).toEqual(all)
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
      expect(pages[0]?.isFull ?? false).toBe(false)
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
      const added = held.segments.slice(page.segments.length)
      for (const { id, top, height } of added) {
        expect(stood.has(id)).toBe(false)
        expect(top + height).toBeLessThanOrEqual(wall.area.height)
      }
      const count = new Set(added.map(({ id }) => id)).size
      expect(idsOf(held.tickets)).toEqual(idsOf([...page.tickets, ...fresh.slice(0, count)]))
      // No new ticket waits while there is room for it, whole, at the top of a column.
      const next = fresh[count]
      const column = held.segments.at(-1)?.column ?? -1
      if (page.placed.open !== null || next === undefined) return
      const whole = next.head + next.parts.reduce((sum, part) => sum + part, 0) + wall.area.foot
      if (whole <= wall.area.height) expect(column).toBe(wall.area.columns - 1)
    }),
  )
})

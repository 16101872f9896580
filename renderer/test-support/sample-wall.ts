import fc from 'fast-check'
import type { MeasuredTicket, PageArea, Segment } from '../wall/layout/fill-page.ts'

/**
 * A page in small numbers: heads of 2 and 1, a foot of 2 and a tail of 1 (see `areaOf` and
 * `ticketsOf`).
 */
export const areaOf = (columns: number, height: number): PageArea => ({
  columns,
  height,
  gap: 1,
  foot: 2,
  tail: 1,
})

/** "A !1 3 4": ticket A with a notice of height 1 and dishes of heights 3 and 4. */
function ticketOf(written: string): MeasuredTicket {
  const [id = '', ...parts] = written.split(' ')
  const notices = parts.filter((part) => part.startsWith('!')).length
  const heights = parts.map((part) => Number(part.replace('!', '')))
  return { id, head: 2, continuedHead: 1, parts: heights, notices, closing: 0 }
}

/** "A 3, B 3 4; C 1": tickets in order. A semicolon is only for readability. */
export const ticketsOf = (written: string): MeasuredTicket[] =>
  written === '' ? [] : written.split(/[,;] /).map(ticketOf)

/**
 * Segments by column, in the notation of tickets; dots mark where a segment continues, and where it
 * continues from.
 */
export function writeSegments(
  segments: readonly Segment[],
  tickets: readonly MeasuredTicket[],
): string {
  const columns: string[][] = []
  for (const { id, from, to, column, isLast } of segments) {
    const { parts = [], notices = 0 } = tickets.find((one) => one.id === id) ?? {}
    const heights = parts.slice(from, to).map((height, nth) => {
      const mark = from + nth < notices ? '!' : ''
      return `${mark}${String(height)}`
    })
    while (columns.length <= column) columns.push([])
    columns[column]?.push(
      [...(from > 0 ? ['..'] : []), id, ...heights, ...(isLast ? [] : ['..'])].join(' '),
    )
  }
  return columns.map((column) => column.join(', ')).join(' | ')
}

interface MadeUpWall {
  area: PageArea
  tickets: MeasuredTicket[]
}

/** Any wall in px in which each part fits a column with a head and a foot. */
export const madeUpWalls = (maxTickets = 25): fc.Arbitrary<MadeUpWall> =>
  fc
    .record({
      columns: fc.integer({ min: 1, max: 6 }),
      height: fc.integer({ min: 160, max: 1000 }),
      gap: fc.integer({ min: 1, max: 12 }),
      foot: fc.integer({ min: 24, max: 48 }),
      tail: fc.integer({ min: 10, max: 24 }),
    })
    .chain((area) =>
      fc.record({
        area: fc.constant(area),
        tickets: fc
          .array(madeUpTickets(area), { maxLength: maxTickets })
          .map((all) => all.map((one, nth) => ({ ...one, id: `t${String(nth)}` }))),
      }),
    )

/** Tickets for a page: most with a few dishes, some with more than fit. */
export function madeUpTickets(area: PageArea): fc.Arbitrary<MeasuredTicket> {
  const heads = fc.integer({ min: 20, max: 60 })
  const highest = area.height - 60 - area.foot
  const part = fc.integer({ min: 12, max: Math.min(highest, 220) })
  return fc
    .record({
      id: fc.uuid(),
      head: heads,
      continuedHead: heads,
      dishes: fc.oneof(
        { weight: 6, arbitrary: fc.array(part, { minLength: 1, maxLength: 5 }) },
        { weight: 2, arbitrary: fc.array(part, { minLength: 8, maxLength: 16 }) },
        { weight: 1, arbitrary: fc.array(part, { minLength: 30, maxLength: 60 }) },
      ),
      above: fc.array(part, { maxLength: 3 }),
      below: fc.array(part, { maxLength: 1 }),
    })
    .map(({ above, dishes, below, ...ticket }) => ({
      ...ticket,
      parts: [...above, ...dishes, ...below],
      notices: above.length,
      closing: below.length,
    }))
}

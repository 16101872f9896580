import type { MeasuredTicket, PageArea, Segment } from './fill-page.ts'
import type { Card } from './cards.ts'
import { emptyPage, idsOf, type Page } from './pages.ts'
import type { WallArea } from './use-wall-area.ts'

/*
 * A phone has one column: one page that scrolls, with every ticket whole and in its order.
 */

type Room = Pick<PageArea, 'gap' | 'foot'>

/** Room above the first ticket for the mark of a new one. */
const before = ({ gap }: Room): number => 2 * gap

/** Where the last ticket ends, px. */
export const endOf = ({ segments }: Pick<Page, 'segments'>): number => {
  const last = segments.at(-1)
  return last === undefined ? 0 : last.top + last.height
}

/** A column with tickets added below what is in it, which stays in its place. */
function addBelow(column: Page, tickets: readonly MeasuredTicket[], room: Room): Page {
  let top = column.segments.length === 0 ? before(room) : endOf(column) + room.gap
  const segments = tickets.map(({ id, head, parts }): Segment => {
    const height = head + parts.reduce((sum, part) => sum + part, 0) + room.foot
    const segment = { id, from: 0, to: parts.length, column: 0, top, height, isLast: true }
    top += height + room.gap
    return segment
  })
  return {
    ...column,
    segments: [...column.segments, ...segments],
    endCount: column.endCount + segments.length,
    tickets: [...column.tickets, ...tickets],
  }
}

/** All tickets in one column. */
export const columnOf = (tickets: readonly MeasuredTicket[], room: Room): Page =>
  addBelow(emptyPage, tickets, room)

/**
 * The column to draw: of the new layout, or `current` with new tickets below it while a hand is
 * near.
 */
export function columnInSight(
  [column]: readonly Page[],
  current: Page | null,
  room: Room,
): Page | undefined {
  if (current === null || column === undefined) return column
  const on = new Set(idsOf(current.tickets))
  return addBelow(
    current,
    column.tickets.filter(({ id }) => !on.has(id)),
    room,
  )
}

export const topOf = ({ segments }: Page, id: string): number =>
  segments.find((one) => one.id === id)?.top ?? 0

/**
 * Whether a card is in sight of a column that is scrolled to `from`, or within this many screens of
 * it. On a page, all are.
 */
export const isNear =
  ({ scrolls, height: screen }: WallArea, from: number, screens = 0) =>
  ({ top, height }: Card): boolean =>
    !scrolls || (top < from + screen * (1 + screens) && top + height > from - screen * screens)

/**
 * How far a column that was scrolled to `top` has to scroll on so that what is read stays in its
 * place: the first ticket in sight that is still there, wherever tickets above it came or went. At
 * the very top nothing scrolls, because the most urgent ticket belongs there.
 */
export function shiftOf(
  { segments: was }: Pick<Page, 'segments'>,
  { segments: now }: Pick<Page, 'segments'>,
  top: number,
): number {
  if (top <= 0) return 0
  const tops = new Map(now.map((segment) => [segment.id, segment.top]))
  const kept = was.find((one) => one.top + one.height > top && tops.has(one.id))
  return kept === undefined ? 0 : (tops.get(kept.id) ?? kept.top) - kept.top
}

import type { CardContent } from '../../state/stations/card-content.ts'
import type { TicketSegment } from '../card/card.ts'
import type { Segment } from './fill-page.ts'
import type { Page } from './pages.ts'
import type { WallArea } from './use-wall-area.ts'

/** A ticket as it is drawn on the wall, at its place. */
export interface Card {
  readonly id: string
  readonly ticket: CardContent
  /** Its number on the page, counted from 1. */
  readonly nth: number
  /** Its first segment on this page, in px from the page's corner. */
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  readonly segments: readonly TicketSegment[]
}

const px = (length: number): string => `${String(length)}px`

function byTicket(segments: readonly Segment[]): Map<string, Segment[]> {
  const byId = new Map<string, Segment[]>()
  for (const segment of segments) {
    const own = byId.get(segment.id)
    if (own === undefined) byId.set(segment.id, [segment])
    else own.push(segment)
  }
  return byId
}

/**
 * The cards of page `shown` as it is drawn (`page`, which may be held while `pages` changes). A
 * ticket that needs more than a page numbers its segments over all of them. Without content, no card.
 */
export function cardsOf(
  pages: readonly Page[],
  shown: number,
  page: Page,
  { columnWidth, gap }: WallArea,
  contentOf: (id: string) => CardContent | null,
): Card[] {
  const before = (id: string) =>
    pages
      .slice(0, shown)
      .reduce((sum, { segments }) => sum + segments.filter((one) => one.id === id).length, 0)
  const after = (id: string) =>
    pages
      .slice(shown + 1)
      .reduce((sum, { segments }) => sum + segments.filter((one) => one.id === id).length, 0)
  return [...byTicket(page.segments)].flatMap(([id, segments], nth) => {
    const ticket = contentOf(id)
    if (ticket === null) return []
    const [first] = segments as [Segment]
    const isLong = first.from > 0 || segments.at(-1)?.isLast !== true
    const offset = isLong ? before(id) : 0
    const of = offset + segments.length + (isLong ? after(id) : 0)
    const left = (column: number) => column * (columnWidth + gap)
    const card: Card = {
      id,
      ticket,
      nth: nth + 1,
      left: left(first.column),
      top: first.top,
      width: columnWidth,
      height: first.height,
      segments: segments.map(({ from, to, isLast, column, top, height }, place) => ({
        nth: offset + place + 1,
        of,
        from,
        to,
        isLast,
        nextPage: !isLast && place === segments.length - 1 ? shown + 2 : null,
        box:
          place === 0
            ? undefined
            : {
                left: px(left(column) - left(first.column)),
                top: px(top - first.top),
                width: px(columnWidth),
                height: px(height),
              },
      })),
    }
    return [card]
  })
}

/**
 * What is at a point of a page: a ticket, or the foot that bumps it; null between cards. The foot of
 * a ticket that is higher than the screen is at the latest at `end`, px.
 */
export function targetAt(
  { segments }: Page,
  { columnWidth, gap, foot, height }: WallArea,
  x: number,
  y: number,
  end = Infinity,
): string | null {
  const column = Math.floor(x / (columnWidth + gap))
  if (x - column * (columnWidth + gap) >= columnWidth) return null
  const segment = segments.find(
    (one) => one.column === column && y >= one.top && y < one.top + one.height,
  )
  if (segment === undefined) return null
  const bottom = segment.top + segment.height
  const footEnd = segment.height > height ? Math.min(bottom, end) : bottom
  return segment.isLast && y >= footEnd - foot ? `${segment.id} foot` : segment.id
}

/** The previous card, or as much of it as did not change: unchanged objects do not render again. */
export function keepSame(was: Card | undefined, card: Card): Card {
  if (was === undefined) return card
  const segments = isSame(was.segments, card.segments) ? was.segments : card.segments
  const isStill =
    was.ticket === card.ticket &&
    was.segments === segments &&
    was.nth === card.nth &&
    was.left === card.left &&
    was.top === card.top &&
    was.width === card.width &&
    was.height === card.height
  return isStill ? was : { ...card, segments }
}

/** Whether two lists of plain values are equal. */
export const isSame = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && JSON.stringify(one) === JSON.stringify(other)

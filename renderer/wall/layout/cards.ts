import type { TicketSegment } from '../card/card.ts'
import type { Piece } from './fill-page.ts'
import type { Page } from './pages.ts'
import type { WallArea } from './use-wall-area.ts'

/** A ticket's card on the page in sight. */
export interface Card {
  readonly id: string
  /** Its place on the page, counted from 1. */
  readonly nth: number
  /** Its first piece on this page, in px from the page's corner. */
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  readonly pieces: readonly TicketSegment[]
}

const px = (length: number): string => `${String(length)}px`

/** The pieces of one ticket on a page, by ticket and in their order. */
function byTicket(pieces: readonly Piece[]): Map<string, Piece[]> {
  const found = new Map<string, Piece[]>()
  for (const piece of pieces) {
    const own = found.get(piece.id)
    if (own === undefined) found.set(piece.id, [piece])
    else own.push(piece)
  }
  return found
}

/**
 * The cards of page `shown` as it is drawn (`page`, which may be held while `pages` goes on). A ticket that needs more than
 * a page counts its pieces over all of them.
 */
export function cardsOf(
  pages: readonly Page[],
  shown: number,
  page: Page,
  { columnWidth, gap }: WallArea,
): Card[] {
  const before = (id: string) =>
    pages
      .slice(0, shown)
      .reduce((sum, { pieces }) => sum + pieces.filter((one) => one.id === id).length, 0)
  const after = (id: string) =>
    pages
      .slice(shown + 1)
      .reduce((sum, { pieces }) => sum + pieces.filter((one) => one.id === id).length, 0)
  return [...byTicket(page.pieces)].map(([id, pieces], nth) => {
    const [first] = pieces as [Piece]
    const isLong = first.from > 0 || pieces.at(-1)?.isLast !== true
    const offset = isLong ? before(id) : 0
    const of = offset + pieces.length + (isLong ? after(id) : 0)
    const left = (column: number) => column * (columnWidth + gap)
    return {
      id,
      nth: nth + 1,
      left: left(first.column),
      top: first.top,
      width: columnWidth,
      height: first.height,
      pieces: pieces.map(({ from, to, isLast, column, top, height }, place) => ({
        nth: offset + place + 1,
        of,
        from,
        to,
        isLast,
        nextPage: !isLast && place === pieces.length - 1 ? shown + 2 : null,
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
  })
}

/** What stands at a point of a page: the ticket, and whether it is what bumps it; null between cards. */
export function standsAt(
  { pieces }: Page,
  { columnWidth, gap, foot }: WallArea,
  x: number,
  y: number,
): string | null {
  const column = Math.floor(x / (columnWidth + gap))
  if (x - column * (columnWidth + gap) >= columnWidth) return null
  const piece = pieces.find(
    (one) => one.column === column && y >= one.top && y < one.top + one.height,
  )
  if (piece === undefined) return null
  return piece.isLast && y >= piece.top + piece.height - foot ? `${piece.id} foot` : piece.id
}

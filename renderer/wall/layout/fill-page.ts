/** A ticket by the heights of what is drawn of it, in px. */
export interface MeasuredTicket {
  readonly id: string
  /** The head of its first piece, and the one under which it goes on. */
  readonly head: number
  readonly continuedHead: number
  /** What a cook reads, from top to bottom; each is drawn whole. */
  readonly parts: readonly number[]
  /** How many parts stand before the first dish: they are not left alone at the foot of a column. */
  readonly notices: number
}

/** The room of a page, and what every piece of a ticket needs besides its words; in px. */
export interface PageArea {
  readonly columns: number
  readonly height: number
  /** Between two pieces of a column. */
  readonly gap: number
  /** Under the last part of a ticket: what bumps it. */
  readonly foot: number
  /** Under every other piece: that it goes on. */
  readonly tail: number
}

/** A part of a ticket's card in one column: `parts[from]` up to, not including, `parts[to]`. */
export interface Segment {
  readonly id: string
  readonly from: number
  readonly to: number
  readonly column: number
  /** From the top of the page, px. */
  readonly top: number
  readonly height: number
  readonly isLast: boolean
}

export interface FilledPage {
  readonly segments: readonly Segment[]
  /** How many tickets are on it to their end. */
  readonly taken: number
  readonly density: Density
  /** Where the next page begins within the ticket that follows: 0, unless that one needs more than a page. */
  readonly rest: number
}

/**
 * How dense a page is: a ticket that fits a column is cut only to fill more than this share of one. The first keeps all of
 * them whole; the last cuts wherever a dish fits.
 */
const densities = [1, 0.22, 0] as const
/** As an index: the larger, the denser. */
export type Density = 0 | 1 | 2

/** Cards that stand densely spread again once so much of the last column would stay free: not with every order that leaves. */
const roomy = 2 / 3

interface Place {
  column: number
  top: number
}

const sum = (heights: readonly number[], from: number, to: number): number => {
  let total = 0
  for (let nth = from; nth < to; nth++) total += heights[nth] ?? 0
  return total
}

/** How far the parts from `from` on reach within `room` px. */
function reach(parts: readonly number[], from: number, room: number): number {
  let to = from
  let left = room
  while (to < parts.length && (parts[to] ?? 0) <= left) left -= parts[to++] ?? 0
  return to
}

/** Where one ticket stands from a place on, and the place after it; `at.column` beyond the page means that it does not end on it. */
function place(
  { id, head, continuedHead, parts, notices }: MeasuredTicket,
  from: number,
  start: Place,
  { columns, height, gap, foot, tail }: PageArea,
  worth: number,
): { segments: Segment[]; reached: number; at: Place } {
  const segments: Segment[] = []
  const at = { ...start }
  const next = () => {
    at.column += 1
    at.top = 0
  }
  let reached = from
  while (at.column < columns) {
    const crown = reached === 0 ? head : continuedHead
    const room = height - at.top
    const whole = crown + sum(parts, reached, parts.length) + foot
    const add = (to: number, size: number, isLast: boolean) => {
      segments.push({ id, from: reached, to, column: at.column, top: at.top, height: size, isLast })
      reached = to
    }
    if (whole <= room) {
      add(parts.length, whole, true)
      at.top += whole + gap
      break
    }
    const stays = at.top > 0
    // Rather whole in the next column, where little is lost by it.
    if (stays && whole <= height && room < height * worth) {
      next()
      continue
    }
    // The last part goes along with the foot.
    const to = Math.min(reach(parts, reached, room - crown - tail), parts.length - 1)
    if (stays && to <= notices) {
      next()
      continue
    }
    const end = Math.max(to, reached + 1)
    const isLast = end >= parts.length
    add(end, crown + sum(parts, reached, end) + (isLast ? foot : tail), isLast)
    next()
    if (isLast) break
  }
  return { segments, reached, at }
}

/** Whether there is room left, so that cards may spread. */
const hasRoom = ({ segments }: FilledPage, { columns, height }: PageArea): boolean =>
  segments.every(
    ({ column, top, height: own }) => column < columns - 1 || top + own <= height * roomy,
  )

/**
 * Fills one page with tickets in their order, column by column from the top. A ticket that does not fit the column goes
 * on in the next one; one that does not fit the page is left for the next page, unless it is the first here: then it needs
 * more than a page. `from` is the part with which the first one goes on, `stood` how dense the page was. Tickets stay whole
 * as long as none loses its place on the page by it.
 */
export function fillPage(
  tickets: readonly MeasuredTicket[],
  from: number,
  area: PageArea,
  stood: Density = 0,
): FilledPage {
  const dense = fill(tickets, from, area, 2)
  for (const density of [0, 1] as const) {
    const page = fill(tickets, from, area, density)
    if (page.taken < dense.taken || page.rest > 0) continue
    if (density >= stood || hasRoom(page, area)) return page
  }
  return dense
}

/** The same at one density. */
export function fill(
  tickets: readonly MeasuredTicket[],
  from: number,
  area: PageArea,
  density: Density,
): FilledPage {
  const segments: Segment[] = []
  let at: Place = { column: 0, top: 0 }
  let taken = 0
  for (const ticket of tickets) {
    const begun = taken === 0 ? from : 0
    const placed = place(ticket, begun, at, area, densities[density])
    if (placed.segments.at(-1)?.isLast === true) {
      segments.push(...placed.segments)
      at = placed.at
      taken += 1
      continue
    }
    if (taken > 0) break
    return { segments: placed.segments, taken: 0, rest: placed.reached, density }
  }
  return { segments, taken, rest: 0, density }
}

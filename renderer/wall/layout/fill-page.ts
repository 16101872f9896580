/** The measured heights of a ticket, in px. */
export interface MeasuredTicket {
  readonly id: string
  /** The head of its first segment, and the head of a segment that continues. */
  readonly head: number
  readonly continuedHead: number
  /** The parts between head and foot, from top to bottom; none is divided. */
  readonly parts: readonly number[]
  /** The number of parts before the first dish: a column never ends with these alone. */
  readonly notices: number
}

/** The room of a page, and what every segment needs besides its parts; in px. */
export interface PageArea {
  readonly columns: number
  readonly height: number
  /** Between two segments of a column. */
  readonly gap: number
  /** Under the last part of a ticket: the bump button. */
  readonly foot: number
  /** Under every other segment: the sign that it continues. */
  readonly tail: number
}

/** The part of a ticket that is in one column: `parts[from]` up to, not including, `parts[to]`. */
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
  /** The number of tickets that end on the page. */
  readonly taken: number
  readonly density: Density
  /**
   * The part of the following ticket with which the next page starts: 0, unless that ticket needs
   * more than a page.
   */
  readonly rest: number
}

/**
 * How dense a page is: a ticket that fits a column is split only to fill more than this share of
 * it. The first density keeps all such tickets whole; the last splits at every dish that fits.
 */
const densities = [1, 0.22, 0] as const
/** An index: a larger one is denser. */
export type Density = 0 | 1 | 2

/**
 * Dense cards spread again once this much of the last column would stay free, so not with every
 * order that leaves.
 */
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

/** The end of the parts from `from` that fit into `room` px. */
function lastFittingPart(parts: readonly number[], from: number, room: number): number {
  let to = from
  let left = room
  while (to < parts.length && (parts[to] ?? 0) <= left) left -= parts[to++] ?? 0
  return to
}

/**
 * Places one ticket from a position on and answers the position after it. If `at.column` is beyond
 * the page, the ticket does not end on it.
 */
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
    // Start in the next column instead, if that wastes little room.
    if (stays && whole <= height && room < height * worth) {
      next()
      continue
    }
    // The last part stays with the foot.
    const to = Math.min(lastFittingPart(parts, reached, room - crown - tail), parts.length - 1)
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

/** Whether enough room is left for cards to spread. */
const hasRoom = ({ segments }: FilledPage, { columns, height }: PageArea): boolean =>
  segments.every(
    ({ column, top, height: own }) => column < columns - 1 || top + own <= height * roomy,
  )

/**
 * Fills one page with tickets in their order, column by column from the top. A ticket that does not
 * fit the column continues in the next one. A ticket that does not fit the page is left for the
 * next page, unless it is the first here: then it needs more than a page. `from` is the part with
 * which the first one continues, `stood` the previous density of the page. Tickets stay whole as
 * long as none loses its place on the page by it.
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

/** Fills one page at a fixed density. */
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

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
  /** The number of parts after the last dish: they stay with it. */
  readonly closing: number
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

/** A ticket that began, and its next part. */
export interface OpenTicket {
  readonly ticket: MeasuredTicket
  readonly part: number
}

/** A ticket that has not begun, and how many later ones already have. */
interface Passed {
  readonly ticket: MeasuredTicket
  readonly passedBy: number
}

/** How far an order of tickets is placed. */
export interface Progress {
  /** Tickets that have not begun although later ones have, in their order. */
  readonly passed: readonly Passed[]
  /** The place of the first ticket after those that have begun or were passed. */
  readonly next: number
  /** The ticket that continues in the next column or on the next page. */
  readonly open: OpenTicket | null
}

/** Nothing is placed. */
export const nothingPlaced: Progress = { passed: [], next: 0, open: null }

export interface FilledPage {
  readonly segments: readonly Segment[]
  /** The number of tickets that end on the page. */
  readonly endCount: number
  /** How far the order is placed with this page. */
  readonly placed: Progress
  /**
   * Tickets wait, or waited a moment ago: they were split and moved so that the columns are full.
   * Otherwise all are whole and in their order.
   */
  readonly isFull: boolean
}

/** A ticket never moves more places than this in its order. */
export const maxMoved = 2

/** How many ways to fill the first columns are carried on. More give nearly the same pages. */
const maxWays = 8
/** A page with fewer columns looks further, so that the next page is full too. */
const minColumns = 3

/** How many moves of a ticket are tried in a column; a column of many small tickets has more. */
const maxMovesTried = 200

/*
 * What a way costs, in px of a column: free room, what a split ticket needs twice, and a share of
 * the height for what disturbs people.
 */
/** More free room than this share of a column costs much more. */
const freeShare = 0.15
const tooFreeFactor = 10
/** A ticket that comes one place earlier than its order says. */
const movedShare = 0.01
/** The same among cards that somebody has already seen in this order. */
const movedSeenShare = 0.1
/** One that is passed costs as much with every column, and more if it has to wait for a page. */
const passedPageFactor = 5
/** A ticket that continues on the next page. */
const crossedShare = 0.04

/**
 * A full page becomes loose again once this much of its last column would stay free, so not with
 * every ticket that leaves.
 */
const roomy = 2 / 3

/** How an area is filled. */
interface Style {
  /** A ticket that fits a column stays whole. */
  readonly isLoose: boolean
  /** How many places a ticket may move. */
  readonly maxMoved: number
  /** The cost of moving a ticket by one place, px. */
  readonly moved: number
}

/** The segments of a way, the last first. */
interface Chain {
  readonly segment: Segment
  readonly before: Chain | null
}

/** A way to fill the columns from the left. */
interface Way extends Progress {
  readonly column: number
  /** Where the next segment of the column starts, px. */
  readonly top: number
  readonly cost: number
  readonly chain: Chain | null
  /** Where it was at the end of the page, if it looks further. */
  readonly page: Way | null
}

const heightOf = (parts: readonly number[], from: number, to: number): number => {
  let height = 0
  for (let nth = from; nth < to; nth++) height += parts[nth] ?? 0
  return height
}

/** Places the part of a ticket from `part` on where a way has come to. Null if nothing of it fits. */
function placeTicket(
  { ticket, part }: OpenTicket,
  way: Way,
  { height, gap, foot, tail, columns }: PageArea,
  { isLoose }: Style,
): Way | null {
  const { id, head, continuedHead, parts, notices, closing } = ticket
  const crown = part === 0 ? head : continuedHead
  const { column, top } = way
  const room = height - top
  const end = parts.length
  const add = (to: number, size: number, changes: Partial<Way>): Way => ({
    ...way,
    chain: {
      segment: { id, from: part, to, column, top, height: size, isLast: to === end },
      before: way.chain,
    },
    ...changes,
  })
  const whole = crown + heightOf(parts, part, end) + foot
  if (whole <= room) return add(end, whole, { top: top + whole + gap, open: null })
  const isBelow = top > 0
  if (isBelow && isLoose && whole <= height) return null
  let to = part
  let size = crown + tail
  // The last dish stays with the foot and with what comes after it.
  while (to < end - 1 - closing && size + (parts[to] ?? 0) <= room) size += parts[to++] ?? 0
  if (isBelow && to <= notices) return null
  // At the top of a column something has to be placed, even if it is too high.
  if (to === part) size += parts[to++] ?? 0
  if (to === end)
    return add(end, size - tail + foot, { ...closed(way, height, height), open: null })
  const crosses = column === columns - 1 ? crossedShare * height : 0
  const next = closed(way, top + size, height)
  return add(to, size, {
    ...next,
    cost: next.cost + continuedHead + tail + crosses,
    open: { ticket, part: to },
  })
}

/** The next column after one that is filled down to `used` px. */
function closed({ column, cost }: Way, used: number, height: number) {
  const free = Math.max(0, height - used)
  const tooFree = Math.max(0, free - freeShare * height)
  return { column: column + 1, top: 0, cost: cost + free + tooFreeFactor * tooFree }
}

/** The nth ticket that has not begun. */
function waiting(order: readonly MeasuredTicket[], { passed, next }: Progress, nth: number) {
  const own = passed[nth]
  if (own !== undefined) return own
  const ticket = order[next + nth - passed.length]
  return ticket === undefined ? undefined : { ticket, passedBy: 0 }
}

/** The progress once the nth waiting ticket has begun; null if a ticket would move too far. */
function begin(
  order: readonly MeasuredTicket[],
  progress: Progress,
  nth: number,
  maxPlaces: number,
): Progress | null {
  const chosen = waiting(order, progress, nth)
  if (chosen === undefined || (nth > 0 && nth - chosen.passedBy > maxPlaces)) return null
  const passed: Passed[] = []
  const count = Math.max(nth + 1, progress.passed.length)
  for (let at = 0; at < count; at++) {
    const each = waiting(order, progress, at)
    if (each === undefined || at === nth) continue
    const passedBy = each.passedBy + (at < nth ? 1 : 0)
    // Those before it can begin first.
    if (at < nth && passedBy - at > maxPlaces) return null
    passed.push({ ticket: each.ticket, passedBy })
  }
  const next = progress.next + Math.max(0, nth + 1 - progress.passed.length)
  return { passed, next, open: null }
}

const isDone = (order: readonly MeasuredTicket[], { passed, next, open }: Progress): boolean =>
  open === null && passed.length === 0 && next >= order.length

/** What the ways through one column share. */
interface Search {
  readonly order: readonly MeasuredTicket[]
  readonly area: PageArea
  readonly style: Style
  /** How many more tickets may move. */
  movesLeft: number
  /** Called for every way that has filled the column. */
  readonly ends: (way: Way) => void
}

/** Every way to fill the column of a way down to its end. */
function fillColumn(search: Search, way: Way): void {
  const { order, area, style, ends } = search
  if (isDone(order, way)) {
    ends(way)
    return
  }
  const goOn = (after: Way) => {
    if (after.column > way.column) ends(after)
    else fillColumn(search, after)
  }
  if (way.open !== null) {
    const after = placeTicket(way.open, way, area, style)
    if (after !== null) goOn(after)
    return
  }
  let isColumnFull = true
  for (let nth = 0; nth <= style.maxMoved; nth++) {
    const ticket = waiting(order, way, nth)?.ticket
    const begun = begin(order, way, nth, style.maxMoved)
    // The first ticket stays first, so that the most urgent one is where people look.
    if (nth > 0 && way.chain === null) break
    if (ticket === undefined || begun === null || (nth > 0 && search.movesLeft-- <= 0)) break
    const cost = way.cost + nth * style.moved
    const after = placeTicket({ ticket, part: 0 }, { ...way, ...begun, cost }, area, style)
    if (after === null) continue
    isColumnFull = false
    goOn(after)
  }
  if (way.top > 0 && (isColumnFull || !style.isLoose))
    ends({ ...way, ...closed(way, way.top - area.gap, area.height) })
}

/** The cheapest of ways that lead to the same place, and of these only the best. */
function bestOf(ways: readonly Way[]): Way[] {
  const best = new Map<string, Way>()
  for (const way of ways) {
    const open = way.open === null ? '' : `${way.open.ticket.id} ${String(way.open.part)}`
    const key = [way.next, ...way.passed.map(({ ticket }) => ticket.id), open].join('\n')
    const other = best.get(key)
    if (other === undefined || way.cost < other.cost) best.set(key, way)
  }
  return [...best.values()].toSorted((one, other) => one.cost - other.cost).slice(0, maxWays)
}

function segmentsOf({ chain }: Way): Segment[] {
  const segments: Segment[] = []
  for (let at = chain; at !== null; at = at.before) segments.push(at.segment)
  return segments.toReversed()
}

/** Fills the rest of a page, from where `start` has come to. */
function fill(
  order: readonly MeasuredTicket[],
  start: Way,
  area: PageArea,
  style: Style,
): FilledPage {
  const passedCost = movedShare * area.height
  let ways: Way[] = [start]
  const done: Way[] = []
  const columns = style.isLoose ? area.columns : Math.max(area.columns, minColumns)
  while (ways.length > 0 && (ways[0]?.column ?? 0) < columns) {
    const after: Way[] = []
    const ends = (end: Way) => {
      const isPageEnd = end.column === area.columns && end.page === null
      const passed = end.passed.length * (isPageEnd ? passedPageFactor : 1) * passedCost
      const way: Way = { ...end, cost: end.cost + passed }
      after.push(isPageEnd ? { ...way, page: way } : way)
    }
    for (const way of ways) fillColumn({ order, area, style, movesLeft: maxMovesTried, ends }, way)
    done.push(...after.filter((way) => isDone(order, way)))
    ways = bestOf(after.filter((way) => !isDone(order, way)))
  }
  const [best = start] = done.length > 0 ? bestOf(done) : ways
  const end = best.page ?? best
  const segments = segmentsOf(end)
  const { passed, next, open } = end
  const endCount = segments.filter(({ isLast }) => isLast).length
  return { segments, endCount, placed: { passed, next, open }, isFull: !style.isLoose }
}

const whole: Style = { isLoose: true, maxMoved: 0, moved: 0 }

const wayFrom = (start: Progress): Way => ({
  ...start,
  column: 0,
  top: 0,
  cost: 0,
  chain: null,
  page: null,
})

/** Whether enough room is left for cards to spread. */
const hasRoom = ({ segments }: FilledPage, { columns, height }: PageArea): boolean =>
  segments.every(
    ({ column, top, height: own }) => column < columns - 1 || top + own <= height * roomy,
  )

/**
 * Fills one page with the tickets of an order, from `start` on, column by column from the top. If
 * all of them fit, they stay whole and in their order. If not, the columns are filled: a ticket may
 * continue in the next column or on the next page, and move a few places in the order. `wasFull`
 * says that the page was full before, `isSeen` that its cards were shown in this order.
 */
export function fillPage(
  order: readonly MeasuredTicket[],
  start: Progress,
  area: PageArea,
  { wasFull, isSeen }: { wasFull: boolean; isSeen: boolean } = { wasFull: false, isSeen: false },
): FilledPage {
  const way = wayFrom(start)
  const loose = fill(order, way, area, whole)
  const isAll = isDone(order, loose.placed)
  if (isAll && (!wasFull || hasRoom(loose, area))) return loose
  const moved = (isSeen ? movedSeenShare : movedShare) * area.height
  const style = { isLoose: false, maxMoved: isAll ? 0 : maxMoved, moved }
  return fill(order, way, area, style)
}

/**
 * A page with whole tickets added behind what is on it, in their order, as many as have room. What
 * is on it stays in its place.
 */
export function addToPage(
  page: FilledPage,
  tickets: readonly MeasuredTicket[],
  area: PageArea,
): FilledPage {
  const last = page.segments.at(-1)
  if (page.placed.open !== null) return page
  const start: Way = {
    ...wayFrom(nothingPlaced),
    column: last?.column ?? 0,
    top: last === undefined ? 0 : last.top + last.height + area.gap,
  }
  const more = fill(tickets, start, area, whole)
  const ended = new Set(more.segments.filter(({ isLast }) => isLast).map(({ id }) => id))
  const segments = more.segments.filter(({ id }) => ended.has(id))
  return {
    ...page,
    segments: [...page.segments, ...segments],
    endCount: page.endCount + ended.size,
  }
}

import {
  fill,
  fillPage,
  type Density,
  type FilledPage,
  type MeasuredTicket,
  type PageArea,
} from './fill-page.ts'

/** A page of the wall: what stands on it, and which tickets have their end or a part of theirs here. */
export interface Page extends FilledPage {
  /** In the order in which they stand. */
  readonly tickets: readonly MeasuredTicket[]
  /** The part with which the first one goes on; 0 where it begins here. */
  readonly from: number
}

/** How the page in sight stood before. */
interface Stood {
  /** Its tickets, in the order in which they stood. */
  readonly stood: readonly string[]
  readonly density: Density
}

const nobody: Stood = { stood: [], density: 0 }

/** The tickets of a page by their ids. */
export const idsOf = (tickets: readonly MeasuredTicket[]): string[] => tickets.map(({ id }) => id)

/** `tickets` with those first that stood on the page already, in the order in which they stood. */
function asTheyStood(
  tickets: readonly MeasuredTicket[],
  stood: readonly string[],
): MeasuredTicket[] {
  const placeOf = new Map(stood.map((id, nth) => [id, nth]))
  const known = tickets.filter(({ id }) => placeOf.has(id))
  known.sort((one, other) => (placeOf.get(one.id) ?? 0) - (placeOf.get(other.id) ?? 0))
  return [...known, ...tickets.filter(({ id }) => !placeOf.has(id))]
}

/** One page out of `tickets` in their order; those that stand on it keep their places where they fit so. */
function lay(
  tickets: readonly MeasuredTicket[],
  from: number,
  area: PageArea,
  { stood, density }: Stood,
): Page {
  const ranked = fillPage(tickets, from, area, density)
  const inOrder = { ...ranked, tickets: tickets.slice(0, Math.max(1, ranked.taken)), from }
  if (stood.length === 0 || ranked.rest > 0) return inOrder
  // What goes on from the page before stays in front.
  const fixed = from === 0 ? 0 : 1
  for (let count = ranked.taken; count > fixed; count--) {
    const stable = [...tickets.slice(0, fixed), ...asTheyStood(tickets.slice(fixed, count), stood)]
    const page = fillPage(stable, from, area, density)
    if (page.taken === count) return { ...page, tickets: stable, from }
  }
  return inOrder
}

/**
 * All pages of the wall, out of tickets in the order of their promise. Which tickets a page has is by that order; on the
 * page in sight (`shown`) they stand as they `stood`, and what is new comes behind them, so that nothing jumps.
 */
export function layPages(
  tickets: readonly MeasuredTicket[],
  area: PageArea,
  { shown, ...stood }: Stood & { shown: number },
): Page[] {
  const pages: Page[] = []
  let next = 0
  let from = 0
  while (next < tickets.length) {
    const page = lay(tickets.slice(next), from, area, pages.length === shown ? stood : nobody)
    pages.push(page)
    next += page.taken
    from = page.rest
  }
  return pages
}

/**
 * The page in sight while a hand is near: everything on it stays where it is, also the places of those that have left, and
 * what is new comes behind as far as there is room.
 */
export function holdPage(page: Page, fresh: readonly MeasuredTicket[], area: PageArea): Page {
  for (let count = fresh.length; count > 0; count--) {
    const tickets = [...page.tickets, ...fresh.slice(0, count)]
    const filled = fill(tickets, page.from, area, page.density)
    if (filled.taken === tickets.length) return { ...filled, tickets, from: page.from }
  }
  return page
}

/**
 * The page to draw: page `shown` of those that were laid, or what stands there (`standing`) while a hand is near, with what
 * is new behind it. Undefined where there is no page.
 */
export function pageInSight(
  laid: readonly Page[],
  shown: number,
  current: Page | null,
  area: PageArea,
): Page | undefined {
  if (current === null) return laid[shown]
  const on = new Set(idsOf(current.tickets))
  const next = laid.slice(shown, shown + 2).flatMap(({ tickets }) => tickets)
  return holdPage(
    current,
    next.filter(({ id }) => !on.has(id)),
    area,
  )
}

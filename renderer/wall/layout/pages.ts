import {
  fill,
  fillPage,
  type Density,
  type FilledPage,
  type MeasuredTicket,
  type PageArea,
} from './fill-page.ts'

/** A page of the wall with its segments and tickets. */
export interface Page extends FilledPage {
  readonly tickets: readonly MeasuredTicket[]
  /** The part with which the first ticket continues; 0 if it starts here. */
  readonly from: number
}

/** The previous state of the visible page. */
interface Stood {
  /** Its tickets in the order in which they were shown. */
  readonly stood: readonly string[]
  readonly density: Density
}

const nobody: Stood = { stood: [], density: 0 }

export const idsOf = (tickets: readonly MeasuredTicket[]): string[] => tickets.map(({ id }) => id)

/** `tickets` with those first that were on the page already, in their previous order. */
function keepPreviousOrder(
  tickets: readonly MeasuredTicket[],
  stood: readonly string[],
): MeasuredTicket[] {
  const placeOf = new Map(stood.map((id, nth) => [id, nth]))
  const known = tickets.filter(({ id }) => placeOf.has(id))
  known.sort((one, other) => (placeOf.get(one.id) ?? 0) - (placeOf.get(other.id) ?? 0))
  return [...known, ...tickets.filter(({ id }) => !placeOf.has(id))]
}

/**
 * One page of `tickets` in their order; tickets that are on it keep their places if all of them
 * still fit.
 */
function lay(
  tickets: readonly MeasuredTicket[],
  from: number,
  area: PageArea,
  { stood, density }: Stood,
): Page {
  const ranked = fillPage(tickets, from, area, density)
  const inOrder = { ...ranked, tickets: tickets.slice(0, Math.max(1, ranked.taken)), from }
  if (stood.length === 0 || ranked.rest > 0) return inOrder
  // A ticket that continues from the previous page stays in front.
  const fixed = from === 0 ? 0 : 1
  for (let count = ranked.taken; count > fixed; count--) {
    const stable = [
      ...tickets.slice(0, fixed),
      ...keepPreviousOrder(tickets.slice(fixed, count), stood),
    ]
    const page = fillPage(stable, from, area, density)
    if (page.taken === count) return { ...page, tickets: stable, from }
  }
  return inOrder
}

/**
 * All pages of the wall, from tickets by promised time. The promised time decides which tickets a
 * page has. On the visible page (`shown`) they keep their previous order, with new ones behind
 * them, so that nothing jumps.
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
 * The visible page while a hand is near: everything on it stays in its place, the gaps of tickets
 * that left stay too, and new tickets are added behind while there is room.
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
 * The page to draw: page `shown` of the new layout, or `current` with new tickets behind it while a
 * hand is near. Undefined if there is no page.
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

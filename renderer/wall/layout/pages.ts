import {
  addToPage,
  fillPage,
  nothingPlaced,
  type FilledPage,
  type MeasuredTicket,
  type PageArea,
  type Progress,
} from './fill-page.ts'

/** A page of the wall with its segments and tickets. */
export interface Page extends FilledPage {
  /** In the order of the page; the first may continue from the page before, the last on the next. */
  readonly tickets: readonly MeasuredTicket[]
}

export const emptyPage: Page = {
  segments: [],
  endCount: 0,
  placed: nothingPlaced,
  isFull: false,
  tickets: [],
}

/** The previous state of the visible page. */
interface Stood {
  /** Its tickets in the order in which they were shown. */
  readonly stood: readonly string[]
  readonly wasFull: boolean
}

const nobody: Stood = { stood: [], wasFull: false }

export const idsOf = (tickets: readonly MeasuredTicket[]): string[] => tickets.map(({ id }) => id)

/** `tickets` with those first that were on the page already, in their previous order. */
function keepPreviousOrder(
  tickets: readonly MeasuredTicket[],
  stood: readonly string[],
): MeasuredTicket[] {
  const placeOf = new Map(stood.map((id, nth) => [id, nth]))
  const staying = tickets.filter(({ id }) => placeOf.has(id))
  staying.sort((one, other) => (placeOf.get(one.id) ?? 0) - (placeOf.get(other.id) ?? 0))
  return [...staying, ...tickets.filter(({ id }) => !placeOf.has(id))]
}

function withTickets(page: FilledPage, byId: ReadonlyMap<string, MeasuredTicket>): Page {
  const ids = new Set(page.segments.map(({ id }) => id))
  return { ...page, tickets: [...ids].flatMap((id) => byId.get(id) ?? []) }
}

/** How far `order` is placed once the tickets in `begun` have begun too. */
function progressAfter(
  order: readonly MeasuredTicket[],
  before: Progress,
  begun: ReadonlySet<string>,
  open: Progress['open'],
): Progress {
  const last = order.findLastIndex(({ id }) => begun.has(id))
  const next = Math.max(before.next, last + 1)
  const fresh = order.slice(before.next, next).map((ticket) => ({ ticket, passedBy: 0 }))
  const all = [...before.passed, ...fresh]
  const passed = all.flatMap(({ ticket, passedBy }, at) => {
    if (begun.has(ticket.id)) return []
    const later = all.slice(at + 1).filter((other) => begun.has(other.ticket.id))
    return [{ ticket, passedBy: passedBy + later.length }]
  })
  return { passed, next, open }
}

const idsBegun = ({ segments }: FilledPage): Set<string> =>
  new Set(segments.flatMap(({ id, from }) => (from === 0 ? [id] : [])))

/**
 * One page of the tickets of an order, from `start` on. Those that are on it keep their order, with
 * new ones behind them, if all that the order puts on the page have begun on it then.
 */
function lay(
  order: readonly MeasuredTicket[],
  start: Progress,
  area: PageArea,
  { stood, wasFull }: Stood,
): FilledPage {
  const ranked = fillPage(order, start, area, { wasFull, isSeen: false })
  if (stood.length === 0) return ranked
  const waiting = [...start.passed.map(({ ticket }) => ticket), ...order.slice(start.next)]
  const onPage = idsBegun(ranked)
  if (!stood.some((id) => onPage.has(id))) return ranked
  const inOrder = waiting.filter(({ id }) => onPage.has(id))
  for (let count = inOrder.length; count > 0; count--) {
    const own = inOrder.slice(0, count)
    const ownIds = new Set(idsOf(own))
    const others = waiting.filter(({ id }) => !ownIds.has(id))
    const stable = [...keepPreviousOrder(own, stood), ...others]
    const from = { ...nothingPlaced, open: start.open }
    const page = fillPage(stable, from, area, { wasFull, isSeen: true })
    const begun = idsBegun(page)
    if (ownIds.isSubsetOf(begun))
      return { ...page, placed: progressAfter(order, start, begun, page.placed.open) }
  }
  return ranked
}

/**
 * The pages of the wall, from tickets by promised time. The promised time decides which tickets a
 * page has, give or take a few places. On the visible page (`shown`) they keep their previous
 * order, with new ones behind them, so that nothing jumps. At most `most` pages: `layRest` adds the
 * others.
 */
export function layPages(
  tickets: readonly MeasuredTicket[],
  area: PageArea,
  { shown, ...stood }: Stood & { shown: number },
  max = Infinity,
): Page[] {
  return layOn(tickets, area, [], (nth) => (nth === shown ? stood : nobody), max)
}

/** All pages of the wall, from the first ones. */
export const layRest = (
  tickets: readonly MeasuredTicket[],
  area: PageArea,
  first: readonly Page[],
): Page[] => layOn(tickets, area, first, () => nobody, Infinity)

function layOn(
  tickets: readonly MeasuredTicket[],
  area: PageArea,
  first: readonly Page[],
  stoodOn: (nth: number) => Stood,
  max: number,
): Page[] {
  const byId = new Map(tickets.map((ticket) => [ticket.id, ticket]))
  const pages = [...first]
  let placed = pages.at(-1)?.placed ?? nothingPlaced
  const isDone = () =>
    placed.open === null && placed.passed.length === 0 && placed.next >= tickets.length
  while (pages.length < max && !isDone()) {
    const page = lay(tickets, placed, area, stoodOn(pages.length))
    pages.push(withTickets(page, byId))
    placed = page.placed
  }
  return pages
}

/**
 * The visible page while a hand is near: everything on it stays in its place, the gaps of tickets
 * that left stay too, and new tickets are added behind while there is room.
 */
export function holdPage(page: Page, fresh: readonly MeasuredTicket[], area: PageArea): Page {
  const all = new Map([...page.tickets, ...fresh].map((ticket) => [ticket.id, ticket]))
  return withTickets(addToPage(page, fresh, area), all)
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

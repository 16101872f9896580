import type { Prints } from '#contract/printers/printers.ts'
import type { OrderChange, Ticket, TicketItem } from '#contract/tickets/ticket.ts'
import { stationsOf, type DishChange, type PrintedDish } from './dishes.ts'
import { changedPaper, labelsPaper, stationPaper, type KitchenPaper } from './kitchen-papers.ts'
import { cut, type Paper } from './paper.ts'
import { ticketPaper, type WholeTicket } from './ticket-paper.ts'

/** In a kitchen without stations, every dish is for every printer. */
const isChosen = (chosen: readonly string[], at: readonly string[]): boolean =>
  chosen.length === 0 || at.length === 0 || at.some((id) => chosen.includes(id))

/** Whether a dish is on the papers of a printer. */
export const isPrintedBy =
  ({ what, stations }: Prints) =>
  (dish: Pick<PrintedDish, 'stations'>): boolean =>
    what === 'full' || isChosen(stations, dish.stations)

/** Whether a ticket with these dishes is for a printer. */
export const isForPrinter = (
  { stations, what }: Prints,
  dishes: readonly PrintedDish[],
  { notes, incomplete }: Pick<Ticket, 'notes' | 'incomplete'>,
): boolean =>
  // Nobody knows who makes an order without dishes that somebody can read.
  dishes.length === 0
    ? (notes.length > 0 || incomplete) && what !== 'labels'
    : dishes.some((dish) => isChosen(stations, dish.stations))

/** A ticket as a printer may print it now: what a station must not make yet is no news for it. */
export const toPrint = <Whole extends Ticket>({ what }: Prints, ticket: Whole): Whole =>
  what === 'full' || !ticket.items.some(({ isHeld }) => isHeld)
    ? ticket
    : { ...ticket, items: ticket.items.filter(({ isHeld }) => isHeld !== true) }

/** Whether all that is new about a printed ticket are dishes of courses that were fired since. */
const isFired = ({ items, courses = [] }: Ticket, changes: readonly DishChange[]): boolean => {
  const later = courses.slice(1).map(({ course }) => course)
  return changes.every(({ kind, key }) => {
    const { course } = items.find((item) => item.key === key) ?? {}
    return kind === 'added' && course !== undefined && later.includes(course)
  })
}

/** What a printer prints of a ticket for the first time. */
export function firstPaper({ what, stations }: Prints, ticket: WholeTicket, making: KitchenPaper) {
  const isOwn = (item: TicketItem) => isChosen(stations, stationsOf(item))
  switch (what) {
    case 'full':
      return ticketPaper(ticket, making.clock)
    case 'station':
      return stationPaper(ticket, isOwn, making)
    case 'labels':
      return labelsPaper(ticket, (item) => (isOwn(item) ? item.amount : 0), making)
  }
}

/** How many more labels a change needs. */
function labelsOf(change: DishChange | undefined, { amount }: TicketItem): number {
  if (change === undefined || change.kind === 'removed') return 0
  return change.kind === 'amount' ? Math.max(0, change.now - change.before) : amount
}

/** What it prints once the ticket has changed. */
export function laterPaper(
  prints: Prints,
  ticket: Ticket,
  changes: readonly DishChange[],
  ofOrder: readonly OrderChange[],
  making: KitchenPaper,
): Paper {
  const { what } = prints
  if (what !== 'full' && ofOrder.length === 0 && isFired(ticket, changes)) {
    const items = ticket.items.filter(({ key }) => changes.some((change) => change.key === key))
    return firstPaper(prints, { ...ticket, items }, making)
  }
  const paper = changedPaper(ticket, changes, ofOrder, making)
  if (what !== 'labels') return paper
  const labels = labelsPaper(
    ticket,
    (item) =>
      labelsOf(
        changes.find(({ key }) => key === item.key),
        item,
      ),
    making,
  )
  return labels.length === 0 ? paper : [...paper, cut, ...labels]
}

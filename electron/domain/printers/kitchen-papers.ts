import type { OrderChange, Ticket, TicketItem } from '#contract/tickets/ticket.ts'
import { stationsOf, type DishChange, type PrintedDish } from './dishes.ts'
import { cut, gap, rule, textLine, type Paper, type PaperLine } from './paper.ts'
import { sayIn, timeOnPaper, type PaperClock } from './say.ts'
import {
  itemPaper,
  notePaper,
  shout,
  ticketPaper,
  whoPaper,
  type Say,
  type WholeTicket,
} from './ticket-paper.ts'

/** The clock of a printout, and what the stations are called. */
export interface KitchenPaper {
  clock: PaperClock
  stationName(stationId: string): string
}

type IsOwnItem = (item: TicketItem) => boolean

/** A long order for a party must not empty the roll by a mistyped amount. */
const maxLabelsOfDish = 20

const code = (ticket: Pick<Ticket, 'code'>): PaperLine =>
  textLine(ticket.code, { size: 'huge', bold: true, centred: true })

const printedAt = (say: Say, clock: PaperClock): PaperLine =>
  textLine(say('printed', { time: timeOnPaper(new Date(clock.now).toISOString(), clock) }))

/** What the line about other stations says: each with its number of dishes. */
function elsewhere(items: readonly TicketItem[], { stationName }: KitchenPaper): string {
  const counts = new Map<string, number>()
  for (const item of items)
    for (const station of stationsOf(item))
      counts.set(station, (counts.get(station) ?? 0) + item.amount)
  return [...counts].map(([station, n]) => `${stationName(station)} (${String(n)})`).join(', ')
}

/** The dishes of some stations, and where the others of the ticket are made. */
export function stationPaper(
  { toCarry: _, ...ticket }: WholeTicket,
  isOwn: IsOwnItem,
  making: KitchenPaper,
): Paper {
  const say = sayIn(making.clock.language)
  const others = ticket.items.filter((item) => !isOwn(item) && item.depth === undefined)
  const own = { ...ticket, items: ticket.items.filter(isOwn) }
  const stations = elsewhere(others, making)
  return [
    ...ticketPaper(own, making.clock),
    ...(stations === '' ? [] : [textLine(say('alsoAt', { stations }), { size: 'tall' })]),
  ]
}

/** A combo is packed as its dishes. */
const isCombo = (items: readonly TicketItem[], at: number): boolean =>
  (items[at + 1]?.depth ?? 0) > (items[at]?.depth ?? 0)

/** A label for each unit of each dish. `amountOf` says for how many; 0 makes none. */
export function labelsPaper(
  { code: text, items, buyerName, guestAllergies, notes }: Ticket,
  amountOf: (item: TicketItem) => number,
  { clock }: KitchenPaper,
): Paper {
  const say = sayIn(clock.language)
  const [firstName = ''] = (buyerName ?? '').trim().split(/\s+/)
  const allergies = [
    ...(guestAllergies === null ? [] : [guestAllergies]),
    ...notes.filter(({ allergyWords }) => allergyWords.length > 0).map((note) => note.text),
  ]
  const labels = items
    .filter((_, at) => !isCombo(items, at))
    .flatMap((item): Paper[] => {
      const all = Math.min(Math.ceil(amountOf(item)), maxLabelsOfDish)
      return Array.from({ length: all }, (_, nth) => [
        textLine(text, { size: 'large', bold: true }),
        ...(firstName === '' ? [] : [textLine(firstName, { size: 'large' })]),
        ...itemPaper({ ...item, amount: 1, depth: 0, unread: [] }, say).slice(0, -1),
        ...allergies.map((each) => shout(`${say('allergy')}: ${each}`)),
        ...(all > 1 ? [textLine(`${String(nth + 1)}/${String(all)}`, { bold: true })] : []),
      ])
    })
  return labels.flatMap((label, nth) => (nth === 0 ? label : [cut, ...label]))
}

function changePaper(change: DishChange, items: readonly TicketItem[], say: Say): Paper {
  const item = items.find(({ key }) => key === change.key)
  if (change.kind === 'removed' || item === undefined) {
    const amount = String(change.was?.amount ?? '?')
    const text = change.was?.name ?? ''
    return [
      shout(say('removed')),
      textLine(text, { size: 'large', bold: true, lead: `${amount}x ` }),
      gap,
    ]
  }
  if (change.kind !== 'amount') return [shout(say(change.kind)), ...itemPaper(item, say)]
  const { before, now, hasDetails } = change
  return [
    shout(say('amount', { before, now })),
    ...(hasDetails ? [shout(say('details'))] : []),
    ...itemPaper(item, say),
  ]
}

/** A change of the order besides its dishes, as it is now. */
function orderChangePaper(change: OrderChange, say: Say, clock: PaperClock): Paper {
  switch (change.kind) {
    case 'type':
      return [shout(say('nowType', { type: say(change.now) }))]
    case 'buyer':
      return [shout(say('nowBuyer', { name: change.now }))]
    case 'time':
      return [shout(say('nowDue', { time: timeOnPaper(change.now, clock) }))]
    case 'note':
      return [shout(say('newNote')), notePaper(change.note, say)]
    case 'note-gone':
      return [shout(say('goneNote'))]
    case 'again':
      return [shout(say('onAgain'))]
    case 'closed':
      // A kitchen of paper bumps nothing, so every order would be printed a second time.
      return []
  }
}

/** Only what has changed since the ticket was printed, below a loud title. */
export function changedPaper(
  ticket: Ticket,
  changes: readonly DishChange[],
  ofOrder: readonly OrderChange[],
  { clock }: KitchenPaper,
): Paper {
  const say = sayIn(clock.language)
  return [
    textLine(say('ticketChanged'), { size: 'huge', bold: true, loud: true, centred: true }),
    gap,
    code(ticket),
    gap,
    textLine(say(ticket.type), { size: 'large', bold: true }),
    ...whoPaper(ticket, say),
    rule,
    ...ofOrder.flatMap((change) => [...orderChangePaper(change, say, clock), gap]),
    ...changes.flatMap((change) => changePaper(change, ticket.items, say)),
    rule,
    printedAt(say, clock),
  ]
}

/** A ticket that was printed is cancelled. `dishes` are those on the paper. */
export function cancelledPaper(
  ticket: Ticket,
  dishes: readonly PrintedDish[],
  { clock }: KitchenPaper,
): Paper {
  const say = sayIn(clock.language)
  return [
    textLine(say('cancelled'), { size: 'large', bold: true, loud: true, centred: true }),
    gap,
    code(ticket),
    rule,
    ...dishes.map(({ name, amount }) =>
      textLine(name, { size: 'large', lead: `${String(amount ?? '?')}x ` }),
    ),
    rule,
    printedAt(say, clock),
  ]
}

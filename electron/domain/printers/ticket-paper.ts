import type { Ticket, TicketItem, TicketOption } from '#contract/ticket.ts'
import { gap, rule, textLine, type Paper, type PaperLine } from './paper.ts'
import { sayIn, timeOnPaper, type PaperClock } from './say.ts'

const named = ({ name, count }: TicketOption): string =>
  count === 1 ? name : `${String(count)}x ${name}`

const shout = (text: string): PaperLine => textLine(text, { size: 'large', bold: true, loud: true })

function itemPaper(item: TicketItem, say: ReturnType<typeof sayIn>): Paper {
  const amount = item.unread.includes('amount') ? '?' : String(item.amount)
  const under = { size: 'tall', lead: '    ' } as const
  return [
    textLine(item.name, { size: 'large', bold: true, lead: `${amount}x ` }),
    ...item.modifiers.map(({ name, options }) =>
      textLine(
        [name, options.map(named).join(', ')].filter((part) => part !== '').join(': '),
        under,
      ),
    ),
    ...(item.unread.length > 0 ? [textLine(say('unreadDish'), { ...under, bold: true })] : []),
    ...(item.allergyWords.length > 0
      ? [shout(`${say('allergy')}: ${item.allergyWords.join(', ')}`)]
      : []),
    ...(item.comment === null ? [] : [textLine(`"${item.comment}"`, { ...under, bold: true })]),
    gap,
  ]
}

/**
 * A ticket for the kitchen's spike: a number that is read from afar, dishes large, what is chosen below them, allergies
 * loud. No prices, and of the guest the name alone.
 */
export function ticketPaper(ticket: Ticket, clock: PaperClock): Paper {
  const say = sayIn(clock.language)
  const when = (at: string): string => timeOnPaper(at, clock)
  const pieces = ticket.items.reduce((sum, { amount }) => sum + amount, 0)
  return [
    textLine(ticket.code, { size: 'huge', bold: true, centred: true }),
    gap,
    textLine(say(ticket.type), { size: 'large', bold: true }),
    ...(ticket.buyerName === null ? [] : [textLine(ticket.buyerName, { size: 'large' })]),
    ...(ticket.scheduled
      ? [textLine(say('starts', { time: when(ticket.queueAt) }), { size: 'tall' })]
      : []),
    textLine(say('due', { time: when(ticket.promisedAt) }), { size: 'large', bold: true }),
    ...(ticket.cancellation === null ? [] : [shout(say('cancelled'))]),
    ...(ticket.recalledAt === null
      ? []
      : [textLine(say('recalled'), { size: 'tall', bold: true })]),
    ...(ticket.changes.length === 0
      ? []
      : [textLine(say('changed'), { size: 'tall', bold: true })]),
    ...(ticket.incomplete ? [textLine(say('unread'), { size: 'tall', bold: true })] : []),
    ...(ticket.guestAllergies === null
      ? []
      : [gap, shout(`${say('allergy')}: ${ticket.guestAllergies}`)]),
    rule,
    ...ticket.items.flatMap((item) => itemPaper(item, say)),
    rule,
    textLine(say('dishes', { n: pieces }), { bold: true }),
    textLine(say('printed', { time: when(new Date(clock.now).toISOString()) })),
  ]
}

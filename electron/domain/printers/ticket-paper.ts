import type { Ticket, TicketItem, TicketNote, TicketOption } from '#contract/tickets/ticket.ts'
import type { ToCarry } from '../tickets/to-carry.ts'
import { whoOf } from '#contract/tickets/who-of.ts'
import { usualColumns } from '#contract/printers/fields.ts'
import { gap, rule, textLine, type Paper, type PaperLine, pairLine } from './paper.ts'
import { sayIn, timeOnPaper, type PaperClock } from './say.ts'
import type { Printer } from '#contract/printers/printers.ts'

export type Say = ReturnType<typeof sayIn>

/** Marks a name that comes from the menu and not from the order. */
const marked = ({ name, fromMenu }: { name: string; fromMenu?: true }, say: Say): string =>
  fromMenu === true ? `${name} (${say('fromMenu')})` : name

const named = (option: TicketOption, say: Say): string =>
  option.isUnknown === true
    ? say('unknownChoice', { n: option.count })
    : `${option.count === 1 ? '' : `${String(option.count)}x `}${marked(option, say)}`

/** A ticket with what a whole printout says besides: texts that are not for a cook. */
export interface WholeTicket extends Ticket {
  toCarry?: ToCarry
}

export const shout = (text: string): PaperLine =>
  textLine(text, { size: 'large', bold: true, loud: true })

/** The deepest level of combos that is indented: a roll is narrow. */
const deepest = 3

export function itemPaper(item: TicketItem, say: Say): Paper {
  const amount = item.unread.includes('amount') ? '?' : String(Math.abs(item.amount))
  const inset = '  '.repeat(Math.min(item.depth ?? 0, deepest))
  const under = { size: 'tall', lead: `${inset}    ` } as const
  return [
    ...(item.amount < 0 ? [shout(say('takeOff'))] : []),
    textLine(marked(item, say), { size: 'large', bold: true, lead: `${inset}${amount}x ` }),
    ...item.modifiers.map((modifier) => {
      const options = modifier.options.map((option) => named(option, say)).join(', ')
      const parts = [marked(modifier, say), options]
      return textLine(parts.filter((part) => part !== '').join(': '), under)
    }),
    ...(item.unread.length > 0 ? [textLine(say('unreadDish'), { ...under, bold: true })] : []),
    ...(item.allergyWords.length > 0
      ? [shout(`${say('allergy')}: ${item.allergyWords.join(', ')}`)]
      : []),
    ...(item.comment === null ? [] : [textLine(`"${item.comment}"`, { ...under, bold: true })]),
    gap,
  ]
}

export function whoPaper(ticket: Ticket, say: Say): Paper {
  const who = whoOf(ticket)
  const { splitFrom } = ticket
  return [
    ...(who === null ? [] : [textLine(who, { size: 'large' })]),
    ...(splitFrom === undefined
      ? []
      : [textLine(say('splitFrom', { code: splitFrom }), { size: 'large' })]),
  ]
}

/** What somebody reads who packs or carries an order. */
function carryPaper({ gift, instructions }: ToCarry, say: Say): Paper {
  return [
    ...(gift.length === 0 ? [] : [gap, textLine(say('gift'), { size: 'tall', bold: true })]),
    ...gift.map((text) => textLine(text, { size: 'tall' })),
    ...(instructions === null
      ? []
      : [
          gap,
          textLine(say('forDriver'), { size: 'tall', bold: true }),
          textLine(`"${instructions}"`, { size: 'tall' }),
        ]),
  ]
}

/** A note for the whole ticket. An allergy is white on black. */
export const notePaper = ({ text, allergyWords }: TicketNote, say: Say): PaperLine =>
  allergyWords.length > 0
    ? shout(`${say('allergy')}: ${text}`)
    : textLine(`"${text}"`, { size: 'tall', bold: true })

/** Names the course of a dish above the first dish of it, in a meal of several. */
function courseLine({ items, courses = [] }: Ticket, at: number, say: Say): Paper {
  const course = items[at]?.course
  if (courses.length === 0 || course === undefined || course === items[at - 1]?.course) return []
  return [textLine(say('course', { n: course }), { size: 'tall', bold: true })]
}

/**
 * A ticket for the kitchen's spike: the number can be read from far away, dishes are large, options
 * are below them, allergies are white on black. It has no prices, and of the guest only the name and
 * what the driver must know.
 */
export function ticketPaper(ticket: WholeTicket, clock: PaperClock): Paper {
  const say = sayIn(clock.language)
  const dishes = ticket.items.filter(({ depth }) => depth === undefined)
  const itemCount = dishes.reduce((sum, { amount }) => sum + amount, 0)
  return [
    textLine(ticket.code, { size: 'huge', bold: true, centred: true }),
    gap,
    textLine(say(ticket.type), { size: 'large', bold: true }),
    ...whoPaper(ticket, say),
    ...(ticket.scheduled
      ? [textLine(say('starts', { time: timeOnPaper(ticket.queueAt, clock) }), { size: 'tall' })]
      : []),
    textLine(say('due', { time: timeOnPaper(ticket.promisedAt, clock) }), {
      size: 'large',
      bold: true,
    }),
    ...(ticket.cancellation === null ? [] : [shout(say('cancelled'))]),
    ...(ticket.recalledAt === null
      ? []
      : [textLine(say('recalled'), { size: 'tall', bold: true })]),
    ...(ticket.changes.some(({ kind }) => kind === 'again') ? [shout(say('onAgain'))] : []),
    ...(ticket.changes.length === 0
      ? []
      : [textLine(say('changed'), { size: 'tall', bold: true })]),
    ...(ticket.incomplete ? [textLine(say('unread'), { size: 'tall', bold: true })] : []),
    ...(ticket.guestAllergies === null
      ? []
      : [gap, shout(`${say('allergy')}: ${ticket.guestAllergies}`)]),
    ...ticket.notes.flatMap((note) => [gap, notePaper(note, say)]),
    rule,
    ...ticket.items.flatMap((item, at) => [
      ...courseLine(ticket, at, say),
      ...itemPaper(item, say),
    ]),
    rule,
    textLine(say('dishes', { n: itemCount }), { bold: true }),
    ...(ticket.toCarry === undefined ? [] : carryPaper(ticket.toCarry, say)),
    textLine(say('printed', { time: timeOnPaper(new Date(clock.now).toISOString(), clock) })),
  ]
}

/** A strip that shows widths, sizes and accents, so that a person sees at once what is wrong. */
export function testPaper(
  {
    name,
    width,
    columns,
    letters,
    images,
  }: Pick<Printer, 'name' | 'width' | 'columns' | 'letters' | 'images'>,
  clock: PaperClock,
): Paper {
  const say = sayIn(clock.language)
  const max = columns ?? usualColumns[width]
  const isDrawn = images && letters !== 'plain'
  return [
    textLine('123', { size: 'huge', bold: true, centred: true }),
    gap,
    textLine(say('test'), { size: 'large', bold: true }),
    textLine(name, { size: 'tall' }),
    rule,
    pairLine(say('width', { mm: width }), '€ 1.234,50'),
    // As long as a line: a shorter one on paper has fewer columns.
    textLine('1234567890'.repeat(max / 10 + 1).slice(0, max)),
    textLine('áéíóú ÁÉÍÓÚ üñç ÜÑÇ ãõâêô àè ¿? ¡! € £ º ª'),
    ...(isDrawn ? [textLine('Ćž Ωж 豚骨 🍜')] : []),
    textLine(say('allergy'), { size: 'large', bold: true, loud: true }),
    rule,
    textLine(say('testText')),
    textLine(say('printed', { time: timeOnPaper(new Date(clock.now).toISOString(), clock) })),
  ]
}

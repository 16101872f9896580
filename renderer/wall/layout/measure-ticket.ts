import { h } from 'vue'
import type { StockKey } from '#contract/stock/stock.ts'
import { whoOf } from '#contract/tickets/who-of.ts'
import type { CardContent } from '../../state/stations/card-content.ts'
import CardHead from '../card/CardHead.vue'
import CardItem from '../card/CardItem.vue'
import CardNotice from '../card/CardNotice.vue'
import type { MeasuredTicket } from './fill-page.ts'
import { partsOf, contentOf } from '../card/ticket-parts.ts'
import type { createRuler, Measurable } from './ruler.ts'

/** What decides how a ticket is drawn, besides the ticket. */
export interface Drawing {
  showPayment: boolean
  dense: boolean
  countryCode: string | null
  /** The store's; undefined for this computer's. */
  timeZone: string | undefined
  isOut: (key: StockKey) => boolean
}

/** The borders of a card, px: the sum of both sides. */
export const frame = 2

/** The longest text after the code in the head of a segment that continues. */
const longestPart = '88/88'

/** What the head of a card says besides the code. */
const headOf = (ticket: CardContent) => [whoOf(ticket), ticket.splitFrom, ticket.scheduled]

/** All digits are equally wide, so codes that differ only in digits have the same width. */
const shapeOf = (code: string): string => code.replaceAll(/\d/g, '0')

function measurables(ticket: CardContent, drawing: Drawing): Measurable[] {
  const head = (continued: boolean): Measurable => ({
    content: continued
      ? JSON.stringify(['on', shapeOf(ticket.code)])
      : JSON.stringify(['head', shapeOf(ticket.code), ...headOf(ticket)]),
    draw: () => h(CardHead, { ticket, part: continued ? longestPart : undefined, names: false }),
  })
  const parts = partsOf(ticket, drawing.showPayment).map((part) => ({
    content: contentOf(part, ticket, drawing.isOut),
    draw: () =>
      'item' in part
        ? // As it stands before it is struck: a strike moves nothing, and takes the marks of what is sold out away.
          h(CardItem, {
            item: { ...part.item, struck: false },
            isOut: drawing.isOut,
            dense: drawing.dense,
          })
        : h(CardNotice, {
            notice: part.notice,
            note: 'note' in part ? part.note : null,
            ticket,
            countryCode: drawing.countryCode,
            timeZone: drawing.timeZone,
          }),
  }))
  return [head(false), head(true), ...parts]
}

/** The heights of each ticket's head and parts, measured together. */
export function measureTickets(
  tickets: readonly CardContent[],
  drawing: Drawing,
  ruler: ReturnType<typeof createRuler>,
  host: HTMLElement,
): MeasuredTicket[] {
  const drawings = tickets.map((ticket) => measurables(ticket, drawing))
  const heights = ruler.measure(host, drawings.flat())
  let at = 0
  return tickets.map((ticket, nth) => {
    const [head = 0, continuedHead = 0, ...parts] = heights.slice(
      at,
      (at += drawings[nth]?.length ?? 0),
    )
    const closing = ticket.elsewhere ? 1 : 0
    return {
      id: ticket.id,
      head: head + frame,
      continuedHead: continuedHead + frame,
      parts,
      notices: parts.length - ticket.items.length - closing,
      closing,
    }
  })
}

import type { Ticket, TicketItem } from '#contract/tickets/ticket.ts'
import { useEightySixRequest } from '../../state/stock/eighty-six-request.ts'
import { useTickets } from '../../state/tickets.ts'

/** What of a ticket stands in one column of the page. */
export interface TicketSegment {
  /** Of so many, counted from 1. */
  readonly nth: number
  readonly of: number
  /** The parts it has, up to and not including `to`. */
  readonly from: number
  readonly to: number
  readonly isLast: boolean
  /** The page on which the ticket goes on, counted from 1; null where that is this one, or it ends here. */
  readonly nextPage: number | null
  /** Where it stands from the first piece; nothing for the first, which fills its card. */
  readonly box: { left: string; top: string; width: string; height: string } | undefined
}

/** Id of the element that shows a ticket's code: what its card is labelled by. Ids may hold anything, also spaces. */
export const codeId = (ticketId: string): string => `code-${encodeURIComponent(ticketId)}`

/** What a cook does with a card; each ends once the host has answered. The same for all cards. */
export interface CardActions {
  ready(ticketId: string): Promise<unknown>
  start(ticketId: string): Promise<unknown>
  undo(ticketId: string): Promise<unknown>
  acknowledge(ticketId: string): Promise<unknown>
  strike(ticketId: string, itemKey: string, struck: boolean): Promise<unknown>
  /** Asks what of the item is sold out. */
  soldOut(item: TicketItem): void
  /** Opens all that is known of it. */
  open(ticketId: string): void
}

/** What a cook does with any card of the wall, as the host hears it. */
export function useCardActions(open: (ticketId: string) => void): CardActions {
  const tickets = useTickets()
  return {
    ready: tickets.markReady,
    start: tickets.start,
    undo: tickets.undo,
    acknowledge: tickets.acknowledge,
    strike: tickets.strikeItem,
    soldOut: useEightySixRequest().ask,
    open,
  }
}

/** What comes next for a ticket that is not bumped; `withStart` where the kitchen says first that it begins. */
export const nextAction = ({ startedAt }: Ticket, withStart: boolean): 'start' | 'ready' =>
  withStart && startedAt === null ? 'start' : 'ready'

import type { Ticket, TicketItem } from '#contract/tickets/ticket.ts'

/** What a cook does with a card; each ends once the host has answered. The same for all cards. */
export interface CardDeeds {
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

/** What comes next for a ticket that is not bumped; `withStart` where the kitchen says first that it begins. */
export const nextDeed = ({ startedAt }: Ticket, withStart: boolean): 'start' | 'ready' =>
  withStart && startedAt === null ? 'start' : 'ready'

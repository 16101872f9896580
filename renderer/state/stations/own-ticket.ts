import type { Ticket, TicketItem } from '#contract/tickets/ticket.ts'

/** A dish as this screen shows it. */
export interface OwnItem extends TicketItem {
  /** At expo: how far its stations are. Absent elsewhere. */
  progress?: 'new' | 'started' | 'done'
}

/** A ticket as this screen shows it. */
export interface OwnTicket extends Ticket {
  items: OwnItem[]
  /**
   * On a station’s screen only the station’s dishes are in the ticket, and this says where the others
   * are; at expo, where all are. As text. Absent on a screen of the whole kitchen.
   */
  elsewhere?: string
  /** At expo: every station is done. There `struck` is what is in the bag. Absent elsewhere. */
  isAllDone?: boolean
}

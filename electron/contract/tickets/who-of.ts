import type { Ticket } from './ticket.ts'

/**
 * The guest or the table. Without a name: where it was ordered, so that two orders with the same
 * code differ.
 */
export const whoOf = ({ buyerName, source }: Pick<Ticket, 'buyerName' | 'source'>): string | null =>
  buyerName ?? source

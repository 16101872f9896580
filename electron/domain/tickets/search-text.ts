import type { Ticket } from '#contract/tickets/ticket.ts'
import { searchTerms } from '../text/search-terms.ts'

/** The words that find a ticket: its codes, its guest, its dishes. */
export const searchTextOfTicket = (ticket: Ticket, fullCode: string | null): string[] =>
  searchTerms(
    [
      ticket.code,
      fullCode ?? '',
      ticket.buyerName ?? '',
      ...ticket.items.map(({ name }) => name),
    ].join(' '),
  )

/** Whether each search term is the beginning of one of `words`. */
export const matches = (words: readonly string[], terms: readonly string[]): boolean =>
  terms.every((beginning) => words.some((word) => word.startsWith(beginning)))

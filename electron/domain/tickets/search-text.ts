import type { Ticket } from '#contract/tickets/ticket.ts'

/**
 * The words of a text in the form in which they are compared, each once: no accents, no case, only
 * letters and digits; an invisible character does not separate words. "Jalapeño" and "JALAPENO" are
 * the same. The form is upper case, because only upper case makes ß equal to ss and both small
 * sigmas equal.
 */
export function searchTerms(text: string): string[] {
  const bare = text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toUpperCase()
  return [...new Set(bare.match(/[\p{L}\p{N}]+/gu))]
}

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

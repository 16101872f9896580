import type { Ticket } from '#contract/tickets/ticket.ts'

/**
 * The words of a text as they are compared, each once: no accents, no case, nothing but letters and digits; a hidden sign
 * parts no word. "Jalapeño" and "JALAPENO" are one. Capitals, since they alone are one form: of ß and ss, and of both small sigmas.
 */
export function searchTerms(text: string): string[] {
  const bare = text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toUpperCase()
  return [...new Set(bare.match(/[\p{L}\p{N}]+/gu))]
}

/** What a ticket is found by: its codes, whose it is, its dishes. */
export const searchTextOfTicket = (ticket: Ticket, fullCode: string | null): string[] =>
  searchTerms(
    [
      ticket.code,
      fullCode ?? '',
      ticket.buyerName ?? '',
      ...ticket.items.map(({ name }) => name),
    ].join(' '),
  )

/** Whether each of the words wanted is the beginning of one of `words`. */
export const matches = (words: readonly string[], desired: readonly string[]): boolean =>
  desired.every((beginning) => words.some((word) => word.startsWith(beginning)))

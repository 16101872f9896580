import { useEightySixRequest } from '../state/stock/eighty-six-request.ts'
import { useTickets } from '../state/tickets.ts'
import type { CardDeeds } from './card/card-deeds.ts'

/** What a cook does with any card of the wall, as the host hears it. */
export function useCardDeeds(open: (ticketId: string) => void): CardDeeds {
  const tickets = useTickets()
  const eightySix = useEightySixRequest()
  return {
    ready: tickets.markReady,
    start: (ticketId) => tickets.start(ticketId, true),
    undo: tickets.undo,
    acknowledge: tickets.acknowledge,
    strike: tickets.strikeItem,
    soldOut: eightySix.ask,
    open,
  }
}

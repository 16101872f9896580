import type { Ticket } from '#contract/ticket.ts'
import { isOpen } from '#domain/orders/ticket.ts'

/**
 * The open tickets in memory, and what changed since the screens were last told. Touched within transactions;
 * `take` is called after the commit, so that screens hear one message a batch and never of what was rolled back.
 */
export interface Board {
  tickets(): Iterable<Ticket>
  touch(ticket: Ticket): void
  /** What changed since the last call, with a new revision; null where nothing did. */
  take(): { revision: number; tickets: Ticket[]; gone: string[] } | null
  /** Forgets what was touched since the last `take`: the transaction failed. Reads again from `open`. */
  reload(open: readonly Ticket[]): void
  readonly revision: number
}

export function createBoard(open: readonly Ticket[]): Board {
  let onGlass = new Map(open.map((ticket) => [ticket.id, ticket]))
  let touched = new Map<string, Ticket>()
  let revision = 0
  return {
    tickets: () => onGlass.values(),
    touch(ticket) {
      touched.set(ticket.id, ticket)
    },
    take() {
      if (touched.size === 0) return null
      const tickets: Ticket[] = []
      const gone: string[] = []
      for (const ticket of touched.values()) {
        if (isOpen(ticket)) {
          onGlass.set(ticket.id, ticket)
          tickets.push(ticket)
        } else if (onGlass.delete(ticket.id)) gone.push(ticket.id)
      }
      touched = new Map()
      if (tickets.length === 0 && gone.length === 0) return null
      revision += 1
      return { revision, tickets, gone }
    },
    reload(fresh) {
      touched = new Map()
      onGlass = new Map(fresh.map((ticket) => [ticket.id, ticket]))
      revision += 1
    },
    get revision() {
      return revision
    },
  }
}

import { isClosedUnseen, type Ticket, type TicketItem } from '#contract/tickets/ticket.ts'
import type { Courses } from '../../state/stations/card-content.ts'
import { useHostCommand } from '../../state/host-command.ts'
import { useEightySixRequest } from '../../state/stock/eighty-six-request.ts'
import { useStations } from '../../state/stations/stations.ts'
import { useTickets } from '../../state/tickets.ts'
import { useToasts } from '../../ui/note/toasts.ts'
import { say } from '../../locales/i18n.ts'

/** The part of a ticket that is in one column of the page. */
export interface TicketSegment {
  /** The segment's number, counted from 1, and how many there are. */
  readonly nth: number
  readonly of: number
  /** Its parts: from `from` up to, not including, `to`. */
  readonly from: number
  readonly to: number
  readonly isLast: boolean
  /**
   * The page, counted from 1, on which the ticket continues; null if it continues on this page, or
   * ends here.
   */
  readonly nextPage: number | null
  /** The position relative to the first segment; undefined for the first, which fills its card. */
  readonly box: { left: string; top: string; width: string; height: string } | undefined
}

/**
 * The id of the element with a ticket's code, which labels its card. Ticket ids may contain
 * anything, also spaces.
 */
export const codeId = (ticketId: string): string => `code-${encodeURIComponent(ticketId)}`

/**
 * What a cook can do with a card; each promise ends once the host has answered. All cards share one
 * object.
 */
export interface CardActions {
  ready(ticketId: string): Promise<unknown>
  start(ticketId: string): Promise<unknown>
  undo(ticketId: string): Promise<unknown>
  acknowledge(ticketId: string): Promise<unknown>
  strike(ticketId: string, itemKey: string, struck: boolean): Promise<unknown>
  /** Tells the kitchen to make the next course. */
  fire(ticketId: string, courses: Courses): Promise<unknown>
  soldOut(item: TicketItem): void
  open(ticketId: string): void
}

/** Fires the next course of a ticket, and offers to take that back. */
export function useFire(): CardActions['fire'] {
  const firing = useHostCommand('tickets.fire')
  const toasts = useToasts()
  return async (ticketId, { next }) => {
    if (next === null) return
    const { course, fired } = next
    if ((await firing.run({ ticketId, course, fired: true })) === null) return
    const run = () => void firing.run({ ticketId, course, fired: false })
    toasts.show(fired, 'good', { label: say('card.undo'), run })
  }
}

/** The actions for the cards of a wall; they send commands to the host. */
export function useCardActions(open: (ticketId: string) => void): CardActions {
  const tickets = useTickets()
  const stations = useStations()
  const acknowledge = (id: string) => tickets.acknowledge(id, stations.own)
  /** The dishes on a card, if some of the station’s are for later; otherwise all are meant. */
  function keysOf(id: string): string[] | undefined {
    const ticket = stations.tickets.get(id)
    return ticket?.later && ticket.items.map(({ key }) => key)
  }
  return {
    ready(id) {
      if (stations.own.length === 0) return tickets.markReady(id)
      const keys = keysOf(id)
      // A card without a dish to make now only says what changed.
      if (keys?.length === 0) return acknowledge(id)
      return tickets.setDone(id, stations.own, keys ?? [], true)
    },
    start: (id) =>
      keysOf(id)?.length === 0 ? acknowledge(id) : tickets.start(id, stations.own, keysOf(id)),
    undo: (id) => tickets.undo(id, stations.own),
    acknowledge,
    fire: useFire(),
    strike: (id, itemKey, struck) =>
      stations.isExpo
        ? tickets.setBagged(id, [itemKey], struck)
        : tickets.setDone(id, stations.own, [itemKey], struck),
    soldOut: useEightySixRequest().ask,
    open,
  }
}

/**
 * The next action for a ticket that is not bumped. With `withStart` the kitchen marks it as started
 * first. One that was closed elsewhere can only be acknowledged.
 */
export function nextAction(
  ticket: Pick<Ticket, 'startedAt' | 'changes'>,
  withStart: boolean,
): 'start' | 'ready' | 'acknowledge' {
  if (isClosedUnseen(ticket)) return 'acknowledge'
  return withStart && ticket.startedAt === null ? 'start' : 'ready'
}

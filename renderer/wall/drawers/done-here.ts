import type { Ticket } from '#contract/tickets/ticket.ts'

/** A ticket that the whole kitchen still has, and when its stations were done with it (ISO). */
export interface DoneTicket {
  ticket: Ticket
  doneAt: string
}

/** The works of a ticket at some stations. */
const worksAt = ({ items }: Ticket, own: readonly string[]) =>
  items.flatMap(({ work = [] }) => work.filter(({ station }) => own.includes(station)))

/** Whether some of its dishes are made at one of these stations. */
export const isMadeAt = (ticket: Ticket, own: readonly string[]): boolean =>
  worksAt(ticket, own).length > 0

/** The open tickets whose dishes at these stations are all done, the last one first. */
export const doneAtStations = (tickets: Iterable<Ticket>, own: readonly string[]): DoneTicket[] =>
  [...tickets]
    .flatMap((ticket): DoneTicket[] => {
      const times = worksAt(ticket, own).map(({ doneAt }) => doneAt)
      const doneAt = times.includes(null) ? null : (times.toSorted().at(-1) ?? null)
      return ticket.stage !== 'new' || doneAt === null ? [] : [{ ticket, doneAt }]
    })
    .toSorted((one, other) => (one.doneAt < other.doneAt ? 1 : -1))

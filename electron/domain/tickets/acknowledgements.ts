import type { Ticket, TicketChange, TicketItem } from '#contract/tickets/ticket.ts'
import { strikeMark } from './items.ts'

/** What each station last acknowledged of a ticket, as text, by the station's id. */
export type Acknowledged = Readonly<Record<string, string>>

type Changed = Pick<Ticket, 'items' | 'changes' | 'cancellation'>

const cancelled = 'cancelled'

const isOf =
  (station: string) =>
  ({ stations }: Pick<TicketChange, 'stations'>): boolean =>
    stations?.includes(station) === true

/** What a station has to acknowledge, as text: also the dishes as they are now. */
function changesFor(station: string, { items, changes }: Omit<Changed, 'cancellation'>): string {
  return JSON.stringify(
    changes.filter(isOf(station)).map((change) => {
      if (!('name' in change)) return [change.kind, change.key]
      const item = items.find((each) => each.key === change.key)
      // Not by the key, which an edit may replace.
      return [change.kind, change.name, item === undefined ? null : strikeMark(item)]
    }),
  )
}

/** The changes without the stations that have acknowledged all of theirs. */
export function unseenChanges(
  changes: TicketChange[],
  items: TicketItem[],
  acknowledged: Acknowledged,
): TicketChange[] {
  const all = [...new Set(changes.flatMap(({ stations = [] }) => stations))]
  const unseen = all.filter((id) => acknowledged[id] !== changesFor(id, { items, changes }))
  return changes.flatMap((change) => {
    const stations = unseen.filter((id) => isOf(id)(change))
    return stations.length === 0 ? [] : [{ ...change, stations }]
  })
}

/** The stations of a cancelled ticket that have not acknowledged that. */
export const unseenCancellation = (
  items: readonly TicketItem[],
  acknowledged: Acknowledged,
): string[] => [
  ...new Set(
    items
      .flatMap(({ work = [] }) => work.map(({ station }) => station))
      .filter((id) => acknowledged[id] !== cancelled),
  ),
]

/** The acknowledgements once some stations have seen a ticket as it is now. */
export function acknowledge(
  stations: readonly string[],
  { items, changes, cancellation }: Changed,
  before: Acknowledged,
): Acknowledged {
  const unseen = stations.flatMap((id): [string, string][] => {
    if (cancellation !== null) return [[id, cancelled]]
    return changes.some(isOf(id)) ? [[id, changesFor(id, { items, changes })]] : []
  })
  return { ...before, ...Object.fromEntries(unseen) }
}

import { getCurrentInstance } from 'vue'
import type { StockKey } from '#contract/stock.ts'
import type { Ticket } from '#contract/ticket.ts'
import { whenIdle } from '../../clock/when-idle.ts'
import { usePreferences } from '../../state/preferences.ts'
import { useStatus } from '../../state/status.ts'
import type { MeasuredTicket } from './fill-page.ts'
import { frame, measureTickets } from './measure-ticket.ts'
import { createRuler } from './ruler.ts'
import type { WallArea } from './use-wall-area.ts'

/** More than these are measured when there is nothing better to do: they stand on pages behind. */
const atOnce = 60

/** Whether two measured tickets take the same room, part by part. */
export const isAsHigh = (one: MeasuredTicket, other: MeasuredTicket): boolean =>
  one === other ||
  (one.head === other.head &&
    one.notices === other.notices &&
    one.parts.length === other.parts.length &&
    one.parts.every((height, nth) => height === other.parts[nth]))

/** The heights of tickets, kept as long as the ticket is the same. `again` is called when more of them are measured. */
export function useMeasured(isOut: (key: StockKey) => boolean, again: () => void) {
  const own = usePreferences()
  const status = useStatus()
  const ruler = createRuler(getCurrentInstance()?.appContext ?? null)
  let known = new WeakMap<Ticket, MeasuredTicket>()
  const byId = new Map<string, MeasuredTicket>()
  let isWaiting = false

  function forgetGone(tickets: readonly Ticket[]): void {
    const open = new Set(tickets.map(({ id }) => id))
    for (const id of byId.keys()) if (!open.has(id)) byId.delete(id)
  }

  return {
    of: (ticket: Ticket) => known.get(ticket),
    /** What is drawn says something else; `anew` where it is drawn otherwise as well. */
    forget(anew: boolean): void {
      known = new WeakMap()
      if (anew) ruler.forget()
    },
    /** The tickets up to the first that is not measured yet. */
    upTo(tickets: readonly Ticket[], host: HTMLElement, room: WallArea): MeasuredTicket[] {
      host.style.width = `${String(room.columnWidth - frame)}px`
      host.style.fontSize = `${String(room.dish)}px`
      const { showPayment } = own.preferences
      const drawing = { showPayment, countryCode: status.countryCode, isOut }
      const missing = tickets.filter((ticket) => !known.has(ticket))
      const now = missing.slice(0, atOnce)
      for (const [nth, measured] of measureTickets(now, drawing, ruler, host).entries()) {
        const ticket = now[nth]
        if (ticket === undefined) continue
        // One that is as high as before is the same for the layout.
        const before = byId.get(ticket.id)
        const kept = before !== undefined && isAsHigh(before, measured) ? before : measured
        known.set(ticket, kept)
        byId.set(ticket.id, kept)
      }
      if (missing.length > now.length && !isWaiting) {
        isWaiting = true
        whenIdle(() => {
          isWaiting = false
          again()
        })
      }
      if (byId.size > 2 * tickets.length + atOnce) forgetGone(tickets)
      const end = tickets.findIndex((ticket) => !known.has(ticket))
      return (end === -1 ? tickets : tickets.slice(0, end)).flatMap(
        (ticket) => known.get(ticket) ?? [],
      )
    },
  }
}

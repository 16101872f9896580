import { getCurrentInstance } from 'vue'
import type { StockKey } from '#contract/stock/stock.ts'
import { whenIdle } from '../../clock/when-idle.ts'
import { usePreferences } from '../../state/preferences.ts'
import { useStatus } from '../../state/health/status.ts'
import type { CardContent } from '../../state/stations/card-content.ts'
import type { MeasuredTicket } from './fill-page.ts'
import { frame, measureTickets } from './measure-ticket.ts'
import { createRuler } from './ruler.ts'
import type { WallArea } from './use-wall-area.ts'

/**
 * How many tickets are measured at a time. Those that are not visible are measured while the page
 * is idle, so a new order never waits for more than this.
 */
const together = 12

/** Whether two measured tickets need the same room, part by part. */
export const isAsHigh = (one: MeasuredTicket, other: MeasuredTicket): boolean =>
  one === other ||
  (one.head === other.head &&
    one.notices === other.notices &&
    one.closing === other.closing &&
    one.parts.length === other.parts.length &&
    one.parts.every((height, nth) => height === other.parts[nth]))

/**
 * The heights of tickets, stored as long as the ticket is the same object. `again` is called when
 * more of them can be measured.
 */
export function useMeasured(isOut: (key: StockKey) => boolean, again: () => void) {
  const own = usePreferences()
  const status = useStatus()
  const ruler = createRuler(getCurrentInstance()?.appContext ?? null)
  let measuredOf = new WeakMap<CardContent, MeasuredTicket>()
  const byId = new Map<string, MeasuredTicket>()
  let isWaiting = false

  function dropClosedTickets(tickets: readonly CardContent[]): void {
    const open = new Set(tickets.map(({ id }) => id))
    for (const id of byId.keys()) if (!open.has(id)) byId.delete(id)
  }

  function measure(tickets: readonly CardContent[], host: HTMLElement): void {
    const { showPayment, denseCards: dense } = own.preferences
    const { countryCode, timeZone } = status
    const drawing = { showPayment, dense, countryCode, timeZone, isOut }
    for (const [nth, measured] of measureTickets(tickets, drawing, ruler, host).entries()) {
      const ticket = tickets[nth]
      if (ticket === undefined) continue
      // If the heights did not change, keep the object, so that the layout sees no change.
      const before = byId.get(ticket.id)
      const stored = before !== undefined && isAsHigh(before, measured) ? before : measured
      measuredOf.set(ticket, stored)
      byId.set(ticket.id, stored)
    }
  }

  function later(): void {
    if (isWaiting) return
    isWaiting = true
    whenIdle(() => {
      isWaiting = false
      again()
    })
  }

  return {
    of: (ticket: CardContent) => measuredOf.get(ticket),
    /** The content of tickets changed; `again` if their components draw differently too. */
    forget(again: boolean): void {
      measuredOf = new WeakMap()
      if (again) ruler.forget()
    },
    /**
     * The tickets up to the first that is not measured yet. Measures until they are `enough`, and
     * the others later.
     */
    upTo(
      tickets: readonly CardContent[],
      host: HTMLElement,
      room: WallArea,
      enough: (measured: readonly MeasuredTicket[]) => boolean,
    ): MeasuredTicket[] {
      host.style.width = `${String(room.columnWidth - frame)}px`
      host.style.fontSize = `${String(room.dish)}px`
      if (byId.size > 2 * tickets.length + together) dropClosedTickets(tickets)
      const missing = tickets.filter((ticket) => !measuredOf.has(ticket))
      let measuredCount = 0
      const measured = () => {
        const end = tickets.findIndex((ticket) => !measuredOf.has(ticket))
        const done = end === -1 ? tickets : tickets.slice(0, end)
        return done.flatMap((ticket) => measuredOf.get(ticket) ?? [])
      }
      // Measures a few new ones at once, wherever they are, so that later pages do not come and go.
      while (measuredCount < missing.length && (measuredCount < together || !enough(measured()))) {
        measure(missing.slice(measuredCount, measuredCount + together), host)
        measuredCount += together
      }
      if (measuredCount < missing.length) later()
      return measured()
    },
  }
}

import type { StockKey } from '#contract/stock/stock.ts'
import type { Pace, Ticket, TicketItem } from '#contract/tickets/ticket.ts'
import { strikeMark } from './items.ts'
import { median } from './pace.ts'
import { firedAtOf, hasAllergy, later, type TimeMarks } from './timing.ts'

/** How long a station worked on a dish that it is done with. */
export interface WorkTime {
  item: string
  station: string
  product: StockKey
  doneAt: string
  /** From the first moment in which somebody could begin it; negative if that is still ahead. */
  seconds: number
  /** It was done after the promised time of its ticket. */
  isLate: boolean
}

/**
 * When somebody could begin a dish, ISO. From `amberAt` on no dish waits for another.
 */
function workableAt(item: TicketItem, ticket: Ticket, { waits }: TimeMarks): string {
  const from = firedAtOf(item, ticket) ?? ticket.queueAt
  const stored = waits[item.key]
  const isAtOnce = item.allergyWords.length > 0 || hasAllergy(ticket)
  if (isAtOnce || stored?.mark !== strikeMark(item)) return from
  const at = later(from, stored.seconds)
  const latest = ticket.amberAt < from ? from : ticket.amberAt
  return at < latest ? at : latest
}

/** The work that stations are done with; none in a kitchen without stations. */
export const workTimes = (ticket: Ticket, { times }: { times: TimeMarks }): WorkTime[] =>
  ticket.items.flatMap((item) =>
    (item.work ?? []).flatMap(({ station, startedAt, doneAt }): WorkTime[] => {
      const { key, stockKey: product } = item
      if (product === null || doneAt === null) return []
      const from = startedAt ?? workableAt(item, ticket, times)
      const seconds = Math.round((Date.parse(doneAt) - Date.parse(from)) / 1000)
      const isLate = doneAt > ticket.promisedAt
      return [{ item: key, station, product, doneAt, seconds, isLate }]
    }),
  )

/** Nobody works on one dish for so long: somebody forgot to tap. */
const maxSeconds = 3 * 3_600

/** Whether something can be learned from a time. */
export const isUsual = ({ seconds }: WorkTime): boolean => seconds >= 0 && seconds <= maxSeconds

/** A product's time is learned from so many of its last dishes. */
export const learnedFrom = { min: 5, max: 30 }

/** The usual time of a product's last dishes, sorted; null for too few. */
export const learnedSeconds = (sorted: readonly number[]): number | null =>
  sorted.length < learnedFrom.min ? null : Math.round(median(sorted) ?? 0)

/** The pace of stations, by the work that they are done with. A dish of two of them is one dish. */
export function paceOfWork(
  done: readonly { dish: string; seconds: number; isLate: boolean }[],
): Pace {
  const middle = median(done.map(({ seconds }) => seconds).toSorted((one, other) => one - other))
  return {
    ready: new Set(done.map(({ dish }) => dish)).size,
    late: new Set(done.filter(({ isLate }) => isLate).map(({ dish }) => dish)).size,
    medianSeconds: middle === null ? null : Math.round(middle),
    early: 0,
  }
}

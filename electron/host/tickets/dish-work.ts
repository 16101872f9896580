import { restStation } from '#contract/stations/station.ts'
import type { StationWork, Ticket, TicketItem } from '#contract/tickets/ticket.ts'
import type { Routes } from '#domain/stations/routes.ts'
import { changeWork, isDone, workOf } from '#domain/stations/work.ts'
import { strikeMark, type PlainItem } from '#domain/tickets/items.ts'
import type { Marks } from '#domain/tickets/marks.ts'

/** The fields of an item that are facts of the order, not of the kitchen. */
export const plainItem = ({
  struck: _struck,
  work: _work,
  isBagged: _isBagged,
  course: _course,
  isHeld: _isHeld,
  startsAt: _startsAt,
  ...item
}: TicketItem): PlainItem => item

/** An item as it was when somebody worked on it: a changed one is new again. */
export const markOf = (item: TicketItem): string => strikeMark(plainItem(item))

/** A dish at all of its stations, also in a kitchen without stations. */
const worksOf = (marks: Marks, item: TicketItem, routes: Routes): StationWork[] =>
  item.work ?? workOf(marks.work[item.key], markOf(item), [restStation], routes)

/** The work of a ticket once `change` was applied to some of its dishes; null if nothing changes. */
export function changedWork(
  marks: Marks,
  { items }: Ticket,
  routes: Routes,
  change: (work: StationWork, item: TicketItem) => StationWork,
): Marks['work'] | null {
  const entries = items.flatMap((item) => {
    const work = worksOf(marks, item, routes)
    const after = changeWork(work, markOf(item), (each) => change(each, item))
    return after === null ? [] : [[item.key, after] as const]
  })
  return entries.length === 0 ? null : { ...marks.work, ...Object.fromEntries(entries) }
}

/** Whether every dish is done, with some work of the ticket changed. */
export const isAllDone = (work: Marks['work'], { items }: Ticket): boolean =>
  items.every((item) => {
    const stored = work[item.key]
    if (stored?.mark !== markOf(item)) return item.struck
    return isDone(Object.entries(stored.stations).map(([station, each]) => ({ station, ...each })))
  })

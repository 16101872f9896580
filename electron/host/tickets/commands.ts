import { fail, ok, type Result } from '#contract/result.ts'
import { restStation } from '#contract/stations/station.ts'
import type { StationWork, Ticket, TicketItem } from '#contract/tickets/ticket.ts'
import { acknowledge } from '#domain/tickets/acknowledgements.ts'
import { changeWork, isDone, isFor, workOf } from '#domain/stations/work.ts'
import { strikeMark } from '#domain/tickets/items.ts'
import { hasBegun } from '#domain/tickets/timing.ts'
import { workTimes } from '#domain/tickets/work-times.ts'
import type { Marks } from '#domain/tickets/marks.ts'
import { acknowledgedOrder } from '#domain/tickets/ticket.ts'
import { isoNow } from '../clock.ts'
import type { HandlersOf } from '../dispatch.ts'
import type { Context } from '../noun.ts'
import { isQueued, isUndecided, markedDone, withdrawn } from '../outbox/outbox.ts'
import type { Stations } from '../stations/stations.ts'
import { readyKind } from './outbox.ts'
import type { OrderRow } from './row.ts'
import type { TicketStore } from './store.ts'
import type { Tickets } from './open-tickets.ts'

/** The fields of an item that are facts of the order, not of the kitchen. */
const plain = ({
  struck: _struck,
  work: _work,
  isBagged: _isBagged,
  course: _course,
  isHeld: _isHeld,
  startsAt: _startsAt,
  ...item
}: TicketItem) => item

export function createTicketCommands(
  context: Context,
  store: TicketStore,
  tickets: Tickets,
  stations: Stations,
) {
  const { db, archive, outbox, clock, settings, announce } = context

  const change = (
    orderId: string,
    work: (row: OrderRow, ticket: Ticket) => Result<Partial<Marks> | null>,
  ): Result<null> =>
    db.transact(() => {
      const row = store.load(orderId)
      if (row === null) return archive.notFound()
      const before = store.ticket(row)
      const marks = work(row, before)
      if (!marks.ok) return marks
      if (marks.value === null) return ok(null)
      const next = { ...row, marks: { ...row.marks, ...marks.value } }
      const after = store.ticket(next)
      stations.dishTimes.follow(orderId, workTimes(before, row.marks), workTimes(after, row.marks))
      tickets.keep(next, after)
      if (next.marks.times !== row.marks.times) void announce('course.fired', { orderId })
      return ok(null)
    })

  /** Stores and sends a bump, inside a transaction. */
  function bump(ticketId: string, tapId: string): Partial<Marks> {
    // An earlier bump was recalled: bumping again decides about it.
    outbox.move(readyKind, ticketId, isUndecided, markedDone)
    // If an entry may have been sent before the recall, it serves as this bump.
    if (outbox.open(readyKind, ticketId) === null)
      outbox.enqueue({
        id: tapId,
        kind: readyKind,
        subject: ticketId,
        payload: {},
        undoMs: settings().undoSeconds * 1000,
      })
    return { recalledAt: null }
  }

  /** A dish at all of its stations, also in a kitchen without stations. */
  const worksOf = (marks: Marks, item: TicketItem): StationWork[] =>
    item.work ??
    workOf(marks.work[item.key], strikeMark(plain(item)), [restStation], stations.routes)

  /** The work of a ticket once `to` was applied to some of its dishes; null if nothing changes. */
  function changed(
    marks: Marks,
    { items }: Ticket,
    to: (work: StationWork, item: TicketItem) => StationWork,
  ): Marks['work'] | null {
    const entries = items.flatMap((item) => {
      const mark = strikeMark(plain(item))
      const after = changeWork(worksOf(marks, item), mark, (each) => to(each, item))
      return after === null ? [] : [[item.key, after] as const]
    })
    return entries.length === 0 ? null : { ...marks.work, ...Object.fromEntries(entries) }
  }

  /** Whether every dish is done, with some work of the ticket changed. */
  const isAllDone = (work: Marks['work'], { items }: Ticket): boolean =>
    items.every((item) => {
      const stored = work[item.key]
      if (stored?.mark !== strikeMark(plain(item))) return item.struck
      return isDone(
        Object.entries(stored.stations).map(([station, each]) => ({ station, ...each })),
      )
    })

  return {
    'tickets.markReady': ({ ticketId, tapId }) =>
      change(ticketId, (_row, ticket) => {
        if (outbox.has(tapId) || ticket.stage === 'ready') return ok(null)
        if (ticket.stage !== 'new') return fail('too-late')
        return ok(bump(ticketId, tapId))
      }),

    'tickets.undo': ({ ticketId, stations: own }) =>
      change(ticketId, ({ marks }, ticket) => {
        const isBumped = ticket.bump !== null
        const isWithdrawn =
          isBumped && outbox.move(readyKind, ticketId, isQueued, withdrawn) !== null
        if (isBumped && !isWithdrawn) return fail('too-late')
        if (own.length === 0) return ok(isBumped ? {} : null)
        const times = ticket.items.flatMap(({ work = [] }) =>
          work.flatMap(({ station, doneAt }) =>
            doneAt !== null && own.includes(station) ? [doneAt] : [],
          ),
        )
        const last = times.toSorted().at(-1)
        const work = changed(marks, ticket, (each) =>
          own.includes(each.station) && each.doneAt === last ? { ...each, doneAt: null } : each,
        )
        return ok(work === null ? {} : { work })
      }),

    'tickets.recall': ({ ticketId, stations: own }, { name }) =>
      change(ticketId, ({ marks }, ticket) => {
        const isBumped = ticket.stage === 'ready'
        if (ticket.stage !== 'new' && !isBumped) return fail('too-late')
        if (isBumped) outbox.move(readyKind, ticketId, isQueued, withdrawn)
        const expo = { ...marks.expo, handedOverAt: null }
        const again = isBumped
          ? { recalledAt: isoNow(clock), recalls: marks.recalls + 1, expo }
          : {}
        if (own.length === 0) return ok(isBumped ? again : null)
        const work = changed(marks, ticket, (each) =>
          own.includes(each.station) && each.doneAt !== null
            ? { ...each, startedAt: null, doneAt: null, by: name }
            : each,
        )
        return ok({ ...again, ...(work !== null && { work }) })
      }),

    'tickets.setDone': ({ ticketId, stations: own, itemKeys, done, tapId }, { name }) =>
      change(ticketId, ({ marks }, ticket) => {
        const isSome = (item: TicketItem) => itemKeys.length === 0 || itemKeys.includes(item.key)
        if (!ticket.items.some(isSome)) return fail('not-found')
        // Nobody makes a dish of a course that was not fired.
        const isIt = (item: TicketItem) => isSome(item) && item.isHeld === undefined
        const at = isoNow(clock)
        const work = changed(marks, ticket, (each, item) => {
          if (!isIt(item) || !isFor(own, each.station) || (each.doneAt !== null) === done)
            return each
          return { ...each, doneAt: done ? at : null, by: name }
        })
        if (work === null) return ok(null)
        const isLast = done && own.length > 0 && settings().lastStationBumps
        const bumps = isLast && ticket.stage === 'new' && isAllDone(work, ticket)
        return ok({ work, ...(bumps && !outbox.has(tapId) && bump(ticketId, tapId)) })
      }),

    'tickets.start': ({ ticketId, stations: own, itemKeys, started }, { name }) =>
      change(ticketId, ({ marks }, ticket) => {
        if (ticket.stage !== 'new') return fail('too-late')
        const at = isoNow(clock)
        const startedAt = started ? (marks.startedAt ?? at) : null
        if (own.length === 0) return ok({ startedAt })
        const work = changed(marks, ticket, (each, { key, isHeld }) =>
          isHeld === undefined &&
          own.includes(each.station) &&
          (itemKeys.length === 0 || itemKeys.includes(key)) &&
          each.doneAt === null &&
          (each.startedAt !== null) !== started
            ? { ...each, startedAt: started ? at : null, by: name }
            : each,
        )
        return ok({
          startedAt: started ? startedAt : marks.startedAt,
          ...(work !== null && { work }),
        })
      }),

    'tickets.acknowledge': ({ ticketId, stations: own }) =>
      change(ticketId, ({ known, marks }, ticket) => {
        const acknowledged = acknowledge(own, ticket, marks.acknowledged)
        const left = [ticket.cancellation, ...ticket.changes].flatMap(
          (each) => each?.stations ?? [],
        )
        // A station without a screen can't acknowledge, so the others do it for it.
        const isSeen = left.every((id) => own.includes(id) || !stations.isShown(id))
        if (own.length > 0 && !isSeen) return ok({ acknowledged })
        return ok({
          acknowledged: {},
          acknowledgedItems: ticket.items.map(plain),
          acknowledgedOrder: acknowledgedOrder(known, ticket),
          onAgainAt: null,
          closedAt: null,
          cancellationAcknowledged: ticket.stage === 'cancelled',
        })
      }),

    'tickets.fire': ({ ticketId, course, fired }) =>
      change(ticketId, ({ marks: { times } }, { stage, courses = [], items }) => {
        const at = courses.findIndex((each) => each.course === course)
        if (at === -1) return fail('not-found')
        if (stage !== 'new') return fail('too-late')
        if ((courses[at]?.firedAt !== null) === fired) return ok(null)
        const { [course]: _before, ...others } = times.fired
        if (fired) return ok({ times: { ...times, fired: { ...others, [course]: isoNow(clock) } } })
        const isBegun = items.some((item) => item.course === course && hasBegun(item))
        // The first course is never held, and neither is what somebody makes already.
        return at === 0 || isBegun ? fail('too-late') : ok({ times: { ...times, fired: others } })
      }),

    'tickets.setBagged': ({ ticketId, itemKeys, bagged }) =>
      change(ticketId, ({ marks }, { items }) => {
        const some = items.filter(({ key }) => itemKeys.length === 0 || itemKeys.includes(key))
        if (some.length === 0) return fail('not-found')
        const others = Object.entries(marks.expo.bagged).filter(
          ([key]) => !some.some((item) => item.key === key),
        )
        const added = bagged ? some.map((item) => [item.key, strikeMark(plain(item))]) : []
        const all = Object.fromEntries([...others, ...added]) as Record<string, string>
        return ok({ expo: { ...marks.expo, bagged: all } })
      }),

    'tickets.setShelf': ({ ticketId, shelf }) =>
      change(ticketId, ({ marks }) => ok({ expo: { ...marks.expo, shelf } })),

    'tickets.handOver': ({ ticketId, handedOver }) =>
      change(ticketId, ({ marks }, ticket) => {
        if (ticket.stage !== 'ready') return fail('too-late')
        const handedOverAt = handedOver ? (marks.expo.handedOverAt ?? isoNow(clock)) : null
        return ok({ expo: { ...marks.expo, handedOverAt } })
      }),
  } satisfies Partial<HandlersOf<'tickets'>>
}

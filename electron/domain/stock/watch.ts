import type { DeliveryState } from '#contract/deliveries/delivery.ts'
import { isOver } from './availability.ts'
import {
  isSettled,
  deliveryOf,
  isBehind,
  requestOf,
  stillReported,
  type Desired,
  type StockEntry,
  type StockRow,
} from './row.ts'
import type { StockKey } from '#contract/stock.ts'

/** What a rule asks of whoever keeps the row and its outbox entry. */
export type StockEffect =
  /** What is desired has to be sent. */
  | { kind: 'enqueue' }
  /** The platform has listed what its entry sends. */
  | { kind: 'confirmed' }
  /** The platform took what its entry sends, and does not say that it finished: a person decides. */
  | { kind: 'not-finished' }
  /** Its entry is a count that must not be sent any more: a person counts again. */
  | { kind: 'too-old' }
  /** The time of what its entry sends is over: nothing of it needs sending. */
  | { kind: 'over' }
  /** In the history it ended then (ISO). */
  | { kind: 'end'; at: string }
  /** The menu may say something else now. */
  | { kind: 'read-menu' }

/** What became of a row: how it is now, what that asks for, and when time alone will change it next. */
export interface StockStep {
  row: StockRow
  effects: readonly StockEffect[]
  /** Epoch milliseconds; Infinity where time changes nothing. */
  nextAt: number
}

const unchanged = (row: StockRow, nextAt = Infinity): StockStep => ({
  row,
  effects: [],
  nextAt,
})
const changed = (row: StockRow, ...effects: StockEffect[]): StockStep => ({
  row,
  effects,
  nextAt: Infinity,
})

/** How long the platform may take to finish before nobody believes it any more. */
export const finishWithinMs = 2 * 60_000
/** A count that could not be sent for this long is asked for again: orders have taken from it meanwhile. */
export const countHoldsMs = 15 * 60_000

/** Whether the platform is at work on an item, so that something newer has to wait for it. */
export const isUnderWay = (entry: StockEntry | null, now: number): boolean =>
  entry?.delivery.state === 'accepted' && now - Date.parse(entry.delivery.since) < finishWithinMs

/** Whether it is a count that must not be sent any more. */
export const isTooOld = ({ state, setAt }: Desired, now: number): boolean =>
  state === 'counted' && Date.parse(setAt) + countHoldsMs <= now

/** What time is held against. */
interface Moment {
  /** Epoch milliseconds. */
  now: number
  /** The same by every clock: what has an end ends by it. Default `now`. */
  agreedNow?: number
  /** When the menu was told that we have, by the platform's clock (ISO); null where there is none. */
  menuReportedAt: string | null
}

/**
 * What time does to an item and its newest entry: a process that never finished, a time that is over, a count too old to
 * send, a return that the menu has confirmed since.
 */
export function afterTime(row: StockRow, entry: StockEntry | null, moment: Moment): StockStep {
  const { desired, requested, reported } = row
  const { now, agreedNow = now } = moment
  const delivery = desired && deliveryOf(desired, requested, entry)
  const state = entry?.delivery.state
  const menuKnows = (listedAt: string): boolean =>
    moment.menuReportedAt !== null && isSettled(moment.menuReportedAt, listedAt)
  if (
    desired?.state === 'on-sale' &&
    delivery?.state === 'confirmed' &&
    menuKnows(requested?.listedAt ?? delivery.since)
  )
    // The menu has had its say since: there is nothing left to tell.
    return changed({ ...row, desired: null, requested: null, reported: stillReported(row) })
  if (desired === null && reported?.state === 'on-sale' && menuKnows(reported.listedAt))
    return changed({ ...row, reported: null })
  if (entry !== null && state === 'accepted') {
    const end = Date.parse(entry.delivery.since) + finishWithinMs
    if (end > now) return unchanged(row, end)
    const late = { ...entry, delivery: { ...entry.delivery, state: 'unknown' as const } }
    const next = afterTime(row, late, moment)
    return { ...next, effects: [{ kind: 'not-finished' }, ...next.effects] }
  }
  if (desired !== null && isOver(desired, agreedNow)) {
    // What is on the wire is remembered until its outcome is there.
    const rest = state === 'sending' ? requested : null
    return changed(
      { ...row, desired: null, requested: rest, reported: stillReported(row) },
      { kind: 'over' },
      { kind: 'end', at: desired.until ?? new Date(now).toISOString() },
      { kind: 'read-menu' },
    )
  }
  if (reported !== null && isOver(reported, agreedNow)) return changed({ ...row, reported: null })
  if (desired !== null && delivery?.state === 'queued' && state !== 'sending') {
    if (isBehind(desired, entry)) return changed(row, { kind: 'enqueue' })
    if (isTooOld(desired, now)) return changed(row, { kind: 'too-old' })
    if (desired.state === 'counted') return unchanged(row, Date.parse(desired.setAt) + countHoldsMs)
  }
  return unchanged(row, Date.parse(desired?.until ?? reported?.until ?? '9999-01-01'))
}

/** What the platform said of a request that it took. */
interface Taken {
  processId: string | null
  /** Once its process has ended: when it listed the item, if it did. */
  finished: { listedAt: string | null } | null
}

/**
 * What an attempt at sending `asked` makes of a row, by the state that its entry has come to. Where something newer is
 * desired by then, that is sent next.
 */
export function afterAttempt(
  row: StockRow,
  asked: Desired,
  state: DeliveryState,
  taken: Taken | null,
): StockStep {
  const { desired } = row
  if (desired === null)
    // Its time was over while it was on the wire, where nothing could take it back.
    return state === 'sending'
      ? unchanged(row)
      : changed({ ...row, requested: null }, { kind: 'over' })
  if (state === 'sending') return changed({ ...row, requested: requestOf(asked) })
  const newer: StockEffect[] = desired.tapId === asked.tapId ? [] : [{ kind: 'enqueue' }]
  const own = row.requested?.tapId === asked.tapId ? row.requested : requestOf(asked)
  if (taken === null) {
    // The platform has listed it in place of an answer.
    const isListed = state === 'unknown' && own.listedAt !== null
    return changed(row, ...(isListed ? [{ kind: 'confirmed' as const }] : []), ...newer)
  }
  // Its process may have finished before the answer came.
  const listedAt = taken.finished?.listedAt ?? own.listedAt
  const next = { ...row, requested: { ...own, processId: taken.processId, listedAt } }
  if (listedAt !== null) return changed(next, { kind: 'confirmed' }, ...newer)
  return taken.finished === null ? changed(next) : changed(next, { kind: 'not-finished' }, ...newer)
}

/** What is remembered of the restaurant's openings; ISO instants. */
export interface Openings {
  /** The one that is looked forward to. */
  next: string | null
  /** The one that a person is asked about. */
  asked: string | null
}

/** What is off until further notice since before an opening (ISO). */
export const offSince = (rows: readonly StockRow[], opening: string): StockKey[] =>
  rows.flatMap(({ key, desired }) =>
    desired !== null &&
    desired.state !== 'on-sale' &&
    desired.until === null &&
    desired.setAt < opening
      ? [key]
      : [],
  )

/**
 * What becomes of the openings at `now`, when the next one is at `opens` (epoch milliseconds; null where no menu says): one
 * that has come is asked about, where something has been off since before it.
 */
export function openingsAfter(
  { next, asked }: Openings,
  rows: readonly StockRow[],
  opens: number | null,
  now: number,
): Openings {
  const coming = opens === null ? null : new Date(opens).toISOString()
  if (next === null || Date.parse(next) > now) return { next: coming, asked }
  return { next: coming, asked: offSince(rows, next).length > 0 ? next : asked }
}

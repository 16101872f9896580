import type { DeliveryState } from '#contract/deliveries/delivery.ts'
import { isOver } from './availability.ts'
import {
  isSettled,
  deliveryOf,
  isBehind,
  requestOf,
  stillReported,
  type Desired,
  type Reported,
  type StockEntry,
  type StockRow,
} from './row.ts'
import type { StockKey } from '#contract/stock/stock.ts'

/** What a rule asks its caller to do. */
export type StockEffect =
  /** Send the desired state. */
  | { kind: 'enqueue' }
  /** The platform has listed what the entry sends. */
  | { kind: 'confirmed' }
  /** The platform accepted the request but doesn't report that it finished: a person decides. */
  | { kind: 'not-finished' }
  /** The entry is a count that must not be sent any more: a person counts again. */
  | { kind: 'too-old' }
  /** The time of what the entry sends has ended, so it needn't be sent. */
  | { kind: 'over' }
  /** End the history entry at this instant (ISO). */
  | { kind: 'end'; at: string }
  | { kind: 'read-menu' }

/** The result of a rule: the new row, the effects, and when time alone changes it next. */
export interface StockStep {
  row: StockRow
  effects: readonly StockEffect[]
  /** Epoch milliseconds; Infinity if time changes nothing. */
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

/** How long the platform may take to finish before a person has to decide. */
export const finishWithinMs = 2 * 60_000
/**
 * How long a count may wait to be sent. After that it must be counted again, because orders have
 * reduced it.
 */
export const countHoldsMs = 15 * 60_000

/**
 * Whether the platform is processing a change of the item, which a newer change has to wait for.
 */
export const isUnderWay = (entry: StockEntry | null, now: number): boolean =>
  entry?.delivery.state === 'accepted' && now - Date.parse(entry.delivery.since) < finishWithinMs

/** Whether it is a count that must not be sent any more. */
export const isTooOld = ({ state, setAt }: Desired, now: number): boolean =>
  state === 'counted' && Date.parse(setAt) + countHoldsMs <= now

interface Moment {
  /** Epoch milliseconds. */
  now: number
  /**
   * The time on which all clocks agree; it decides whether an `until` has passed. Default `now`.
   */
  agreedNow?: number
  /** When the platform sent the current menu, by its own clock (ISO); null if there is none. */
  menuReportedAt: string | null
}

/** Whether the current menu includes a change listed at this instant (ISO). */
const isInMenu = ({ menuReportedAt }: Moment, listedAt: string): boolean =>
  menuReportedAt !== null && isSettled(menuReportedAt, listedAt)

/**
 * What time changes about an item and its newest entry: a process that never finished, an `until`
 * that has passed, a count too old to send, or a return to sale that the menu has since confirmed.
 */
export function afterTime(row: StockRow, entry: StockEntry | null, moment: Moment): StockStep {
  const { desired, requested, reported } = row
  const { now, agreedNow = now } = moment
  const delivery = desired && deliveryOf(desired, requested, entry)
  const state = entry?.delivery.state
  if (
    desired?.state === 'on-sale' &&
    delivery?.state === 'confirmed' &&
    isInMenu(moment, requested?.listedAt ?? delivery.since)
  )
    // The menu has confirmed it, so there is nothing left to show.
    return changed({ ...row, desired: null, requested: null, reported: stillReported(row) })
  if (desired === null && reported?.state === 'on-sale' && isInMenu(moment, reported.listedAt))
    return changed({ ...row, reported: null })
  if (entry !== null && state === 'accepted') {
    const end = Date.parse(entry.delivery.since) + finishWithinMs
    if (end > now) return unchanged(row, end)
    const late = { ...entry, delivery: { ...entry.delivery, state: 'unknown' as const } }
    const next = afterTime(row, late, moment)
    return { ...next, effects: [{ kind: 'not-finished' }, ...next.effects] }
  }
  if (desired !== null && isOver(desired, agreedNow)) {
    // A request in flight is remembered until its outcome is known.
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

/** The platform's answer to a request that it accepted. */
export interface AcceptedRequest {
  processId: string | null
  /** Set once it has finished: when the platform listed the item, if it did. */
  finished: { listedAt: string | null } | null
  /** What the platform reports instead of what was asked; null if it agrees. */
  instead: Reported | null
}

const newestOf = (one: Reported | null, other: Reported): Reported =>
  one !== null && one.listedAt > other.listedAt ? one : other

/**
 * How an attempt to send `asked` changes a row, by the entry's new state. If something newer is
 * desired by then, that is sent next.
 */
export function afterAttempt(
  row: StockRow,
  asked: Desired,
  state: DeliveryState,
  accepted: AcceptedRequest | null,
): StockStep {
  const { desired } = row
  if (desired === null)
    // Its time ended while it was in flight, when it could no longer be withdrawn.
    return state === 'sending'
      ? unchanged(row)
      : changed({ ...row, requested: null }, { kind: 'over' })
  if (state === 'sending') return changed({ ...row, requested: requestOf(asked) })
  const newer: StockEffect[] = desired.tapId === asked.tapId ? [] : [{ kind: 'enqueue' }]
  const own = row.requested?.tapId === asked.tapId ? row.requested : requestOf(asked)
  if (accepted === null) {
    // The answer was lost, but the platform has listed the change.
    const isListed = state === 'unknown' && own.listedAt !== null
    return changed(row, ...(isListed ? [{ kind: 'confirmed' as const }] : []), ...newer)
  }
  if (accepted.instead !== null) {
    // It never listed what was asked, so its own state counts.
    const requested = { ...own, listedAt: null }
    const reported = newestOf(row.reported, accepted.instead)
    return changed({ ...row, requested, reported }, ...newer)
  }
  // The process may have finished before the answer arrived.
  const listedAt = accepted.finished?.listedAt ?? own.listedAt
  const next = { ...row, requested: { ...own, processId: accepted.processId, listedAt } }
  if (state === 'confirmed') return changed(next, ...newer)
  if (listedAt !== null) return changed(next, { kind: 'confirmed' }, ...newer)
  return accepted.finished === null
    ? changed(next)
    : changed(next, { kind: 'not-finished' }, ...newer)
}

/** The openings that are stored; ISO instants. */
export interface Openings {
  /** The next expected opening. */
  next: string | null
  asked: string | null
}

/**
 * Items that people here have set out or counted until further notice before an opening (ISO), and
 * may have forgotten.
 */
export const offSinceOpening = (rows: readonly StockRow[], opening: string): StockKey[] =>
  rows.flatMap(({ key, desired }) =>
    desired !== null &&
    desired.state !== 'on-sale' &&
    desired.until === null &&
    desired.byChain === undefined &&
    desired.setAt < opening
      ? [key]
      : [],
  )

/**
 * The new openings at `now`, when the next one is at `opens` (epoch milliseconds; null if no menu
 * has a schedule). When an opening is reached, a person is asked about items that were set before
 * it.
 */
export function openingsAfter(
  { next, asked }: Openings,
  rows: readonly StockRow[],
  opens: number | null,
  now: number,
): Openings {
  const coming = opens === null ? null : new Date(opens).toISOString()
  if (next === null || Date.parse(next) > now) return { next: coming, asked }
  return { next: coming, asked: offSinceOpening(rows, next).length > 0 ? next : asked }
}

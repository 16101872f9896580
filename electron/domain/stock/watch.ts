import { isOver } from './availability.ts'
import { isSettled } from './menu-word.ts'
import { requestOf, stillReported, type Desired, type StockRow } from './row.ts'
import { isBehind, type StockEffect, type StockStep } from './step.ts'

/** How long the platform may take to finish before nobody believes it any more. */
export const finishWithinMs = 2 * 60_000
/** A count that could not be sent for this long is asked for again: orders have taken from it meanwhile. */
export const countHoldsMs = 15 * 60_000

/** Whether the platform is at work on an item, so that something newer has to wait for it. */
export const isUnderWay = ({ requested }: StockRow, now: number): boolean =>
  requested?.stage === 'accepted' && now - Date.parse(requested.at) < finishWithinMs

/** Whether it is a count that must not be sent any more. */
export const isTooOld = ({ state, setAt }: Desired, now: number): boolean =>
  state === 'counted' && Date.parse(setAt) + countHoldsMs <= now

/** The row of a count that is too old, from an ISO instant on: a person counts again. */
export const askedAgain = (row: StockRow, desired: Desired, at: string): StockRow => ({
  ...row,
  requested: requestOf(desired, 'ask-again', at),
})

/** What time is held against. */
export interface Moment {
  /** Epoch milliseconds. */
  now: number
  /** The same by every clock: what has an end ends by it. Default `now`. */
  agreedNow?: number
  /** When the menu was told that we have, by the platform's clock (ISO); null where there is none. */
  menuToldAt: string | null
}

const unchanged = (row: StockRow, nextAt = Infinity): StockStep => ({ row, effects: [], nextAt })
const changed = (row: StockRow, ...effects: StockEffect[]): StockStep => ({
  row,
  effects,
  nextAt: Infinity,
})

/**
 * What time does to an item: a process that never finished, a time that is over, a count too old to send, a return that
 * the menu has confirmed since.
 */
export function afterTime(row: StockRow, moment: Moment): StockStep {
  const { desired, requested, reported } = row
  const { now, agreedNow = now } = moment
  const at = new Date(now).toISOString()
  const menuKnows = (listedAt: string): boolean =>
    moment.menuToldAt !== null && isSettled(moment.menuToldAt, listedAt)
  if (
    desired?.state === 'on-sale' &&
    requested?.tapId === desired.tapId &&
    requested.stage === 'confirmed' &&
    menuKnows(requested.listedAt ?? requested.at)
  )
    // The menu has had its say since: there is nothing left to tell.
    return changed({ ...row, desired: null, requested: null, reported: stillReported(row) })
  if (desired === null && reported?.state === 'on-sale' && menuKnows(reported.listedAt))
    return changed({ ...row, reported: null })
  if (requested?.stage === 'accepted') {
    const end = Date.parse(requested.at) + finishWithinMs
    if (end > now) return unchanged(row, end)
    const late: StockRow = { ...row, requested: { ...requested, stage: 'unconfirmed', at } }
    const next = afterTime(late, moment)
    return isBehind(late) ? { ...next, effects: [{ kind: 'enqueue' }, ...next.effects] } : next
  }
  if (desired !== null && isOver(desired, agreedNow))
    // Past its time nothing of it needs sending any more.
    return changed(
      { ...row, desired: null, requested: null, reported: stillReported(row) },
      { kind: 'withdraw' },
      { kind: 'end', at: desired.until ?? at },
      { kind: 'read-menu' },
    )
  if (reported !== null && isOver(reported, agreedNow)) return changed({ ...row, reported: null })
  const isSent = requested?.tapId === desired?.tapId && requested?.stage !== 'queued'
  if (desired?.state === 'counted' && !isSent)
    return isTooOld(desired, now)
      ? changed(askedAgain(row, desired, at), { kind: 'withdraw' })
      : unchanged(row, Date.parse(desired.setAt) + countHoldsMs)
  return unchanged(row, Date.parse(desired?.until ?? reported?.until ?? '9999-01-01'))
}

import type { FloorPlan, Reservation } from '#contract/reservations/reservations.ts'
import { duration } from '../../clock/times.ts'
import { useStoreTime } from '../../state/store-time.ts'
import { nameOf } from '../reservation-text.ts'
import { say } from '../messages.ts'
import { tablesNote } from '../status-style.ts'
import type { Drop, DropRefusal } from './drop.ts'
import type { TableState } from './table-state.ts'

export const partyText = (reservation: Reservation): string =>
  say('floor.party', { name: nameOf(reservation), n: reservation.partySize })

/** How long guests have been sitting: `45 min`, or `1 h 05`. */
export function minutesText(since: number, now: number): string {
  const minutes = Math.max(0, Math.floor((now - since) / 60_000))
  return minutes < 60 ? say('floor.minutes', { n: minutes }) : duration(minutes * 60)
}

/** Why something can't be dropped on a table. */
export function refusalText(refusal: DropRefusal): string {
  if (refusal.why === 'taken' || refusal.why === 'reserved')
    return say(`floor.no-${refusal.why}`, { party: partyText(refusal.by) })
  return say(`floor.no-${refusal.why}`)
}

/** What dropping something on a table does: `Seat Ana (4) · Table 12`. */
export const dropText = (drop: Drop, plan: FloorPlan): string =>
  drop.kind === 'none'
    ? refusalText(drop)
    : say(`floor.would-${drop.kind}`, {
        party: partyText(drop.reservation),
        tables: tablesNote(plan, drop.seats.tableIds),
      })

/** Texts with times by the store's clock. */
export function useFloorText() {
  const time = useStoreTime()

  const reservedText = (next: Reservation): string =>
    say('floor.reserved', { time: time(next.startsAt), party: partyText(next) })

  /** Everything that the drawing of a table shows, for a screen reader. */
  function tableText(state: TableState, now: number): string {
    const { sitting, next, status } = state
    const parts = [say(`floor.status-${status}`)]
    if (sitting !== null)
      parts.push(
        partyText(sitting.party),
        minutesText(sitting.since, now),
        say('floor.until', { time: time(sitting.endsAt) }),
      )
    if (next !== null) parts.push(reservedText(next))
    return parts.join(', ')
  }

  /** `next` is null if another screen has just changed it. */
  const neededText = (next: Reservation | null): string =>
    next === null ? say('floor.neededSoon') : reservedText(next)

  return { time, reservedText, tableText, neededText }
}

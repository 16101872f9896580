import {
  ArrowLeftRight,
  Ban,
  BadgeAlert,
  CalendarCheck,
  CalendarClock,
  CalendarX,
  CircleCheck,
  CircleHelp,
  CloudOff,
  Footprints,
  Hourglass,
  LogOut,
  Send,
  UserRoundX,
  Utensils,
} from '@lucide/vue'
import type { Component } from 'vue'
import type {
  ChangeStep,
  FloorPlan,
  Reservation,
  Visit,
} from '#contract/reservations/reservations.ts'
import { joinTexts } from '#contract/shared/isolate-text.ts'
import { say } from './messages.ts'

type Tone = 'quiet' | 'good' | 'warn' | 'bad' | 'news'
/** How a state is shown; the icon and text matter because color alone is not enough. */
export interface StatusStyle {
  icon: Component
  label: string
  tone: Tone
}

const visitLooks: Record<Visit, [Component, Tone]> = {
  expected: [CalendarClock, 'news'],
  late: [Hourglass, 'warn'],
  arrived: [Footprints, 'good'],
  seated: [Utensils, 'good'],
  left: [LogOut, 'quiet'],
  'no-show': [UserRoundX, 'quiet'],
  cancelled: [CalendarX, 'quiet'],
}

export function visitStyle({ visit }: Pick<Reservation, 'visit'>): StatusStyle {
  const [icon, tone] = visitLooks[visit]
  return { icon, tone, label: say(`visit.${visit}`) }
}

const changing = (): StatusStyle => ({
  icon: Send,
  tone: 'news',
  label: say('changeChip.changing'),
})

/** Null if the change adds nothing to the reservation's own state. */
function changeStyle({
  side,
  step,
}: {
  side: 'old' | 'new'
  step: ChangeStep
}): StatusStyle | null {
  switch (step) {
    case 'done':
    case 'unsure':
      return null
    case 'booking':
    case 'cancelling-first':
    case 'booking-last':
    case 'cancelling':
      return changing()
    case 'not-booked':
      return side === 'old' ? null : { icon: Ban, tone: 'bad', label: say('changeChip.not-booked') }
    case 'cancel-stuck':
    case 'cancel-by-hand':
      return { icon: CalendarX, tone: 'bad', label: say('changeChip.cancel-by-hand') }
    case 'lost':
      return { icon: BadgeAlert, tone: 'bad', label: say('changeChip.lost') }
  }
}

/** The delivery of the reservation; null if nothing is sent. */
export function reservationStyle(reservation: Reservation): StatusStyle | null {
  const { delivery, isHeld, isDiscarded, cancellation, change, visit } = reservation
  const look = change && changeStyle(change)
  if (look !== null) return look
  if (cancellation?.delivery?.state === 'unknown')
    return { icon: CircleHelp, tone: 'bad', label: say('reservationState.mayBeCancelled') }
  if (cancellation?.delivery?.state === 'refused')
    return { icon: Ban, tone: 'bad', label: say('reservationState.cancelRefused') }
  if (isDiscarded)
    return { icon: CircleCheck, tone: 'quiet', label: say('reservationState.discarded') }
  if (isHeld) return changing()
  switch (delivery?.state) {
    case undefined:
    case 'accepted':
      return null
    case 'queued':
    // Cancelled before it was sent; that can still be undone.
    case 'withdrawn':
      return { icon: CloudOff, tone: 'warn', label: say('reservationState.notYet') }
    case 'sending':
      return { icon: Send, tone: 'news', label: say('reservationState.sending') }
    case 'confirmed':
      if (reservation.otherTables !== null && visit === 'expected')
        return { icon: ArrowLeftRight, tone: 'warn', label: say('reservationState.otherTable') }
      return { icon: CalendarCheck, tone: 'good', label: say('reservationState.booked') }
    case 'unknown':
      return { icon: CircleHelp, tone: 'bad', label: say('reservationState.mayExist') }
    case 'refused':
      return { icon: Ban, tone: 'bad', label: say('reservationState.refused') }
    case 'expired':
      return { icon: BadgeAlert, tone: 'bad', label: say('reservationState.expired') }
  }
}

/** The most important state: a problem with the delivery comes before where the guests are. */
export function mainStyle(reservation: Reservation): StatusStyle {
  const look = reservationStyle(reservation)
  const isGone =
    reservation.visit === 'cancelled' && reservation.cancellation?.delivery?.state !== 'refused'
  if (look === null || look.tone === 'good' || (isGone && look.tone !== 'bad'))
    return visitStyle(reservation)
  return look
}

/** Whether another reservation replaces it, as far as is known; then its covers count there. */
const isBeingReplaced = ({ change }: Reservation): boolean =>
  change?.side === 'old' && change.step !== 'not-booked'

/** Whether the guests wait at the door for a table. */
export const isWaiting = ({ kind, visit }: Reservation): boolean =>
  kind === 'waiting' && ['expected', 'late', 'arrived'].includes(visit)

const isHere = ({ kind, delivery, isDiscarded, visit }: Reservation): boolean =>
  kind !== 'waiting' &&
  !isDiscarded &&
  delivery?.state !== 'refused' &&
  delivery?.state !== 'expired' &&
  !['cancelled', 'no-show', 'left'].includes(visit)

/** Whether it occupies a table and counts as covers. */
export const isActive = (reservation: Reservation): boolean =>
  isHere(reservation) && !isBeingReplaced(reservation)

type Sector = FloorPlan['sectors'][number]
const tablesIn = ({ sectors }: FloorPlan): Sector['tables'] =>
  sectors.flatMap(({ tables }) => tables)

/** Whether it has a table that the plan knows. */
export const hasTable = (plan: FloorPlan, { tableIds }: Reservation): boolean =>
  tablesIn(plan).some(({ id }) => tableIds.includes(id))

/**
 * The name of a table. A table without a name is described as assigned by the platform, with a
 * number if there are several.
 */
export function tableName(plan: FloorPlan, id: string): string {
  const tables = tablesIn(plan)
  const name = tables.find((table) => table.id === id)?.name ?? ''
  if (name !== '') return name
  const unnamed = tables.filter((table) => table.name === '')
  const n = unnamed.findIndex((table) => table.id === id) + 1
  return n === 0 || unnamed.length === 1
    ? say('reservationList.assignedTable')
    : say('reservationList.assignedTableNth', { n })
}

export const sectorName = ({ name }: Pick<Sector, 'name'>): string =>
  name === '' ? say('reservationList.assignedSector') : name

export const tableNames = (plan: FloorPlan, ids: readonly string[]): string =>
  joinTexts(
    ids.map((id) => tableName(plan, id)),
    ', ',
  )

/** The tables of a reservation in a short form: `Table 3, 5`. */
export function tablesNote(plan: FloorPlan, ids: readonly string[]): string {
  const tables = tableNames(plan, ids)
  const isNamed = tablesIn(plan).some(({ id, name }) => id === ids[0] && name !== '')
  return isNamed ? say('reservationList.tableNames', { tables }) : tables
}

/** That the platform assigned other tables, and where the guests are expected now; empty if not. */
export function otherTablesNote(
  plan: FloorPlan,
  { otherTables, tableIds }: Pick<Reservation, 'otherTables' | 'tableIds'>,
): string {
  if (otherTables === null) return ''
  const { asked, assigned } = otherTables
  const tables = { asked: tablesNote(plan, asked), assigned: tablesNote(plan, assigned) }
  const hasOwn = !assigned.every((id) => tableIds.includes(id))
  return say(hasOwn ? 'reservationList.otherTablesOwn' : 'reservationList.otherTables', tables)
}

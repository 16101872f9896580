import { shallowRef } from 'vue'
import type { Input } from '#contract/index.ts'
import type { ObjectionCode, Reservation } from '#contract/reservations/reservations.ts'
import type { AppError } from '#contract/shared/result.ts'
import { useHostCommand } from '../../state/host-command.ts'
import { useToasts } from '../../ui/note/toasts.ts'
import { say } from '../messages.ts'
import { tablesNote } from '../status-style.ts'
import {
  neededBy,
  sectorOf,
  stayOf,
  type Action,
  type Drop,
  type Seats,
  type Stay,
} from './drop.ts'
import { partyText, refusalText, useFloorText } from './floor-text.ts'
import type { Floor } from './table-state.ts'

const minute = 60_000
/** The guests are here, so opening hours and missing contacts don't matter. */
const acceptedForWalkIn: ObjectionCode[] = [
  'closed-day',
  'closed-then',
  'pacing',
  'too-few-seats',
  'no-contact',
]
const neededSoon: ObjectionCode[] = ['needed-soon']

/** Asks whether guests should sit at a table that is reserved soon. */
export interface NeededQuestion {
  text: string
  again: () => void
}

const seatsOf = ({ sectorId, tableIds }: Reservation): Seats => ({
  sectorId,
  tableIds: [...tableIds],
})
/** Where the guests were, as it can be marked again. */
const visitBefore = ({ kind, visit }: Reservation): Input<'reservations.setVisit'>['visit'] =>
  kind === 'booked' && visit === 'arrived' ? 'arrived' : 'expected'

/** What can be done on the floor plan. Each action shows a toast with Undo. */
export function useFloorActions(floor: () => Floor | null) {
  const toasts = useToasts()
  const { neededText } = useFloorText()
  const visiting = useHostCommand('reservations.setVisit', { inPlace: true })
  const seating = useHostCommand('reservations.setSeats', { inPlace: true })
  const creating = useHostCommand('reservations.create', { inPlace: true })
  const cancelling = useHostCommand('reservations.cancel')
  const question = shallowRef<NeededQuestion | null>(null)

  const tables = (ids: readonly string[]): string => {
    const shown = floor()
    return shown === null ? '' : tablesNote(shown.plan, ids)
  }

  /** Shows why it failed, or asks whether it should be done nevertheless. */
  function fail(error: AppError | null, stay: Stay, again: () => void): void {
    const shown = floor()
    const codes = error?.detail ?? ''
    if (error === null || shown === null) return
    if (error.code !== 'too-late') toasts.fail(error)
    else if (codes.includes('table-taken'))
      toasts.show(say('floor.justTaken', { tables: tables(stay.tableIds) }), 'trouble')
    else if (codes.includes('needed-soon'))
      question.value = { text: neededText(neededBy(stay, shown)), again }
    else toasts.fail(error)
  }

  function done(text: string, undo: () => void): void {
    toasts.show(text, 'plain', { label: say('floor.undo'), run: undo })
  }

  async function setVisit(input: Input<'reservations.setVisit'>): Promise<boolean> {
    const answer = await visiting.run(input)
    if (answer === null && visiting.error.value !== null) toasts.fail(visiting.error.value)
    return answer !== null
  }
  async function giveBack(reservation: Reservation): Promise<void> {
    const input = { reservationId: reservation.id, seats: seatsOf(reservation) }
    if ((await seating.run({ ...input, accepted: neededSoon })) !== null) return
    if (seating.error.value !== null) toasts.fail(seating.error.value)
  }

  async function act(action: Action, accepted: ObjectionCode[] = []): Promise<void> {
    const { kind, reservation, seats } = action
    const { id: reservationId } = reservation
    const command = kind === 'seat' ? visiting : seating
    const answer =
      kind === 'seat'
        ? await visiting.run({ reservationId, visit: 'seated', seats, accepted })
        : await seating.run({ reservationId, seats, accepted })
    if (answer === null) {
      const stay = stayOf(action, floor()?.now ?? 0)
      fail(command.error.value, stay, () => void act(action, neededSoon))
      return
    }
    const facts = { party: partyText(reservation), tables: tables(seats.tableIds) }
    done(say(`floor.done-${kind}`, facts), () => {
      if (kind !== 'seat') void giveBack(reservation)
      else
        void setVisit({
          reservationId,
          visit: visitBefore(reservation),
          seats: seatsOf(reservation),
          accepted: neededSoon,
        })
    })
  }

  /** Does what a drop means, or says why it can't be done. */
  async function drop(dropped: Drop): Promise<void> {
    if (dropped.kind !== 'none') await act(dropped)
    else if (dropped.why !== 'same') toasts.show(refusalText(dropped), 'trouble')
  }

  /** Seats a party that nobody expected. */
  async function seatWalkIn(
    walkIn: { tableId: string; partySize: number; durationMinutes: number },
    accepted: ObjectionCode[] = [],
  ): Promise<void> {
    const shown = floor()
    if (shown === null) return
    const { tableId, partySize, durationMinutes } = walkIn
    const tapId = crypto.randomUUID()
    const booking = {
      ...{ partySize, durationMinutes, startsAt: new Date(shown.now).toISOString() },
      ...{ firstName: '', lastName: '', phone: '', email: '', occasion: null, clientId: null },
      ...{ requests: '', allergies: '' },
      ...{ sectorId: sectorOf(shown, tableId)?.id ?? null, tableIds: [tableId] },
    }
    const answer = await creating.run(
      {
        ...{ tapId, kind: 'walk-in' as const, booking, quotedMinutes: null },
        accepted: [...acceptedForWalkIn, ...accepted],
      },
      [tableId, partySize],
    )
    if (answer === null) {
      const until = shown.now + durationMinutes * minute
      fail(creating.error.value, { partyId: null, tableIds: [tableId], until }, () => {
        void seatWalkIn(walkIn, neededSoon)
      })
      return
    }
    const facts = { party: partyText(answer.value), tables: tables([tableId]) }
    done(say('floor.done-seat', facts), () => {
      void cancelling.run({ reservationId: tapId, tapId: crypto.randomUUID(), reason: '' })
    })
  }

  /** The guests have left. */
  async function free(reservation: Reservation): Promise<void> {
    const { id: reservationId } = reservation
    if (!(await setVisit({ reservationId, visit: 'left', accepted: [] }))) return
    done(say('floor.done-left', { party: partyText(reservation) }), () => {
      void setVisit({ reservationId, visit: 'seated', accepted: neededSoon })
    })
  }

  /** The party keeps one of its tables. */
  async function part(reservation: Reservation, tableId: string): Promise<void> {
    const { id: reservationId, sectorId } = reservation
    const seats = { sectorId, tableIds: [tableId] }
    if ((await seating.run({ reservationId, seats, accepted: neededSoon })) === null) {
      if (seating.error.value !== null) toasts.fail(seating.error.value)
      return
    }
    const facts = { party: partyText(reservation), tables: tables([tableId]) }
    done(say('floor.done-part', facts), () => void giveBack(reservation))
  }

  /** Answers the question. */
  function answer(isAccepted: boolean): void {
    const asked = question.value
    question.value = null
    if (isAccepted) asked?.again()
  }

  return { question, answer, drop, seatWalkIn, free, part }
}

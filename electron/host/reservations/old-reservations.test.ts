import { expect, test } from 'vitest'
import { needsDecision } from '#contract/deliveries/delivery.ts'
import type {
  ReservationChange,
  ReservationList,
  Reservation,
} from '#contract/reservations/reservations.ts'
import type { OutboxStatus } from '#contract/status/status.ts'
import { oldFile, openOld, shownBefore } from '#test/support/old-store.ts'

// Before deliveries existed, the row of a reservation had the state of its sending. A file of that
// version, with a reservation in each state, must look the same on screen.

const fixture = 'store-before-deliveries-reservations'

/** A reservation as the version before deliveries showed it. */
interface Before extends Omit<Reservation, 'delivery' | 'isHeld' | 'isDiscarded' | 'cancellation'> {
  state: string
  words: string | null
  cancellation: { state: string; reason: string; undoUntil: string; words: string | null } | null
}

const old = shownBefore<{
  at: string
  storeId: string
  days: { from: string; to: string }
  reservations: Before[]
  table: string
  outbox: OutboxStatus
}>(fixture)

const states: Readonly<Record<string, string>> = {
  queued: 'not-yet',
  withdrawn: 'not-yet',
  confirmed: 'booked',
  unknown: 'may-exist',
}

const withoutBusinessDay = ({
  businessDay: _businessDay,
  ...others
}: ReservationChange['other']): unknown => others

/** Converts a reservation to what the version before deliveries showed. */
function asBefore(reservation: Reservation): unknown {
  const { delivery, isHeld, isDiscarded, cancellation, change, ...others } = reservation
  const { businessDay: _businessDay, ...same } = others
  const state = delivery?.state ?? 'here'
  const cancelling = cancellation?.delivery
  const { undoUntil } = cancelling ?? {}
  return {
    ...same,
    change: change && { ...change, other: withoutBusinessDay(change.other) },
    state: isDiscarded ? 'discarded' : isHeld ? 'held' : (states[state] ?? state),
    words: delivery !== null && needsDecision(delivery) ? (delivery.message ?? null) : null,
    cancellation: cancellation && {
      state:
        undoUntil !== undefined
          ? 'undoable'
          : cancelling?.state === 'unknown'
            ? 'may-be-cancelled'
            : cancelling?.state,
      reason: cancellation.reason,
      ...(undoUntil === undefined ? {} : { undoUntil }),
      words:
        cancelling && needsDecision(cancelling)
          ? (cancelling.message ?? cancelling.reason ?? null)
          : null,
    },
  }
}

/**
 * What was visible: the platform's message if a decision was open, and the end of the undo if there
 * was one.
 */
const shown = ({ state, words, cancellation, ...same }: Before): unknown => ({
  ...same,
  state,
  words: cancellation === null && ['may-exist', 'refused'].includes(state) ? words : null,
  cancellation: cancellation && {
    ...cancellation,
    words: ['may-be-cancelled', 'refused'].includes(cancellation.state) ? cancellation.words : null,
    undoUntil: cancellation.state === 'undoable' ? cancellation.undoUntil : undefined,
  },
})

const open = async () => (await openOld(oldFile(fixture), old)).read

test('each reservation of the version before deliveries is shown as it was, and waits for a person where it did', async () => {
  const read = await open()
  const { reservations } = (await read('reservations.list', old.days)) as ReservationList
  expect(reservations.map(asBefore)).toEqual(old.reservations.map(shown))
  expect(await read('reservations.table', old.days)).toBe(old.table)
  // A reservation to cancel by hand, and three whose guests were deleted, now also wait for a
  // decision in the outbox.
  const { pending, needsPerson } = old.outbox
  const outbox = { pending, needsPerson: needsPerson + 4 }
  expect(await read('status.read')).toMatchObject({ setAside: 0, outbox })
})

import type { BookingState, Cancellation } from '#contract/reservations.ts'

/** What has become of its outbox entry (host/outbox/README.md). */
type Step =
  | 'queued'
  | 'sending'
  | 'unknown'
  | 'unconfirmed'
  | 'rejected'
  | 'done'
  | 'withdrawn'
  | 'dropped'
  | 'settled'

/** What a step of sending makes of a booking; null where it says nothing of it. Without an answer it may exist, at once. */
export function bookingAfter(step: Step): BookingState | null {
  switch (step) {
    case 'queued':
      return 'not-yet'
    case 'sending':
      return 'sending'
    case 'unknown':
    case 'unconfirmed':
      return 'may-exist'
    case 'rejected':
      return 'refused'
    case 'done':
      return 'booked'
    case 'withdrawn':
    case 'dropped':
    case 'settled':
      return null
  }
}

/** The same of a cancellation. */
export function cancellationAfter(step: Step): Cancellation['state'] | null {
  switch (step) {
    case 'queued':
    case 'sending':
      return step
    case 'unknown':
    case 'unconfirmed':
      return 'may-be-cancelled'
    case 'rejected':
      return 'refused'
    case 'done':
      return 'confirmed'
    case 'withdrawn':
    case 'dropped':
    case 'settled':
      return null
  }
}

/** Said in the place of the platform's words where it cannot be told: its id of the reservation is not known here. */
export const notKnownThere = 'no-platform-id'

/** Nothing of it is at the platform, for certain: it may be changed as one likes, and taken back without a word. */
export const isUnsent = (state: BookingState): boolean =>
  state === 'not-yet' || state === 'refused' || state === 'expired'

/** It waits for a person's word. */
const waitsForWord = (state: BookingState): boolean =>
  state === 'may-exist' || state === 'refused' || state === 'expired'

/** What a person's word makes of a booking; null where it comes too late. */
export function afterWord(
  state: BookingState,
  choice: 'it-is-there' | 'send-again' | 'discard',
  isPast: boolean,
): BookingState | null {
  if (!waitsForWord(state)) return null
  if (choice === 'it-is-there') return 'booked'
  if (choice === 'discard') return 'discarded'
  return state === 'expired' || isPast ? null : 'not-yet'
}

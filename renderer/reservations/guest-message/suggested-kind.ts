import { guestMessageKinds, type GuestMessageKind } from '#contract/reservations/fields.ts'
import type { Reservation } from '#contract/reservations/reservations.ts'

type Party = Pick<Reservation, 'kind' | 'visit' | 'startsAt' | 'businessDay' | 'messages'>

/** Guests at the door have nothing to confirm, and need no reminder. */
export const kindsFor = ({ kind }: Pick<Party, 'kind'>): readonly GuestMessageKind[] =>
  kind === 'booked' ? guestMessageKinds : ['ready', 'late']

/** The message that a host most likely wants to send now. */
export function suggestedKind(
  { kind, visit, startsAt, businessDay, messages }: Party,
  { now, today }: { now: number; today: string },
): GuestMessageKind {
  const wasOpened = (one: GuestMessageKind): boolean => messages.some((each) => each.kind === one)
  // The table waits for the guests, or soon does.
  if (kind !== 'booked' || visit === 'late') return 'ready'
  if (visit === 'arrived')
    return now > Date.parse(startsAt) && !wasOpened('late') ? 'late' : 'ready'
  return businessDay > today && !wasOpened('confirmation') ? 'confirmation' : 'reminder'
}

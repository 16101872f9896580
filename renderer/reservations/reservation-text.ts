import type { Reservation } from '#contract/reservations/reservations.ts'
import { say } from './messages.ts'

// Apart from status-style.ts and its icons, because the search over all rooms needs only these.

export const nameOf = ({ firstName, lastName, kind }: Reservation): string => {
  const name = `${firstName} ${lastName}`.trim()
  return name === ''
    ? say(kind === 'walk-in' ? 'reservationList.walkIn' : 'reservationList.noName')
    : name
}

/** `Renata F.`, for places with little room. A name of one word stays whole. */
export function shortNameOf(reservation: Reservation): string {
  const [first = '', ...others] = nameOf(reservation).split(/\s+/)
  const initial = others.at(-1)?.match(/^./u)?.[0]
  return initial === undefined || reservation.firstName.trim() === ''
    ? nameOf(reservation)
    : `${first} ${initial}.`
}

/** In an unfinished change, the new reservation shows everything. */
export const shownFor = ({
  id,
  businessDay,
  change,
}: Reservation): Pick<Reservation, 'id' | 'businessDay'> =>
  change?.side === 'old' && change.step !== 'done' ? change.other : { id, businessDay }

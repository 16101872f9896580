import type { Reservation } from '#contract/reservations/reservations.ts'
import { say } from './messages.ts'

// Apart from status-style.ts and its icons, because the search over all rooms needs only these.

export const nameOf = ({ firstName, lastName, kind }: Reservation): string => {
  const name = `${firstName} ${lastName}`.trim()
  return name === ''
    ? say(kind === 'walk-in' ? 'reservationList.walkIn' : 'reservationList.noName')
    : name
}

/** In an unfinished change, the new reservation shows everything. */
export const shownFor = ({ id, day, change }: Reservation): Pick<Reservation, 'id' | 'day'> =>
  change?.side === 'old' && change.step !== 'done' ? change.other : { id, day }

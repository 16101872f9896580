import type { Reservation } from '#contract/reservations/reservations.ts'
import { joinTexts } from '#contract/isolate-text.ts'
import { troubleOf, type ReservationTrouble } from '../../state/reservation-troubles.ts'
import { say } from '../words.ts'
import type { Alert } from './alert.ts'

const words = {
  'may-exist': 'alerts.bookingMayExist',
  refused: 'alerts.bookingRefused',
  expired: 'alerts.bookingExpired',
  'may-be-cancelled': 'alerts.bookingMayBeCancelled',
  'change-by-hand': 'alerts.bookingChangeByHand',
  'change-lost': 'alerts.bookingChangeLost',
} as const
/** The list has the others. */
const namesAtMost = 4

const nameOf = ({ firstName, lastName, reference }: Reservation): string => {
  const name = `${firstName} ${lastName}`.trim()
  return name === '' ? reference : name
}

/** Reservations that wait for a person's word: an alert each kind, which leads to the soonest of them. */
export function reservationAlerts(reservations: readonly Reservation[]): Alert[] {
  return (Object.keys(words) as ReservationTrouble[]).flatMap((trouble): Alert[] => {
    const own = reservations
      .filter((one) => troubleOf(one) === trouble)
      .toSorted((one, other) => (one.startsAt < other.startsAt ? -1 : 1))
    const [first] = own
    if (first === undefined) return []
    const names = own.slice(0, namesAtMost).map(nameOf)
    if (own.length > namesAtMost) names.push('…')
    return [
      {
        id: `reservations ${trouble}`,
        tone: 'warn',
        isFront: true,
        title: joinTexts(names, ', '),
        text: say(words[trouble], { n: own.length }),
        actions: [],
        jump: {
          words: say('alerts.show'),
          to: { path: '/reservations', query: { day: first.day, open: first.id } },
        },
      },
    ]
  })
}

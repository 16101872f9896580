import { CalendarClock } from '@lucide/vue'
import { joinTexts } from '#contract/shared/isolate-text.ts'
import type { Reservation } from '#contract/reservations/reservations.ts'
import { searchTerms } from '../locales/match.ts'
import { useHostQuery } from '../state/host-query.ts'
import { hostResults } from '../state/search/host-results.ts'
import type { SearchSource } from '../state/search/search-source.ts'
import { useStoreTime } from '../state/store-time.ts'
import { dayText } from './days.ts'
import { nameOf, shownFor } from './reservation-text.ts'
import { say } from './messages.ts'

const termsOf = ({ firstName, lastName, email, phone, code, reference }: Reservation) =>
  searchTerms({
    name: `${firstName} ${lastName}`,
    others: [email],
    codes: [code, reference],
    phones: [phone],
  })

export const reservationSource: SearchSource = {
  kind: 'reservations',
  at: '/reservations',
  isFromHost: true,
  use(text) {
    const time = useStoreTime()
    const query = useHostQuery(
      'reservations.search',
      () => (text.asked.value === '' ? null : { text: text.asked.value }),
      { keep: true },
    )
    return hostResults(text, query, {
      rows: (reservations) => reservations,
      terms: termsOf,
      toResult(reservation) {
        const { id, day, startsAt, partySize, visit } = reservation
        const open = shownFor(reservation)
        return {
          id,
          icon: CalendarClock,
          title: nameOf(reservation),
          detail: joinTexts(
            [
              dayText(day),
              time(startsAt),
              say('reservationList.guests', { n: partySize }),
              say(`visit.${visit}`),
            ],
            ' · ',
          ),
          to: `/reservations?${new URLSearchParams({ day: open.businessDay, open: open.id }).toString()}`,
        }
      },
    })
  },
}

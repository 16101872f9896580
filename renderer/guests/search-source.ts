import { User } from '@lucide/vue'
import { joinTexts } from '#contract/shared/isolate-text.ts'
import type { GuestRow } from '#contract/guests/guests.ts'
import { searchTerms } from '../locales/match.ts'
import { useHostQuery } from '../state/host-query.ts'
import { hostResults } from '../state/search/host-results.ts'
import type { SearchSource } from '../state/search/search-source.ts'
import { say } from './messages.ts'

const termsOf = ({ name, email, phone }: GuestRow) =>
  searchTerms({ name, others: [email], phones: [phone] })

export const guestSource: SearchSource = {
  kind: 'guests',
  at: '/guests',
  isFromHost: true,
  use(text) {
    const list = useHostQuery(
      'guests.list',
      () => (text.asked.value === '' ? null : { text: text.asked.value, page: 1 }),
      { keep: true },
    )
    return hostResults(text, list, {
      rows: ({ guests }) => guests,
      terms: termsOf,
      toResult({ clientId, name, phoneShown, email }) {
        const reach = [phoneShown, email].filter((one) => one !== null)
        return {
          id: clientId,
          icon: User,
          title: name ?? say('guests.noName'),
          detail: reach.length === 0 ? say('guests.noReach') : joinTexts(reach, ' · '),
          to: `/guests/${encodeURIComponent(clientId)}`,
        }
      },
    })
  },
}

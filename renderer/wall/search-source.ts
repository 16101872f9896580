import { computed } from 'vue'
import { joinTexts } from '#contract/shared/isolate-text.ts'
import type { Ticket } from '#contract/tickets/ticket.ts'
import { searchTerms } from '../locales/match.ts'
import { useArchiveOut } from '../state/health/archive-out.ts'
import { hostResults } from '../state/search/host-results.ts'
import {
  rankIn,
  topResults,
  type SearchResult,
  type SearchSource,
} from '../state/search/search-source.ts'
import { useShortWhen } from '../state/store-time.ts'
import { byPromise } from '../state/ticket-place.ts'
import { useTickets } from '../state/tickets.ts'
import { deliveryStateText } from './drawers/delivery-text.ts'
import { say } from './drawers/messages.ts'
import { useFoundTickets } from './drawers/use-found-tickets.ts'
import { typeIcons } from './type-icons.ts'

/** What guests and cooks type for it, whatever the language of the screen. */
const allergyNames = 'allergy alergia'

const allergiesOf = ({ guestAllergies, notes, items }: Ticket): string[] => [
  ...(guestAllergies === null ? [] : [guestAllergies]),
  ...new Set([...notes, ...items].flatMap(({ allergyWords }) => allergyWords)),
]

function termsOf(ticket: Ticket) {
  const { code, buyerName, items } = ticket
  const allergies = allergiesOf(ticket)
  const others = [
    ...items.map(({ name }) => name),
    ...allergies,
    ...(allergies.length > 0 ? [allergyNames] : []),
  ]
  return searchTerms({ name: buyerName, others, codes: [code] })
}

function allergyText(ticket: Ticket): { allergy?: string } {
  const allergies = allergiesOf(ticket)
  return allergies.length === 0
    ? {}
    : { allergy: `${say('card.allergy')}: ${joinTexts(allergies, ', ')}` }
}

function useResult() {
  const when = useShortWhen()
  return (ticket: Ticket, to: string): SearchResult => ({
    id: ticket.id,
    icon: typeIcons[ticket.type],
    title: joinTexts(
      [ticket.code, ...(ticket.buyerName === null ? [] : [ticket.buyerName])],
      ' · ',
    ),
    ...allergyText(ticket),
    detail: joinTexts(
      [
        deliveryStateText(ticket).label,
        say(`types.${ticket.type}`),
        when(ticket.bump?.bumpedAt ?? ticket.promisedAt),
        ...ticket.items.map(({ name }) => name),
      ],
      ' · ',
    ),
    to,
  })
}

/** The tickets that this screen has, without a question to the host. */
export const openTicketSource: SearchSource = {
  kind: 'tickets',
  at: '/',
  use({ query }) {
    const store = useTickets()
    const result = useResult()
    const open = computed(() =>
      [...store.tickets.values()]
        .toSorted(byPromise)
        .map((ticket) => ({ ticket, terms: termsOf(ticket) })),
    )
    return {
      found: computed(() =>
        topResults(
          open.value,
          rankIn(query.value, ({ terms }) => terms),
          ({ ticket }) => result(ticket, `/?detail=${encodeURIComponent(ticket.id)}`),
        ),
      ),
    }
  },
}

export const pastTicketSource: SearchSource = {
  kind: 'pastTickets',
  at: '/',
  isFromHost: true,
  use(text) {
    const store = useTickets()
    const result = useResult()
    const archiveOut = useArchiveOut()
    const query = useFoundTickets(text.asked)
    const error = computed(() => query.error.value ?? archiveOut.value)
    return hostResults(
      text,
      { ...query, error },
      {
        rows: (tickets) => tickets.filter(({ id }) => !store.tickets.has(id)),
        terms: termsOf,
        toResult: (ticket) =>
          result(
            ticket,
            `/?${new URLSearchParams({ recall: ticket.id, search: ticket.code }).toString()}`,
          ),
      },
    )
  },
}

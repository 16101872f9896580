import { computed, inject, type Ref } from 'vue'
import { ListFilter, ArrowRight } from '@lucide/vue'
import { useSettled } from '../../clock/use-settled.ts'
import { ranks, readQuery, searchTerms } from '../../locales/match.ts'
import { useScreens } from '../../state/screens.ts'
import {
  type SearchKind,
  type SearchResult,
  type SearchSource,
  rankIn,
  topResults,
} from '../../state/search/search-source.ts'
import { addressOf, roomsKey, type Room } from '../../ui/page/room.ts'
import { say } from './messages.ts'
import { dishSource } from '../../board/search-source.ts'
import { guestSource } from '../../guests/search-source.ts'
import { reservationSource } from '../../reservations/search-source.ts'
import { settingSource } from '../../settings/search-source.ts'
import { openTicketSource, pastTicketSource } from '../../wall/search-source.ts'

/** The rooms of this screen's role; all of them before anything is typed. */
const roomSource: SearchSource = {
  kind: 'rooms',
  use({ query }) {
    const screens = useScreens()
    const rooms = inject(roomsKey, [])
    const own = computed(() =>
      rooms
        .filter(({ roles }) => roles.includes(screens.role ?? 'kitchen'))
        .map((room) => ({ room, terms: searchTerms({ name: room.name() }) })),
    )
    return {
      found: computed(() => {
        const typed = query.value
        const rank = rankIn(typed, ({ terms }: (typeof own.value)[number]) => terms)
        return topResults(
          own.value,
          typed === null ? () => ranks.within : rank,
          ({ room }) => ({
            id: room.path,
            icon: room.icon ?? ArrowRight,
            title: room.name(),
            detail: '',
            to: addressOf(room),
          }),
          own.value.length,
        )
      }),
    }
  },
}

/** Everything that the search looks in, in the order in which it is shown: first what this screen knows. */
const searchSources: readonly SearchSource[] = [
  openTicketSource,
  dishSource,
  roomSource,
  settingSource,
  pastTicketSource,
  reservationSource,
  guestSource,
]

/** A result, or with an empty `id` the way to all results. */
export interface SearchOption extends SearchResult {
  /** Unique among all options. */
  key: string
}

export interface SearchGroup {
  kind: SearchKind
  title: string
  options: readonly SearchOption[]
}

const maxSearch = 80

/** Leads to the room's own search. */
const showAll = (kind: SearchKind, room: Room, text: string): SearchOption => ({
  key: `${kind} all`,
  id: '',
  icon: ListFilter,
  title: say('search.showAll', { room: room.name() }),
  detail: '',
  to: `${addressOf(room)}?${new URLSearchParams({ search: text }).toString()}`,
})

/** Asks all sources of this screen's role for a text, and arranges what they find. */
export function useSearch(text: Ref<string>) {
  const screens = useScreens()
  const rooms = inject(roomsKey, [])
  const settled = useSettled(text)
  const typed = computed(() => text.value.trim().slice(0, maxSearch).trim())
  const query = computed(() => readQuery(typed.value))
  const isSettled = computed(() => settled.value === text.value.trim())

  const sources = searchSources.map((source) => {
    const room = rooms.find((each) => addressOf(each) === source.at)
    const isAllowed = computed(
      () => source.at === undefined || room?.roles.includes(screens.role ?? 'kitchen') === true,
    )
    const asked = computed(() => (isAllowed.value ? settled.value.slice(0, maxSearch).trim() : ''))
    return { source, room, isAllowed, answer: source.use({ query, asked, isSettled }) }
  })
  const allowed = computed(() => sources.filter(({ isAllowed }) => isAllowed.value))

  function groupOf({ source: { kind }, room, answer }: (typeof sources)[number]): SearchGroup {
    const { results, hasMore } = answer.found.value
    const options = results.map((result) => ({ ...result, key: `${kind} ${result.id}` }))
    if (hasMore && room !== undefined) options.push(showAll(kind, room, typed.value))
    return { kind, title: say(`searchKind.${kind}`), options }
  }

  /** What this screen knows, the best match first, and then what the host found. */
  const inOrder = computed(() => {
    const ranked = allowed.value.flatMap((each) => {
      const { results, rank } = each.answer.found.value
      if (results.length === 0) return []
      // Words are everywhere, so only better matches come first. The host's groups come last.
      const order = each.source.isFromHost ? ranks.last : Math.min(rank, ranks.words)
      return [{ order, group: groupOf(each) }]
    })
    return ranked.toSorted((one, other) => one.order - other.order).map(({ group }) => group)
  })

  /** A group that comes later goes below the others, so that nothing moves under a finger. */
  const arranged = computed<{ typed: string; groups: readonly SearchGroup[] }>((before) => {
    const now = inOrder.value
    if (before?.typed !== typed.value) return { typed: typed.value, groups: now }
    const earlierKinds = before.groups.map(({ kind }) => kind)
    const stayed = earlierKinds.flatMap((kind) => now.find((group) => group.kind === kind) ?? [])
    return {
      typed: typed.value,
      groups: [...stayed, ...now.filter(({ kind }) => !earlierKinds.includes(kind))],
    }
  })

  const loading = computed(() =>
    allowed.value.flatMap(({ source: { kind }, answer }) =>
      answer.loading === undefined ? [] : [{ kind, ...answer.loading }],
    ),
  )
  const titlesOf = (kinds: readonly { kind: SearchKind }[]): string[] =>
    kinds.map(({ kind }) => say(`searchKind.${kind}`))

  return {
    typed,
    query,
    groups: computed(() => arranged.value.groups),
    /** The names of what this screen can find. */
    kinds: computed(() => titlesOf(allowed.value.map(({ source }) => source))),
    /** The names of what hasn't answered yet. */
    busy: computed(() => titlesOf(loading.value.filter(({ busy }) => busy.value))),
    /** What couldn't be searched, and the first reason; null if nothing failed. */
    failure: computed(() => {
      const failed =
        query.value === null ? [] : loading.value.filter(({ error }) => error.value !== null)
      const error = failed[0]?.error.value ?? null
      return error && { kinds: titlesOf(failed), error }
    }),
    async askAgain(): Promise<void> {
      await Promise.all(
        loading.value.filter(({ error }) => error.value !== null).map(({ ask }) => ask()),
      )
    },
  }
}

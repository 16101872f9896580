import { computed, type Ref } from 'vue'
import { useSettled } from '../../clock/use-settled.ts'
import { say as sayCommon } from '../../locales/i18n.ts'
import { ranks, readQuery } from '../../locales/match.ts'
import { useScreens } from '../../state/screens.ts'
import type { SearchKind, SearchResult, SearchSource } from '../../state/search/search-source.ts'
import { ListFilter } from '@lucide/vue'
import { say } from './messages.ts'
import { searchSources } from './sources.ts'

export interface SearchOption extends SearchResult {
  /** Unique among all options. */
  key: string
}

export interface SearchGroup {
  kind: SearchKind
  title: string
  options: readonly SearchOption[]
}

const longestSearch = 80

/** The address of a room's own search for a text. */
const wayToAll = (address: string, text: string): string =>
  `${address}?${new URLSearchParams({ search: text }).toString()}`

/** Asks all sources of this screen's role for a text, and arranges what they find. */
export function useSearch(text: Ref<string>) {
  const screens = useScreens()
  const settled = useSettled(text)
  const typed = computed(() => text.value.trim().slice(0, longestSearch).trim())
  const query = computed(() => readQuery(typed.value))
  const isSettled = computed(() => settled.value === text.value.trim())

  const sources = searchSources.map((source) => {
    const isAllowed = computed(() => source.room.roles.includes(screens.role ?? 'kitchen'))
    const asked = computed(() =>
      isAllowed.value ? settled.value.slice(0, longestSearch).trim() : '',
    )
    return { source, isAllowed, answer: source.use({ query, asked, isSettled }) }
  })
  const allowed = computed(() => sources.filter(({ isAllowed }) => isAllowed.value))

  function groupOf(
    { kind, allAt, room }: SearchSource,
    found: readonly SearchResult[],
    more: boolean,
  ) {
    const options = found.map((result) => ({ ...result, key: `${kind} ${result.id}` }))
    if (more && allAt !== undefined)
      options.push({
        key: `${kind} all`,
        id: '',
        icon: ListFilter,
        title: say('search.showAll', { room: sayCommon(room.name) }),
        detail: '',
        to: wayToAll(allAt, typed.value),
      })
    return { kind, title: say(`searchKind.${kind}`), options }
  }

  /** What this screen knows, the best match first, and then what the host found. */
  const inOrder = computed(() => {
    const found = allowed.value.flatMap(({ source, answer }) => {
      const { results, hasMore, rank } = answer.found.value
      if (results.length === 0) return []
      // The host's groups keep their order below the others.
      const order = source.isFromHost ? ranks.last : rank
      return [{ order, group: groupOf(source, results, hasMore) }]
    })
    return found.toSorted((one, other) => one.order - other.order).map(({ group }) => group)
  })

  /** A group that comes later goes below the others, so that nothing moves under a finger. */
  const arranged = computed<{ typed: string; groups: readonly SearchGroup[] }>((before) => {
    const now = inOrder.value
    if (before?.typed !== typed.value) return { typed: typed.value, groups: now }
    const known = before.groups.map(({ kind }) => kind)
    const stayed = known.flatMap((kind) => now.find((group) => group.kind === kind) ?? [])
    return {
      typed: typed.value,
      groups: [...stayed, ...now.filter(({ kind }) => !known.includes(kind))],
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

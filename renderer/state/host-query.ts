import { computed, shallowReactive, shallowRef, toValue, watch, type MaybeRefOrGetter } from 'vue'
import { useQuery, useQueryCache, type UseQueryEntry } from '@pinia/colada'
import { defineStore } from 'pinia'
import type { Input, OperationName, Output } from '#contract/index.ts'
import type { AppError } from '#contract/shared/result.ts'
import { isAbout, ofGuests, staleBy } from '#contract/stale.ts'
import { useBridge } from '../bridge/key.ts'
import { useForgottenGuests } from './forgotten-guests.ts'

/**
 * The pause after an answer before the next event may ask again, in ms: a job sends many pages a
 * second.
 */
const usualPause = 300

/** Carries the host's error through the query cache. */
class Refusal extends Error {
  readonly error: AppError
  constructor(error: AppError) {
    super(error.code)
    this.error = error
  }
}

interface Answered<Name extends OperationName> {
  input: Input<Name>
  value: Output<Name>
  /** How often answers to this query had been dropped when it was sent. */
  drops: number
}

const isIdle = ({ asyncStatus }: UseQueryEntry): Promise<unknown> =>
  asyncStatus.value === 'idle'
    ? Promise.resolve()
    : new Promise((done) => watch(asyncStatus, done, { once: true, flush: 'sync' }))

/** Refetches queries that an event makes stale: one listener for all queries of the page. */
const useFollowing = defineStore('followQueries', () => {
  const bridge = useBridge()
  const cache = useQueryCache()
  /** How often answers were dropped: by query name, or `all`. */
  const drops = shallowReactive(new Map<OperationName | 'all', number>())
  const dropsOf = (name: OperationName): number => (drops.get(name) ?? 0) + (drops.get('all') ?? 0)
  /** Queries being refetched, and whether another event has come since. */
  const following = new Map<UseQueryEntry, { isStale: boolean }>()

  const isShown = (entry: UseQueryEntry): boolean =>
    entry.active && toValue(entry.options?.enabled) === true
  const fetch = (entry: UseQueryEntry): Promise<unknown> =>
    cache.fetch(entry).catch(() => undefined)
  const entriesOf = (names: readonly OperationName[]): UseQueryEntry[] =>
    cache.getEntries({ predicate: ({ key }) => names.some((name) => name === key[0]) })

  async function follow(entry: UseQueryEntry): Promise<void> {
    const followed = following.get(entry)
    if (followed !== undefined) {
      followed.isStale = true
      return
    }
    const state = { isStale: true }
    following.set(entry, state)
    while (state.isStale && isShown(entry)) {
      // An answer in flight may be older than the event.
      await isIdle(entry)
      state.isStale = false
      if (isShown(entry)) void fetch(entry)
      await isIdle(entry)
      await new Promise((done) => setTimeout(done, Number(entry.meta['pause'])))
    }
    following.delete(entry)
  }

  /** Drops answers that are no longer true, including those in flight. */
  function drop(names: readonly OperationName[] | 'all'): void {
    for (const name of names === 'all' ? [names] : names)
      drops.set(name, (drops.get(name) ?? 0) + 1)
    for (const entry of names === 'all' ? cache.getEntries() : entriesOf(names)) {
      cache.setEntryState(entry, { data: undefined, error: null, status: 'pending' })
      if (isShown(entry)) void fetch(entry)
    }
  }

  bridge.onEvent((event) => {
    if (event.type === 'host.replaced') {
      drop('all')
      return
    }
    const isMissed = event.type === 'events.missed'
    for (const entry of isMissed ? cache.getEntries() : entriesOf(staleBy[event.type])) {
      const [name, input] = entry.key
      if (!isAbout(event, name as OperationName, input)) continue
      // The next component that shows it refetches first.
      if (!isShown(entry)) cache.invalidate(entry)
      // Don't wait for an answer that may have been lost with the connection.
      else if (isMissed) void fetch(entry)
      else void follow(entry)
    }
  })
  useForgottenGuests().onForgotten(() => drop(ofGuests))
  return { dropsOf }
})

/**
 * The host's answer to a query, refetched when an event makes it stale (`contract/stale.ts`) or the
 * input changes. Components with the same input share one answer; outdated answers are ignored.
 * With `null` as the input nothing is requested, for example if the screen's role may not. `keep`
 * shows the last answer until the answer to a new input arrives; `pause` (ms) is for queries that
 * are refetched less often. It imports a library, so the first view must not use it.
 */
export function useHostQuery<Name extends OperationName>(
  name: Name,
  input: MaybeRefOrGetter<Input<Name> | null>,
  { keep = false, pause = usualPause }: { keep?: boolean; pause?: number } = {},
) {
  const bridge = useBridge()
  const cache = useQueryCache()
  const following = useFollowing()

  const query = useQuery(() => {
    const asked = toValue(input)
    return {
      key: [name, asked],
      enabled: asked !== null,
      // Events mark answers as stale; unused answers aren't cached.
      staleTime: Infinity,
      gcTime: 0,
      meta: { pause },
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      async query(): Promise<Answered<Name>> {
        const drops = following.dropsOf(name)
        const answer = await bridge.call(name, asked as Input<Name>)
        if (!answer.ok) throw new Refusal(answer.error)
        return { input: asked as Input<Name>, value: answer.value, drops }
      },
    }
  })

  const last = shallowRef<Answered<Name>>()
  watch(
    query.data,
    (data) => {
      if (data !== undefined) last.value = data
    },
    { immediate: true, flush: 'sync' },
  )
  const shown = computed(() => {
    if (query.data.value !== undefined) return query.data.value
    const isStored = keep && last.value?.drops === following.dropsOf(name)
    return isStored ? last.value : undefined
  })

  return {
    data: computed<Output<Name> | null>(() => shown.value?.value ?? null),
    /** The input that `data` belongs to. */
    answered: computed<Input<Name> | null>(() => shown.value?.input ?? null),
    /** Why the newest request failed; `data` may still be there from before. */
    error: computed<AppError | null>(() =>
      query.error.value instanceof Refusal ? query.error.value.error : null,
    ),
    asking: query.isLoading,
    /** Refetches now, for example after an error. */
    async ask(): Promise<void> {
      if (toValue(input) !== null) await query.refetch()
    },
    /** Uses a command's answer as the newest answer to the current input. */
    take(value: Output<Name>): void {
      const asked = toValue(input)
      const entry = asked === null ? undefined : cache.get([name, asked as never])
      if (entry === undefined || asked === null) return
      cache.cancel(entry)
      const data: Answered<Name> = { input: asked, value, drops: following.dropsOf(name) }
      cache.setEntryState(entry, { data, error: null, status: 'success' })
    },
  }
}

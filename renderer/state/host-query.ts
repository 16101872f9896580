import { computed, shallowReactive, shallowRef, toValue, watch, type MaybeRefOrGetter } from 'vue'
import { useQuery, useQueryCache, type UseQueryEntry } from '@pinia/colada'
import { defineStore } from 'pinia'
import type { Input, OperationName, Output } from '#contract/index.ts'
import type { AppError } from '#contract/result.ts'
import { isAbout, ofGuests, staleBy } from '#contract/stale.ts'
import { useBridge } from '../bridge/key.ts'
import { useForgottenGuests } from './forgotten-guests.ts'

/** How long after an answer the next event may ask again, in ms: a job's pages come many a second. */
const usualPause = 300

/** Why the host could not answer, thrown for the cache alone. */
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
  /** How often answers to this query had been dropped when it was asked. */
  drops: number
}

const isIdle = ({ asyncStatus }: UseQueryEntry): Promise<unknown> =>
  asyncStatus.value === 'idle'
    ? Promise.resolve()
    : new Promise((done) => watch(asyncStatus, done, { once: true, flush: 'sync' }))

/** Asks again for what an event makes stale: once for all queries of the page. */
const useFollowing = defineStore('followQueries', () => {
  const bridge = useBridge()
  const cache = useQueryCache()
  /** How often what was answered was dropped: of a query by its name, of all by `all`. */
  const drops = shallowReactive(new Map<OperationName | 'all', number>())
  const dropsOf = (name: OperationName): number => (drops.get(name) ?? 0) + (drops.get('all') ?? 0)
  /** Those that are being asked again, and whether an event came since they were. */
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
      // The answer that is on its way may be older than the event.
      await isIdle(entry)
      state.isStale = false
      if (isShown(entry)) void fetch(entry)
      await isIdle(entry)
      await new Promise((done) => setTimeout(done, Number(entry.meta['pause'])))
    }
    following.delete(entry)
  }

  /** What was answered is not true any more, and neither is what is on its way. */
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
      // Whoever shows it next asks first.
      if (!isShown(entry)) cache.invalidate(entry)
      // Nobody waits for an answer that may have been lost with the link.
      else if (isMissed) void fetch(entry)
      else void follow(entry)
    }
  })
  const forgotten = useForgottenGuests()
  watch(
    () => forgotten.times,
    () => drop(ofGuests),
    { flush: 'sync' },
  )
  return { dropsOf }
})

/**
 * What the host answers to a query, asked again by the events that make it stale (`contract/stale.ts`) and whenever the
 * input changes. Two places that ask the same share one answer; an answer that something newer has overtaken is not taken.
 * With `null` as the input nothing is asked, as where the screen's role may not. `keep` shows the last answer until that to
 * another input comes; `pause` is for what is asked less often (ms). Brings a library with it: the first view must not
 * import this.
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
      // Events say when an answer is old; nothing is kept of what nobody shows.
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
    /** Null until the host has answered. */
    data: computed<Output<Name> | null>(() => shown.value?.value ?? null),
    /** The input that `data` is the answer to. */
    answered: computed<Input<Name> | null>(() => shown.value?.input ?? null),
    /** Why the newest question could not be answered; `data` may still be there from before. */
    error: computed<AppError | null>(() =>
      query.error.value instanceof Refusal ? query.error.value.error : null,
    ),
    /** A question is on its way. */
    asking: query.isLoading,
    /** Asks again now, as after an error. */
    async ask(): Promise<void> {
      if (toValue(input) !== null) await query.refetch()
    },
    /** Takes what a command has answered as the newest answer to the present input. */
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

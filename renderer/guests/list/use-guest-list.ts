import { computed, shallowRef } from 'vue'
import type { GuestOrder } from '#contract/guests/fields.ts'
import { useHostQuery } from '../../state/host-query.ts'
import { useListSearch } from '../../state/use-list-search.ts'

export const pageSize = 50

/** A page of the guests: what is searched for, in which order, of which status, and what the platform answered last. */
export function useGuestList() {
  const order = shallowRef<GuestOrder>('joined')
  /** One of the platform's words; null for everybody. */
  const status = shallowRef<string | null>(null)
  const { words, wanted, page } = useListSearch(() => [order.value, status.value].join())
  const query = useHostQuery(
    'guests.list',
    () => ({
      words: wanted.value,
      page: page.value,
      ...(order.value === 'joined' ? {} : { order: order.value }),
      ...(status.value === null ? {} : { status: status.value }),
    }),
    { keep: true },
  )
  /** Null where what was answered last is of another order or status. */
  const list = computed(() => {
    const { order: listedBy = 'joined', status: listed = null } = query.answered.value ?? {}
    return listedBy === order.value && listed === status.value ? query.data.value : null
  })
  return {
    words,
    order,
    status,
    /** The words that the platform has for a status, from the last answer. */
    statuses: computed(() => query.data.value?.statuses ?? []),
    page,
    list,
    /** What the shown list was searched for. */
    found: computed(() => query.answered.value?.words ?? ''),
    error: query.error,
    asking: query.asking,
    ask: query.ask,
  }
}

import { onScopeDispose, shallowRef, watch } from 'vue'
import type { OrderStatus } from '#contract/order-status/order-status.ts'
import { setHostTime } from '../clock/host-clock.ts'
import { timeFormat } from '../clock/time-format.ts'
import { useHostQuery } from '../state/host-query.ts'

/** How long a number that became ready is marked. */
const freshMs = 60_000

const idsOf = ({ ready }: OrderStatus): Set<string> => new Set(ready.map(({ id }) => id))

/** What guests see, and which numbers have just become ready. `onReady` is called once for all of them. */
export function useOrderStatus(onReady: () => void) {
  const { data, error } = useHostQuery('orderStatus.get', {})
  const fresh = shallowRef<ReadonlySet<string>>(new Set())
  let lastIds: ReadonlySet<string> | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  watch(
    data,
    (next) => {
      if (next === null) {
        // Another store: its first numbers are no news.
        lastIds = null
        return
      }
      // Such a screen may read neither the status nor the settings.
      setHostTime(next.now)
      timeFormat.value = next.timeFormat
      const ids = idsOf(next)
      const before = lastIds
      lastIds = ids
      if (before === null) return
      const added = [...ids].filter((id) => !before.has(id))
      if (added.length === 0) return
      fresh.value = new Set(added)
      clearTimeout(timer)
      timer = setTimeout(() => (fresh.value = new Set()), freshMs)
      onReady()
    },
    { immediate: true },
  )
  onScopeDispose(() => clearTimeout(timer))
  return { data, error, fresh }
}

import { onScopeDispose, shallowRef } from 'vue'
import type { AppError } from '#contract/result.ts'
import type { CloseOutRow } from '#contract/shifts/shifts.ts'
import { useBridge } from '../../bridge/key.ts'

/** Past close-outs, the newest first, a page after the other. */
export function usePast() {
  const bridge = useBridge()
  const rows = shallowRef<readonly CloseOutRow[] | null>(null)
  const hasMore = shallowRef(false)
  const error = shallowRef<AppError | null>(null)
  const busy = shallowRef(false)
  let asked = 0

  async function fetchBefore(before: number | null): Promise<void> {
    const nth = ++asked
    busy.value = true
    const answer = await bridge.call('shifts.closeOuts', { before })
    // A page behind a list that was begun anew would leave a gap.
    if (nth !== asked) return
    busy.value = false
    error.value = answer.ok ? null : answer.error
    if (!answer.ok) return
    const known = before === null ? [] : (rows.value ?? [])
    rows.value = [...known, ...answer.value.closeOuts]
    hasMore.value = answer.value.hasMore
  }
  const refresh = () => fetchBefore(null)
  const more = () => fetchBefore(rows.value?.at(-1)?.number ?? null)

  onScopeDispose(
    bridge.onEvent((event) => {
      if (event.type === 'shifts.changed' || event.type === 'events.missed') void refresh()
    }),
  )
  void refresh()
  return { rows, hasMore, error, busy, refresh, more }
}

import { shallowRef } from 'vue'
import type { AppError } from '#contract/result.ts'
import type { CloseOut } from '#contract/shifts/shifts.ts'
import { useBridge } from '../../bridge/key.ts'

/** One close-out as it was sealed, and what corrects it. */
export function useSealed(number: number) {
  const bridge = useBridge()
  const sealed = shallowRef<{ closeOut: CloseOut; correctedBy: number[] } | null>(null)
  const error = shallowRef<AppError | null>(null)

  async function refresh(): Promise<void> {
    const answer = await bridge.call('shifts.closeOut', { number })
    error.value = answer.ok ? null : answer.error
    if (answer.ok) sealed.value = answer.value
  }
  void refresh()
  return { sealed, error, refresh }
}

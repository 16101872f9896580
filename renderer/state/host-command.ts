import { computed, shallowRef } from 'vue'
import type { Input, OperationName, Output } from '#contract/index.ts'
import type { AppError } from '#contract/shared/result.ts'
import { useBridge } from '../bridge/key.ts'
import { useToasts } from '../ui/note/toasts.ts'

/**
 * Calls the host. A wet finger often taps twice, so the same command is not sent again while the
 * first is running. A failure shows a toast, or with `inPlace` only sets `error` for the caller to
 * show.
 */
export function useHostCommand<Name extends OperationName>(
  name: Name,
  { inPlace = false }: { inPlace?: boolean } = {},
) {
  const bridge = useBridge()
  const toasts = useToasts()
  const underway = new Set<string>()
  const count = shallowRef(0)
  const error = shallowRef<AppError | null>(null)

  /**
   * Resolves to the host's answer; null if it failed or is already running. `action` identifies the
   * command if its input is different each time.
   */
  async function run(
    input: Input<Name>,
    action: unknown = input,
  ): Promise<{ value: Output<Name> } | null> {
    const key = JSON.stringify(action)
    if (underway.has(key)) return null
    underway.add(key)
    count.value = underway.size
    const answer = await bridge.call(name, input)
    underway.delete(key)
    count.value = underway.size
    error.value = answer.ok ? null : answer.error
    if (answer.ok) return { value: answer.value }
    if (!inPlace) toasts.fail(answer.error)
    return null
  }

  return {
    run,
    busy: computed(() => count.value > 0),
    error,
    /** Clears the error, for example when the user types again. */
    clear: () => void (error.value = null),
  }
}

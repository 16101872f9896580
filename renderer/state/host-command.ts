import { computed, shallowRef } from 'vue'
import type { Input, OperationName, Output } from '#contract/index.ts'
import type { AppError } from '#contract/result.ts'
import { useBridge } from '../bridge/key.ts'
import { useToasts } from '../ui/note/toasts.ts'

/**
 * Asks the host to do something. A wet finger often taps twice: the same deed is not sent again while the first is on its
 * way. A failure is a toast, or with `inPlace` only the `error` that the caller shows where the person looks.
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
   * Answers what the host answered; null where it could not be done or is already on its way. `deed` says what makes it the
   * same deed, where the input has something new each time.
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
    /** It is on its way. */
    busy: computed(() => count.value > 0),
    /** Why the last one could not be done. */
    error,
    /** Forgets the error, as when somebody types again. */
    clear: () => void (error.value = null),
  }
}

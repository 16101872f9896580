import type { Input, OperationName, Output } from '#contract/index.ts'
import { useBridge } from '../bridge/key.ts'
import { useToasts } from '../ui/note/toasts.ts'

/**
 * Tells the host what a person did; null where it could not be done, and the person has been told why. A wet finger often
 * taps twice: the same deed is not told again while the first is on its way.
 */
export function useTell() {
  const bridge = useBridge()
  const toasts = useToasts()
  const underway = new Set<string>()

  return async <Name extends OperationName>(
    name: Name,
    input: Input<Name>,
    deed: unknown = input,
  ): Promise<{ value: Output<Name> } | null> => {
    const key = `${name} ${JSON.stringify(deed)}`
    if (underway.has(key)) return null
    underway.add(key)
    const answer = await bridge.call(name, input)
    underway.delete(key)
    if (answer.ok) return { value: answer.value }
    toasts.fail(answer.error)
    return null
  }
}

import { type DeliveryChoice, type DeliveryKind, maxAtOnce } from '#contract/deliveries/delivery.ts'
import { useHostCommand } from '../host-command.ts'

/**
 * Sends a person's decisions about outbox entries of a kind, in messages of a size that the
 * contract accepts. Stops at the first that the host rejects. A second decision about the same
 * entries waits for the first.
 */
export function useDecide() {
  const { run } = useHostCommand('deliveries.decide')
  return async (
    kind: DeliveryKind,
    subjects: readonly string[],
    choice: DeliveryChoice,
  ): Promise<void> => {
    for (let from = 0; from < subjects.length; from += maxAtOnce) {
      const entries = subjects.slice(from, from + maxAtOnce).map((subject) => ({ kind, subject }))
      if ((await run({ entries, choice }, entries)) === null) return
    }
  }
}

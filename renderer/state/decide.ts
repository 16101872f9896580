import type { DeliveryChoice, DeliveryKind } from '#contract/deliveries.ts'
import { mostAtOnce } from '#contract/most-at-once.ts'
import { useTell } from './use-tell.ts'

/** Tells the host what a person decides about outbox entries of a kind, as many at once as the contract takes. */
export function useDecide() {
  const tell = useTell()
  return async (
    kind: DeliveryKind,
    subjects: readonly string[],
    choice: DeliveryChoice,
  ): Promise<void> => {
    for (let at = 0; at < subjects.length; at += mostAtOnce) {
      const entries = subjects.slice(at, at + mostAtOnce).map((subject) => ({ kind, subject }))
      await tell('deliveries.decide', { entries, choice })
    }
  }
}

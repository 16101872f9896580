import type { Input, OperationName, Output } from '#contract/index.ts'
import { ok, type Result } from '#contract/result.ts'
import { defineComponent } from 'vue'
import type { FakeBridge } from './fake-bridge.ts'
import { mountPart } from './mount-part.ts'

/**
 * Keeps back what a host answers to one operation, until the test gives it, in whichever order; given, it waits until
 * whoever asked has made of it what they make of it.
 */
export function holdAnswers<Name extends OperationName>(bridge: FakeBridge, held: Name) {
  const asked: { input: Input<Name>; answer: (value: Output<Name>) => Promise<void> }[] = []
  const others = bridge.call.bind(bridge)
  const call = (name: OperationName, input: Input<OperationName>) =>
    name === held
      ? new Promise<Result<Output<Name>>>((resolve) =>
          asked.push({
            input: input as Input<Name>,
            answer(value) {
              resolve(ok(value))
              return new Promise((taken) => setTimeout(taken))
            },
          }),
        )
      : others(name, input)
  bridge.call = call as typeof bridge.call
  return asked
}

/** What a part of a page uses, alone. */
export async function mountUse<Use>(bridge: FakeBridge, use: () => Use): Promise<Use> {
  let used: Use | undefined
  const part = defineComponent(() => {
    used = use()
    return () => null
  })
  await mountPart(part, bridge)
  if (used === undefined) throw new Error('nothing was mounted')
  return used
}

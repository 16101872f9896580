import type { Bridge } from '#contract/bridge.ts'
import { firstOperations, isFirstOperation, type FirstView } from '#contract/first-view.ts'
import type { Input, OperationName, Output } from '#contract/index.ts'
import type { Result } from '#contract/shared/result.ts'
import { passOn } from './pass-on.ts'

/**
 * A bridge that answers the first call of each operation of the first view from the data that came
 * with the page.
 */
export function answerFirst(bridge: Bridge): Bridge {
  const untaken = new Set<OperationName>(firstOperations)
  let view: Promise<FirstView | null> | null = null

  /** The shell hands it over once. It is dropped after use. */
  function first(): Promise<FirstView | null> {
    view ??= bridge.first()
    const asked = view
    if (untaken.size === 0) view = null
    return asked
  }

  async function call<Name extends OperationName>(
    name: Name,
    input: Input<Name>,
  ): Promise<Result<Output<Name>>> {
    const answers = untaken.delete(name) ? await first() : null
    if (answers === null || !isFirstOperation(name)) return bridge.call(name, input)
    return answers[name]
  }

  return { ...passOn(bridge), first, call }
}

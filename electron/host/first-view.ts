import type { Caller } from '#contract/caller.ts'
import { firstOperations, type FirstView } from '#contract/first-view.ts'
import type { Dispatch } from './dispatch.ts'

/** Asks all that a page needs first in the name of its screen. What fails is a failure among the answers. */
export async function readFirstView(call: Dispatch, caller: Caller): Promise<FirstView> {
  const answers = await Promise.all(
    firstOperations.map(async (name) => [name, await call(caller, name, {})] as const),
  )
  // The door types its answers by the same contract.
  return Object.fromEntries(answers) as unknown as FirstView
}

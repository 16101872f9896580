import type { Caller } from '#contract/shared/caller.ts'
import { firstOperations, type FirstView } from '#contract/first-view.ts'
import type { Dispatcher } from '../dispatch.ts'

/** Answers all queries of the first view for a screen. A failed query is a failure among the answers. */
export async function readFirstView(
  host: Pick<Dispatcher, 'call'>,
  caller: Caller,
): Promise<FirstView> {
  const answers = await Promise.all(
    firstOperations.map(async (name) => [name, await host.call(caller, name, {})] as const),
  )
  // The contract types the answers.
  return Object.fromEntries(answers) as unknown as FirstView
}

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Steps } from '#contract/steps.ts'

/** How long work goes on in one turn of the loop. Several may be under way, and a step may be a long one. */
const turnMs = 10

/** Does it over as many turns of the loop as it takes, so that whatever else arrives is served in between. */
export async function inTurns<Value>(steps: Steps<Value>): Promise<Value> {
  for (;;) {
    const until = performance.now() + turnMs
    do {
      const step = steps.next()
      if (step.done === true) return step.value
    } while (performance.now() < until)
    await nextTurn()
  }
}

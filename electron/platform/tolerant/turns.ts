import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Steps } from '#contract/steps.ts'

/** How long work may run in one turn of the loop. Several may run, and a step may be long. */
const turnMs = 10

/** Runs work over several turns of the loop, so that others are served between. */
export async function runInTurns<Value>(steps: Steps<Value>): Promise<Value> {
  for (;;) {
    const until = performance.now() + turnMs
    do {
      const step = steps.next()
      if (step.done === true) return step.value
    } while (performance.now() < until)
    await nextTurn()
  }
}

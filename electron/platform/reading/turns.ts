import { setImmediate as nextTurn } from 'node:timers/promises'

/** Work in small steps. A step yields nothing: it only says that others may go on now. */
export type Steps<Value> = Generator<undefined, Value, undefined>

/** How long work goes on in one turn of the loop. Several may be under way, and a step may be a long one. */
const turnMs = 10

/** Does all of it in this turn: for what is known to be short, and where nobody can wait. */
export function atOnce<Value>(steps: Steps<Value>): Value {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

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

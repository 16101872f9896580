/** Work in small steps. A step yields nothing: it only says that others may go on now. */
export type Steps<Value> = Generator<undefined, Value, undefined>

/** Does all of it at once: for what is known to be short, and where nobody can wait. */
export function atOnce<Value>(steps: Steps<Value>): Value {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/** Work in small steps. A step yields no value: other work may run before the next one. */
export type Steps<Value> = Generator<undefined, Value, undefined>

/** Runs all steps at once, for work that is known to be short and callers that cannot wait. */
export function runAllSteps<Value>(steps: Steps<Value>): Value {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

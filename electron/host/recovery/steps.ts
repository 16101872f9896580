/*
 * Work on a whole file in small steps: all at once before the store is open, and a step per turn of
 * the event loop while the kitchen works.
 */

export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

export function runAtOnce<Value>(steps: Generator<unknown, Value>): Value {
  let step = steps.next()
  while (step.done !== true) step = steps.next()
  return step.value
}

export async function runGradually<Value>(steps: Generator<unknown, Value>): Promise<Value> {
  let step = steps.next()
  while (step.done !== true) {
    await nextTurn()
    step = steps.next()
  }
  return step.value
}

import { shallowRef } from 'vue'

/** A question to the person at the screen, asked once for everybody who waits for the answer. */
export function oneQuestion() {
  const asking = shallowRef(false)
  let waiting: ((done: boolean) => void)[] = []

  /** Resolves to whether the person did what was asked for. */
  function ask(): Promise<boolean> {
    asking.value = true
    return new Promise((resolve) => waiting.push(resolve))
  }

  function answer(done: boolean): void {
    asking.value = false
    const resolvers = waiting
    waiting = []
    for (const tell of resolvers) tell(done)
  }

  return { asking, ask, answer }
}

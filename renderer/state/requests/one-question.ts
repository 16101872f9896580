import { shallowRef } from 'vue'

/** A question that somebody at the screen answers, asked once for all who wait for it. */
export function oneQuestion() {
  const asking = shallowRef(false)
  let waiting: ((done: boolean) => void)[] = []

  /** Answers whether somebody has done what was asked for. */
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

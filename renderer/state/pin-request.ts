import { defineStore } from 'pinia'
import { shallowRef } from 'vue'

/** One question for the manager's PIN, whoever waits for its answer. */
export const usePinRequest = defineStore('pinRequest', () => {
  const asking = shallowRef(false)
  let waiting: ((unlocked: boolean) => void)[] = []

  /** Answers whether a manager has unlocked this screen. */
  function ask(): Promise<boolean> {
    asking.value = true
    return new Promise((resolve) => waiting.push(resolve))
  }

  function answer(unlocked: boolean): void {
    asking.value = false
    const told = waiting
    waiting = []
    for (const tell of told) tell(unlocked)
  }

  return { asking, ask, answer }
})

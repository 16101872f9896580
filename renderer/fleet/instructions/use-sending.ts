import { computed, shallowRef } from 'vue'
import type { FleetInstruction } from '#contract/relay/fleet-instruction.ts'
import { problemText } from './instruction-text.ts'
import type { SendAnswer } from './send.ts'

/** Sends one thing at a time, and says why the last one was not sent. */
export function useSending() {
  const isBusy = shallowRef(false)
  const failure = shallowRef<Extract<SendAnswer, { instruction: null }> | null>(null)
  /** Empty if nothing failed. */
  const problem = computed(() =>
    failure.value === null ? '' : problemText(failure.value.problem, failure.value.details),
  )
  const details = computed(() => failure.value?.details ?? '')

  /** Returns what was sent; null if it failed or something else is being sent. */
  async function run(send: () => Promise<SendAnswer>): Promise<FleetInstruction | null> {
    if (isBusy.value) return null
    isBusy.value = true
    failure.value = null
    const answer = await send()
    isBusy.value = false
    if (answer.instruction === null) failure.value = answer
    return answer.instruction
  }
  const forget = (): void => void (failure.value = null)
  return { isBusy, problem, details, run, forget }
}

import { computed, shallowRef, watch, type ComputedRef } from 'vue'
import type { Pause } from '#contract/store-hours/store-hours.ts'
import { hostNow } from '../../clock/host-clock.ts'
import { isUnanswered, pauseState, type PauseState } from './pause-state.ts'

/** The platform usually answers sooner (ms). */
const patienceMs = 3_000

/** The state of a pause. Once it waits for too long, it stays late until the platform answers. */
export function usePauseState(pause: () => Pause): ComputedRef<PauseState> {
  const isLate = shallowRef(false)
  watch(
    () => isUnanswered(pause()),
    (isWaiting, _before, onCleanup) => {
      isLate.value = false
      if (!isWaiting) return
      const since = Date.parse(pause().delivery?.since ?? '')
      const rest = since + patienceMs - hostNow()
      const timer = setTimeout(() => (isLate.value = true), Math.max(0, rest))
      onCleanup(() => clearTimeout(timer))
    },
    { immediate: true },
  )
  return computed(() => pauseState(pause(), isLate.value))
}

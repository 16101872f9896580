import { defineStore } from 'pinia'
import { shallowRef, watch } from 'vue'
import { eachSecond, hostNow } from '../../clock/host-clock.ts'
import { isOutOfReach } from './overall-health.ts'
import { useStatus } from './status.ts'

/**
 * Whether the platform is out of reach. Time alone can change this, because a silent feed sends no
 * event.
 */
export const useOutOfReach = defineStore('outOfReach', () => {
  const store = useStatus()
  const is = shallowRef(false)
  function look(now: number): void {
    is.value = store.status !== null && isOutOfReach(store.status, now)
  }
  eachSecond(look)
  watch(
    () => store.status,
    () => look(hostNow()),
    { immediate: true },
  )
  return { is }
})

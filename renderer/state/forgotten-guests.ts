import { defineStore } from 'pinia'
import { shallowRef, watch } from 'vue'
import { useStatus } from './health/status.ts'

/**
 * Counts how often the host deleted all guests, so that this page deletes its data as well,
 * whichever room is open.
 */
export const useForgottenGuests = defineStore('forgottenGuests', () => {
  const status = useStatus()
  /** Rooms drop their data when this number grows. */
  const times = shallowRef(0)
  let known: string | undefined

  watch(
    () => status.guestsForgottenAt,
    (at) => {
      // The host has not reported it yet.
      if (at === undefined) return
      const before = known
      known = at ?? ''
      if (before !== undefined && known > before) times.value += 1
    },
    { immediate: true, flush: 'sync' },
  )
  return { times }
})

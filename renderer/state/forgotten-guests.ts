import { defineStore } from 'pinia'
import { shallowRef, watch } from 'vue'
import { useStatus } from './health/status.ts'

/** When the host has forgotten its guests, so has this page: at once, whichever room is open, or when it next hears the host. */
export const useForgottenGuests = defineStore('forgottenGuests', () => {
  const status = useStatus()
  /** How often it was since this page was opened: what a room has in memory goes when this grows. */
  const times = shallowRef(0)
  let known: string | undefined

  watch(
    () => status.guestsForgottenAt,
    (at) => {
      // Not said yet.
      if (at === undefined) return
      const before = known
      known = at ?? ''
      if (before !== undefined && known > before) times.value += 1
    },
    { immediate: true, flush: 'sync' },
  )
  return { times }
})

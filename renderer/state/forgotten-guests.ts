import { defineStore } from 'pinia'
import { watch } from 'vue'
import { useStatus } from './health/status.ts'

/**
 * Notices when the host deleted all guests, so that this page deletes its data as well, whichever
 * room is open.
 */
export const useForgottenGuests = defineStore('forgottenGuests', () => {
  const status = useStatus()
  const listeners = new Set<() => void>()
  let forgottenAt: string | undefined

  watch(
    () => status.guestsForgottenAt,
    (at) => {
      // The host has not reported it yet.
      if (at === undefined) return
      const before = forgottenAt
      forgottenAt = at ?? ''
      if (before === undefined || forgottenAt <= before) return
      for (const listener of listeners) listener()
    },
    { immediate: true, flush: 'sync' },
  )
  return {
    /** Calls `listener` each time. A watcher would keep the component that happened to be first. */
    onForgotten: (listener: () => void) => void listeners.add(listener),
  }
})

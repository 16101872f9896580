import { defineStore } from 'pinia'
import { shallowRef, watch } from 'vue'
import { useStatus } from './health/status.ts'

/** Where the coupons keep what was typed of them until this tab is closed, with the e-mails of guests. */
export const typedCoupons = 'kitchen-pass.coupon-drafts'
/** When guests were forgotten last, as this tab knows it. */
const markKey = 'kitchen-pass.guests-forgotten'

function marked(): string | null {
  try {
    return sessionStorage.getItem(markKey)
  } catch {
    return null
  }
}

/**
 * When the host has forgotten its guests, so has this tab: at once, whichever room is open, or when it next hears the host.
 * Elsewhere in the browser nothing of a guest is kept.
 */
export const useForgottenGuests = defineStore('forgottenGuests', () => {
  const status = useStatus()
  /** How often it was since this page was opened: what a room has in memory goes when this grows. */
  const times = shallowRef(0)
  let known = marked()

  watch(
    () => status.guestsForgottenAt,
    (at) => {
      // Not said yet.
      if (at === undefined) return
      const before = known
      if (before !== null && (at ?? '') <= before) return
      known = at ?? ''
      try {
        sessionStorage.setItem(markKey, known)
        if (before !== null) sessionStorage.removeItem(typedCoupons)
      } catch {
        // Forbidden: then nothing is kept there.
      }
      if (before !== null) times.value += 1
    },
    { immediate: true, flush: 'sync' },
  )
  return { times }
})

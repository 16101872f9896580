import { defineStore } from 'pinia'
import { shallowRef, watch } from 'vue'
import { useBridge } from '../../bridge/key.ts'
import { usePreferences } from '../preferences.ts'

/** The system may take the lock back, such as to save the battery. It may give another one later. */
const retryMs = 60_000

/**
 * Keeps the screen of a browser on while this screen's setting says so. The desktop app does it
 * itself. A browser takes the lock back when its page is hidden, so it is asked again when the page
 * is back.
 */
export const useKeepAwake = defineStore('keepAwake', () => {
  const { computer } = useBridge()
  const own = usePreferences()
  const isImpossible = shallowRef(false)
  let isFollowing = false
  let lock: WakeLockSentinel | null = null
  let retry: ReturnType<typeof setTimeout> | undefined
  let latest = Promise.resolve()

  const isDesired = (): boolean =>
    isFollowing && own.preferences.keepAwake && document.visibilityState === 'visible'

  async function step(): Promise<void> {
    clearTimeout(retry)
    if (!isDesired()) {
      isImpossible.value = false
      const held = lock
      lock = null
      await held?.release()
      return
    }
    if (lock !== null && !lock.released) return
    try {
      const granted = await navigator.wakeLock.request('screen')
      lock = granted
      granted.addEventListener('release', () => {
        // The system took it, and would perhaps take another one at once.
        if (lock === granted && isDesired()) retry = setTimeout(next, retryMs)
      })
      isImpossible.value = false
    } catch {
      // The browser has no such lock (a TypeError), or the system allows none now.
      isImpossible.value = true
      retry = setTimeout(next, retryMs)
    }
  }

  /** One step after the other: a lock that comes late must not outlive a later "no". */
  function next(): void {
    latest = latest.then(step)
  }

  return {
    /** It is wanted, and the browser or the system doesn't allow it. */
    isImpossible,
    /** Follows the setting until the returned function is called. */
    follow(): () => void {
      if (computer !== null) return () => {}
      isFollowing = true
      const unwatch = watch(() => own.preferences.keepAwake, next, { immediate: true })
      document.addEventListener('visibilitychange', next)
      return () => {
        isFollowing = false
        unwatch()
        document.removeEventListener('visibilitychange', next)
        next()
      }
    },
  }
})

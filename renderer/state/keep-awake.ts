import { defineStore } from 'pinia'
import { onScopeDispose, shallowRef, watch } from 'vue'
import { useBridge } from '../bridge/key.ts'
import { usePreferences } from './preferences.ts'

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
  let lock: WakeLockSentinel | null = null
  let retry: ReturnType<typeof setTimeout> | undefined
  let latest = Promise.resolve()

  const isWanted = (): boolean =>
    computer === null && own.preferences.keepAwake && document.visibilityState === 'visible'

  async function letSleep(): Promise<void> {
    const held = lock
    lock = null
    await held?.release()
  }

  async function follow(): Promise<void> {
    clearTimeout(retry)
    if (!isWanted()) {
      isImpossible.value = false
      await letSleep()
      return
    }
    if (lock !== null && !lock.released) return
    try {
      lock = await navigator.wakeLock.request('screen')
      isImpossible.value = false
      lock.addEventListener('release', followSoon)
    } catch {
      // The browser has no such lock (a TypeError), or the system allows none now.
      isImpossible.value = true
      retry = setTimeout(followNext, retryMs)
    }
  }

  /** One step after the other: a lock that comes late must not outlive a later "no". */
  function followNext(): void {
    latest = latest.then(follow)
  }
  /** Not at once, if the system keeps taking it back. */
  function followSoon(): void {
    clearTimeout(retry)
    if (lock?.released === true && isWanted()) retry = setTimeout(followNext, retryMs)
  }

  watch(() => own.preferences.keepAwake, followNext, { immediate: true })
  document.addEventListener('visibilitychange', followNext)
  onScopeDispose(() => {
    document.removeEventListener('visibilitychange', followNext)
    clearTimeout(retry)
    void letSleep()
  })

  return {
    /** Wanted, and the browser or the system doesn't allow it. */
    isImpossible,
  }
})

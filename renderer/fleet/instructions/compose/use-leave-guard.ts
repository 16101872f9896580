import { onBeforeUnmount, shallowRef, watch } from 'vue'
import { guardLeaving } from '../../route.ts'

/** Asks before somebody leaves the view while `isDirty` is true. */
export function useLeaveGuard(isDirty: () => boolean) {
  /** The hash that somebody chose; null while nobody leaves. */
  const target = shallowRef<string | null>(null)
  let release: (() => void) | null = null

  // The browser asks when its tab is closed.
  const warn = (event: BeforeUnloadEvent): void => event.preventDefault()
  function stop(): void {
    release?.()
    release = null
    removeEventListener('beforeunload', warn)
  }
  watch(
    isDirty,
    (isNow) => {
      stop()
      if (!isNow) return
      release = guardLeaving((hash) => (target.value = hash))
      addEventListener('beforeunload', warn)
    },
    { immediate: true },
  )
  onBeforeUnmount(stop)

  function leave(): void {
    stop()
    if (target.value !== null) location.hash = target.value
  }
  const stay = (): void => void (target.value = null)
  /** `stop`: from now on nobody is asked. */
  return { target, leave, stay, stop }
}

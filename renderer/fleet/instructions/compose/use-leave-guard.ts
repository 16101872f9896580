import { onBeforeUnmount, shallowRef, watch } from 'vue'
import { useRouter } from 'vue-router'

/** Asks before somebody leaves the view while `isDirty` is true. */
export function useLeaveGuard(isDirty: () => boolean) {
  const router = useRouter()
  /** The address that somebody chose; null while nobody leaves. */
  const target = shallowRef<string | null>(null)

  // The browser asks when its tab is closed.
  const warn = (event: BeforeUnloadEvent): void => event.preventDefault()
  const stopWatching = watch(
    isDirty,
    (isNow) => {
      if (isNow) addEventListener('beforeunload', warn)
      else removeEventListener('beforeunload', warn)
    },
    { immediate: true },
  )
  const stopGuard = router.beforeEach(({ fullPath }) => {
    if (!isDirty()) return true
    target.value = fullPath
    return false
  })
  function stop(): void {
    stopWatching()
    stopGuard()
    removeEventListener('beforeunload', warn)
  }
  onBeforeUnmount(stop)

  function leave(): void {
    stop()
    if (target.value !== null) void router.push(target.value)
  }
  const stay = (): void => void (target.value = null)
  /** `stop`: from now on nobody is asked. */
  return { target, leave, stay, stop }
}

import { computed, onScopeDispose, shallowRef, watch, type Ref } from 'vue'
import type { Link } from '#contract/bridge.ts'
import type { AppError } from '#contract/shared/result.ts'
import { useBridge } from '../bridge/key.ts'

/**
 * A shorter interruption changes nothing that a guest would notice. With the silence before it, a
 * frozen host is said within ten seconds.
 */
const graceMs = 5_000

/** Whether the numbers may be wrong: for some seconds the host didn't answer. */
export function useOutdated(error: Readonly<Ref<AppError | null>>): Readonly<Ref<boolean>> {
  const bridge = useBridge()
  const link = shallowRef<Link>('up')
  onScopeDispose(bridge.onLink((state) => (link.value = state)))
  const isOutdated = shallowRef(false)
  let timer: ReturnType<typeof setTimeout> | undefined

  const isCut = computed(() => link.value === 'down' || error.value !== null)
  watch(
    isCut,
    (cut) => {
      clearTimeout(timer)
      if (cut) timer = setTimeout(() => (isOutdated.value = true), graceMs)
      else isOutdated.value = false
    },
    { immediate: true },
  )
  onScopeDispose(() => clearTimeout(timer))
  return isOutdated
}

import { watch } from 'vue'
import type { Router } from 'vue-router'
import { useScreens } from '../state/screens.ts'
import { useStatus } from '../state/health/status.ts'

/**
 * Opens the first steps on a manager's screen that is new and has no store yet. One with a name was
 * let in by a manager, who has seen them.
 */
export function openFirstSteps(router: Router): void {
  const screens = useScreens()
  const status = useStatus()
  const stop = watch(
    () =>
      status.status && screens.role
        ? status.practising && screens.isManager && !screens.isOrderStatus && screens.name === ''
        : null,
    (isNew) => {
      if (isNew === null) return
      queueMicrotask(() => stop())
      if (isNew) void router.replace('/connection/language')
    },
    { immediate: true },
  )
}

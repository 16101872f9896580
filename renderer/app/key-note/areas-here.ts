import { computed } from 'vue'
import { useRoute } from 'vue-router'
import { useStatus } from '../../state/health/status.ts'

/** What the access key may not do in the open room. */
export function useNotAllowedHere() {
  const route = useRoute()
  const status = useStatus()
  return computed(() => {
    const area = route.meta.room?.keyArea
    return (status.status?.notAllowed ?? []).filter((each) => each.area === area)
  })
}

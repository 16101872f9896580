import { computed } from 'vue'
import { useStatus } from '../state/health/status.ts'

/** Whether nothing can be sent at the moment: this screen or the host is cut off, or sending is paused. */
export function useOffline() {
  const status = useStatus()
  return computed(
    () =>
      status.linkLost ||
      (status.status !== null &&
        (status.status.outbox.paused !== null || status.status.poller.state === 'failing')),
  )
}

import {
  computed,
  defineAsyncComponent,
  defineComponent,
  h,
  onScopeDispose,
  shallowRef,
  watch,
} from 'vue'
import type { PrintJob } from '#contract/printers/printers.ts'
import { eachSecond } from '../../clock/host-clock.ts'
import { useStatus } from '../../state/health/status.ts'
import { useDecide } from '../../state/sending/decide.ts'
import { useHostQuery } from '../../state/host-query.ts'
import { useAlerts } from './alerts.ts'
import { awayPrinterAlerts, deliveryAlerts } from './delivery-alerts.ts'

/** A printer may be switched on late; a job that waits longer needs attention. */
const patienceMs = 60_000

const KeyNote = defineAsyncComponent(() => import('../key-note/KeyNote.vue'))

/**
 * The alerts about deliveries, and the note above a room that the access key may not use. Loads once
 * the page is idle because it imports the query library.
 */
export default defineComponent(() => {
  const alerts = useAlerts()
  const status = useStatus()
  const decide = useDecide()
  const pending = useHostQuery('deliveries.pending', {})
  const printers = useHostQuery('printers.read', {})

  const waiting = shallowRef<readonly PrintJob[]>([])
  const stopClock = eachSecond((now) => {
    const jobs = printers.data.value?.jobs ?? []
    const late = jobs.filter(
      ({ createdAt, delivery: { state, reason } }) =>
        state === 'queued' && reason !== undefined && now - Date.parse(createdAt) > patienceMs,
    )
    if (late.length + waiting.value.length > 0) waiting.value = late
  })
  const nameOf = (printerId: string): string =>
    printers.data.value?.printers.find(({ id }) => id === printerId)?.name ?? ''

  const found = computed(() => [
    ...deliveryAlerts(pending.data.value?.decisions ?? [], decide),
    ...awayPrinterAlerts(waiting.value, nameOf),
  ])
  watch(found, alerts.takeLater, { immediate: true })
  onScopeDispose(() => {
    stopClock()
    alerts.takeLater([])
  })
  return () => ((status.status?.notAllowed.length ?? 0) > 0 ? h(KeyNote) : null)
})

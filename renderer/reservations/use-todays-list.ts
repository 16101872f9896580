import { computed } from 'vue'
import { useHostQuery } from '../state/host-query.ts'
import { usePlace } from './use-place.ts'

/** Today's reservations and tables, for guests at the door, whatever day is open. */
export function useTodaysList() {
  const { today } = usePlace()
  const { data } = useHostQuery(
    'reservations.list',
    computed(() => ({ from: today.value, to: today.value })),
  )
  return data
}

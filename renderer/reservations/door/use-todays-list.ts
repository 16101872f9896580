import { computed } from 'vue'
import { addDays } from '../../clock/instant-at.ts'
import { useHostQuery } from '../../state/host-query.ts'
import { usePlace } from '../use-place.ts'

/**
 * Today's reservations and tables, for guests at the door, whatever day is open. With those of
 * tomorrow: late in the night, the first of them are soon.
 */
export function useTodaysList() {
  const { today } = usePlace()
  const { data } = useHostQuery(
    'reservations.list',
    computed(() => ({ from: today.value, to: addDays(today.value, 1) })),
  )
  return data
}

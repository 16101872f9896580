import { defineComponent, watch } from 'vue'
import type { PartyAhead } from '#contract/reservations/reservations.ts'
import { useHostQuery } from '../../state/host-query.ts'

/**
 * Reports large parties and allergies of the next hour. It renders nothing and loads once the page
 * is idle, because no card needs it.
 */
export default defineComponent({
  emits: { reported: (_parties: readonly PartyAhead[]) => true },
  setup(_props, { emit }) {
    const { data } = useHostQuery('reservations.ahead', {})
    watch(data, (parties) => emit('reported', parties ?? []), { immediate: true })
    return () => null
  },
})

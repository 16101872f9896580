import { defineComponent, watch } from 'vue'
import type { PartyAhead } from '#contract/reservations/reservations.ts'
import { useHostQuery } from '../../state/host-query.ts'

/** Tells of large parties and allergies of the next hour. Draws nothing: it comes once the page is idle, as no card waits for it. */
export default defineComponent({
  emits: { reported: (_parties: readonly PartyAhead[]) => true },
  setup(_props, { emit }) {
    const { data } = useHostQuery('reservations.ahead', {})
    watch(data, (parties) => emit('reported', parties ?? []), { immediate: true })
    return () => null
  },
})

import { computed, shallowRef } from 'vue'
import { defineStore } from 'pinia'
import { eachSecond, hostNow } from '../clock/host-clock.ts'
import { placeOf } from './ticket-place.ts'
import { useStations } from './stations/stations.ts'

/**
 * The number of open tickets that are late, and how many of those are very late. Counted again when
 * a ticket changes or the next one becomes late or very late, not every second.
 */
export const useLateCount = defineStore('lateCount', () => {
  const stations = useStations()
  const countedAt = shallowRef(hostNow())
  let nextChange = Infinity
  eachSecond((now) => {
    if (now >= nextChange) countedAt.value = now
  })

  const counts = computed(() => {
    const now = Math.max(countedAt.value, hostNow())
    let late = 0
    const veryLate = new Set<string>()
    nextChange = Infinity
    for (const ticket of stations.tickets.values()) {
      if (ticket.bump !== null || ticket.stage !== 'new') continue
      if (placeOf(ticket, now) !== 'queue') continue
      const times = [ticket.promisedAt, ticket.veryLateAt].map((at) => Date.parse(at ?? ''))
      const passed = times.filter((at) => at <= now).length
      if (passed > 0) late++
      if (passed > 1) veryLate.add(ticket.id)
      for (const at of times) if (at > now && at < nextChange) nextChange = at
    }
    return { late, veryLate }
  })
  return {
    count: computed(() => counts.value.late),
    /** The ids of the very late ones. */
    veryLate: computed<ReadonlySet<string>>(() => counts.value.veryLate),
  }
})

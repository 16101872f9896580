import { computed, shallowRef } from 'vue'
import { defineStore } from 'pinia'
import { eachSecond, hostNow } from '../clock/host-clock.ts'
import { placeOf } from './ticket-place.ts'
import { useTickets } from './tickets.ts'

/**
 * The number of open tickets that are late. Counted again when a ticket changes or the next
 * promised time passes, not every second.
 */
export const useLateCount = defineStore('lateCount', () => {
  const tickets = useTickets()
  const countedAt = shallowRef(hostNow())
  let nextPromise = Infinity
  eachSecond((now) => {
    if (now >= nextPromise) countedAt.value = now
  })

  return {
    count: computed(() => {
      const now = Math.max(countedAt.value, hostNow())
      let count = 0
      nextPromise = Infinity
      for (const ticket of tickets.tickets.values()) {
        if (ticket.bump !== null || ticket.cancellation !== null) continue
        const place = placeOf(ticket, now)
        if (place !== 'queue') continue
        const promised = Date.parse(ticket.promisedAt)
        if (promised <= now) count++
        else nextPromise = Math.min(nextPromise, promised)
      }
      return count
    }),
  }
})

import { computed, onBeforeUnmount, shallowRef } from 'vue'
import { orderTypes, type OrderType, type Ticket } from '#contract/tickets/ticket.ts'
import { eachSecond, hostNow } from '../clock/host-clock.ts'
import { usePreferences } from '../state/preferences.ts'
import { sameList } from '../state/same-list.ts'
import { byDoor, byPromise, placeOf } from '../state/ticket-place.ts'
import { useStations } from '../state/stations/stations.ts'

/** The open tickets by their place: on the wall, by promised time; scheduled; and cancelled. */
export function useOpenTickets() {
  const stations = useStations()
  const own = usePreferences()

  // When the clock, not an event, last moved a ticket to another place.
  const turn = shallowRef(0)
  let nextTurn = Infinity
  onBeforeUnmount(eachSecond((now) => now >= nextTurn && (turn.value = now)))

  const places = computed(() => {
    const now = Math.max(turn.value, hostNow())
    const live: Ticket[] = []
    const cancelled: Ticket[] = []
    const scheduled: Ticket[] = []
    for (const ticket of stations.tickets.values()) {
      const place = placeOf(ticket, now)
      if (place === 'queue') (ticket.cancellation === null ? live : cancelled).push(ticket)
      else if (place === 'scheduled') scheduled.push(ticket)
    }
    live.sort(stations.isExpo ? byDoor : byPromise)
    cancelled.sort(byPromise)
    scheduled.sort((one, other) => Date.parse(one.queueAt) - Date.parse(other.queueAt))
    const first = scheduled[0]
    nextTurn = first === undefined ? Infinity : Date.parse(first.queueAt)
    return { live, cancelled, scheduled }
  })

  const isShown = ({ type }: Ticket) =>
    own.preferences.types.length === 0 || own.preferences.types.includes(type)

  return {
    /** Of every type. */
    live: computed<readonly Ticket[]>((was) => sameList(was, places.value.live)),
    /** Of the types that this screen shows. */
    shown: computed<readonly Ticket[]>((was) => sameList(was, places.value.live.filter(isShown))),
    cancelled: computed<readonly Ticket[]>((was) =>
      sameList(was, places.value.cancelled.filter(isShown)),
    ),
    scheduled: computed<readonly Ticket[]>((was) => sameList(was, places.value.scheduled)),
    counts: computed<Record<OrderType, number>>((was) => {
      const count: Record<OrderType, number> = { delivery: 0, pickup: 0, table: 0, other: 0 }
      for (const { type } of places.value.live) count[type]++
      return was !== undefined && orderTypes.every((type) => was[type] === count[type])
        ? was
        : count
    }),
  }
}

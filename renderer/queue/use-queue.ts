import { computed, onBeforeUnmount, shallowRef, watch, type ShallowRef } from 'vue'
import type { OrderType, Ticket } from '#contract/ticket.ts'
import { eachSecond, hostNow } from '../clock/host-clock.ts'
import { usePreferences } from '../state/preferences.ts'
import { useTickets } from '../state/tickets.ts'
import { arrange, type Slot } from './arrange.ts'
import { wantedHeight } from './height.ts'
import { tallCards } from './layout.ts'
import { byPromise, placeOf } from '../state/ticket-place.ts'
import { useGrid } from './use-grid.ts'
import { useHold } from './use-hold.ts'

// A little too high scrolls within the card; two rows are for what is clearly long.
const tolerance = 1.15

/** What stands on the glass and where: slots in their order, and what is to come. */
export function useQueue(
  scroller: Readonly<ShallowRef<HTMLElement | null>>,
  probe: Readonly<ShallowRef<HTMLElement | null>>,
) {
  const tickets = useTickets()
  const own = usePreferences()
  const { held, touch } = useHold(scroller)
  const grid = useGrid(scroller, probe, held)

  // When the clock, not a message, last changed where a ticket belongs.
  const turn = shallowRef(0)
  let nextTurn = Infinity
  onBeforeUnmount(eachSecond((now) => now >= nextTurn && (turn.value = now)))

  const places = computed(() => {
    const now = Math.max(turn.value, hostNow())
    const found = { queue: [] as Ticket[], scheduled: [] as Ticket[] }
    for (const ticket of tickets.tickets.values()) {
      const place = placeOf(ticket, now)
      if (place === 'queue' || place === 'scheduled') found[place].push(ticket)
    }
    found.queue.sort(byPromise)
    found.scheduled.sort((one, other) => Date.parse(one.queueAt) - Date.parse(other.queueAt))
    const first = found.scheduled[0]
    nextTurn = first === undefined ? Infinity : Date.parse(first.queueAt)
    return found
  })

  const counts = computed(() => {
    const count: Record<OrderType, number> = { delivery: 0, pickup: 0, table: 0, other: 0 }
    for (const { type } of places.value.queue) count[type]++
    return count
  })

  let heights = new WeakMap<Ticket, number>()
  watch(
    () => grid.value.columnWidth / grid.value.rem,
    () => (heights = new WeakMap()),
    { flush: 'sync' },
  )
  function isLong(ticket: Ticket): boolean {
    const { columnWidth, rowHeight, rem } = grid.value
    const height = heights.get(ticket) ?? wantedHeight(ticket, columnWidth / rem)
    heights.set(ticket, height)
    return height * rem > rowHeight * tolerance
  }

  const slots = shallowRef<readonly Slot[]>([])
  const scheduled = shallowRef<readonly Ticket[]>([])
  watch(
    [places, grid, held, () => own.preferences.types],
    ([{ queue, scheduled: later }, , isHeld, types]) => {
      const wanted = types.length === 0 ? queue : queue.filter(({ type }) => types.includes(type))
      const tall = tallCards(wanted.map(isLong), grid.value)
      const rows = new Map(wanted.map(({ id }, nth) => [id, tall[nth] ? 2 : 1] as const))
      slots.value = arrange(slots.value, wanted, isHeld, ({ id }) => rows.get(id) ?? 1)
      // The lane stands above the cards: it may not push them under a finger either.
      if (!isHeld) scheduled.value = later
    },
    { immediate: true },
  )

  return {
    slots,
    scheduled,
    counts,
    grid,
    touch,
    open: computed(() => places.value.queue.length),
  }
}

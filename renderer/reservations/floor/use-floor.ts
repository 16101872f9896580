import { computed, inject, provide, shallowRef, type InjectionKey } from 'vue'
import type { Reservation, ReservationList } from '#contract/reservations/reservations.ts'
import { hostNow, useEachSecond } from '../../clock/host-clock.ts'
import { dropOf, type Drop, type Source } from './drop.ts'
import { floorAt, type Floor } from './table-state.ts'
import { useFloorActions } from './use-floor-actions.ts'

const minute = 60_000

/** A place on screen, in pixels. */
export interface Point {
  x: number
  y: number
}

function createFloor(list: () => ReservationList | null) {
  const now = shallowRef(hostNow())
  useEachSecond((to) => {
    if (Math.floor(to / minute) !== Math.floor(now.value / minute)) now.value = to
  })
  const floor = computed((): Floor | null => {
    const shown = list()
    // Whoever just sat down did so after the last full minute.
    return shown && floorAt(shown, Math.max(now.value, Date.parse(shown.now)))
  })
  const actions = useFloorActions(() => floor.value)

  /** What the next tap on a table moves. */
  const picked = shallowRef<Source | null>(null)
  /** Where the pointer carries it; null if it was picked with a tap or a key. */
  const carriedTo = shallowRef<Point | null>(null)
  /** The table that it would be dropped on now. */
  const target = shallowRef<string | null>(null)

  /** What dropping it on each table means; null if nothing is picked. */
  const drops = computed((): ReadonlyMap<string, Drop> | null => {
    const [source, shown] = [picked.value, floor.value]
    if (source === null || shown === null) return null
    return new Map([...shown.states.keys()].map((id) => [id, dropOf(source, id, shown)]))
  })
  /** The party that is moved; null for a free table. */
  const pickedParty = computed((): Reservation | null => {
    const [source, shown] = [picked.value, floor.value]
    if (source === null || shown === null) return null
    return source.kind === 'party'
      ? (shown.reservations.find(({ id }) => id === source.reservationId) ?? null)
      : (shown.states.get(source.tableId)?.sitting?.party ?? null)
  })

  function letGo(): void {
    picked.value = null
    carriedTo.value = null
    target.value = null
  }
  function pick(source: Source): void {
    letGo()
    picked.value = source
  }
  function dropOn(tableId: string): void {
    const drop = drops.value?.get(tableId)
    if (drop === undefined) return
    letGo()
    void actions.drop(drop)
  }

  return {
    list,
    floor,
    picked,
    pickedParty,
    carriedTo,
    target,
    drops,
    pick,
    letGo,
    dropOn,
    actions,
  }
}

type FloorHand = ReturnType<typeof createFloor>
const floorKey: InjectionKey<FloorHand> = Symbol('floor')

/** The floor plan of a list and what is being moved on it, for the lists and views beside it too. */
export function provideFloor(list: () => ReservationList | null): FloorHand {
  const floor = createFloor(list)
  provide(floorKey, floor)
  return floor
}

export function useFloor(): FloorHand {
  const floor = inject(floorKey)
  if (floor === undefined) throw new Error('provideFloor is missing')
  return floor
}

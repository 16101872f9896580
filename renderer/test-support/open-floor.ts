import { defineComponent, h, shallowRef } from 'vue'
import type { Reservation, ReservationList } from '#contract/reservations/reservations.ts'
import { defaultSettings } from '#contract/settings/settings.ts'
import FloorOverlay from '../reservations/floor/FloorOverlay.vue'
import FloorPlanView from '../reservations/floor/FloorPlan.vue'
import { provideFloor, useFloor } from '../reservations/floor/use-floor.ts'
import { useDragParty } from '../reservations/floor/use-drag.ts'
import ToastStack from '../ui/note/ToastStack.vue'
import { eveningPlan } from './evening-plan.ts'
import { FakeBridge } from './fake-bridge.ts'
import { mountComponent } from './mount-component.ts'
import { makeReservation, makeReservations, today } from './open-reservations.ts'

const minute = 60_000
/** Minutes from now, or before now. */
const inMinutes = (minutes: number): string => new Date(Date.now() + minutes * minute).toISOString()

/** A party of today; `starts` is in minutes from now. */
export const party = (
  id: string,
  firstName: string,
  partySize: number,
  tableIds: string[],
  starts: number,
  some: Partial<Reservation> = {},
): Reservation => {
  const durationMinutes = some.durationMinutes ?? 90
  const startsAt = inMinutes(starts)
  return {
    ...makeReservation(),
    ...{ id, firstName, lastName: '', partySize, tableIds, startsAt, durationMinutes },
    ...{ businessDay: today, day: today, sectorId: 's1' },
    endsAt: inMinutes(starts + durationMinutes),
    seatedAt: some.visit === 'seated' ? startsAt : null,
    leftAt: null,
    quote: null,
    messages: [],
    otherTables: null,
    ...some,
  }
}
export const seated = (
  id: string,
  firstName: string,
  partySize: number,
  tableIds: string[],
  since: number,
  some: Partial<Reservation> = {},
): Reservation => party(id, firstName, partySize, tableIds, -since, { visit: 'seated', ...some })

export const floorList = (reservations: Reservation[], plan = eveningPlan()): ReservationList => ({
  ...makeReservations(reservations, { plan }),
  turnTimes: [
    { upTo: 2, minutes: 90, visits: 0 },
    { upTo: null, minutes: 120, visits: 0 },
  ],
})

/**
 * Opens the floor plan with a list of parties beside it, in a frame of that size. Returns the host
 * and how to show another list.
 */
export async function openFloor(list: ReservationList, { width = 900, height = 640 } = {}) {
  const bridge = new FakeBridge()
  Object.assign(bridge.answers, {
    'settings.get': defaultSettings,
    'reservations.setVisit': null,
    'reservations.setSeats': null,
    'reservations.cancel': null,
    'reservations.create': list.reservations[0] ?? makeReservation(),
  })
  const shown = shallowRef(list)
  const opened: string[] = []
  let draws = 0
  const Row = defineComponent(() => {
    const { pick } = useFloor()
    const press = useDragParty()
    return () =>
      shown.value.reservations.map((one) =>
        h(
          'button',
          {
            'data-party': one.id,
            onPointerdown: (event: PointerEvent) => press(event, one),
            onClick: () => pick({ kind: 'party', reservationId: one.id }),
          },
          `Seat ${one.firstName}`,
        ),
      )
  })
  const Stand = defineComponent(() => {
    provideFloor(() => shown.value)
    return () =>
      h('main', [
        h('h1', { class: 'visually-hidden' }, 'Stand'),
        h('div', { style: { width: `min(100vw, ${width}px)`, height: `${height}px` } }, [
          h(FloorPlanView, {
            day: today,
            turnTimes: shown.value.turnTimes,
            chosen: null,
            onOpen: (id: string) => opened.push(id),
            onDraw: () => draws++,
          }),
        ]),
        h('div', { class: 'flex flex-wrap' }, h(Row)),
        h(FloorOverlay),
        h(ToastStack),
      ])
  })
  await mountComponent(Stand, bridge)
  return {
    bridge,
    opened,
    draws: () => draws,
    show: (next: ReservationList) => (shown.value = next),
  }
}

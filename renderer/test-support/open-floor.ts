import { defineComponent, h, shallowRef } from 'vue'
import type {
  FloorPlan,
  Reservation,
  ReservationList,
} from '#contract/reservations/reservations.ts'
import { defaultSettings } from '#contract/settings/settings.ts'
import FloorOverlay from '../reservations/floor/FloorOverlay.vue'
import FloorPlanView from '../reservations/floor/FloorPlan.vue'
import { provideFloor, useFloor } from '../reservations/floor/use-floor.ts'
import { useDragParty } from '../reservations/floor/use-drag.ts'
import ToastStack from '../ui/note/ToastStack.vue'
import { FakeBridge } from './fake-bridge.ts'
import { mountComponent } from './mount-component.ts'
import { makeReservation, makeReservations, today } from './open-reservations.ts'

type PlanTable = FloorPlan['sectors'][number]['tables'][number]
const minute = 60_000
/** Minutes from now, or before now. */
const inMinutes = (minutes: number): string => new Date(Date.now() + minutes * minute).toISOString()

const planTable = (
  name: string,
  seats: number,
  x: number,
  y: number,
  some: Partial<PlanTable> = {},
): PlanTable => ({
  ...{ id: `t${name}`, name, seats, learned: false, shape: 'square' },
  place: { x, y, turn: 0 },
  ...some,
})

/** Two sectors with twenty tables. */
export const eveningPlan = (): FloorPlan => ({
  sectors: [
    {
      id: 's1',
      name: 'Salón',
      tables: [
        ...[1, 2, 3, 4].map((n) => planTable(String(n), n === 4 ? 4 : 2, (n - 1) * 6 + 2, 5)),
        planTable('5', 4, 2, 11),
        planTable('6', 4, 8, 11),
        planTable('7', 6, 14, 11, { shape: 'round' }),
        planTable('8', 2, 20, 11, { shape: 'round' }),
        planTable('9', 8, 2, 17),
        planTable('10', 8, 11, 17),
        planTable('12', 4, 20, 17, { place: { x: 20, y: 17, turn: 45 } }),
      ],
      fixtures: [{ id: 'f1', kind: 'bar', x: 1, y: 1, width: 16, height: 2 }],
    },
    {
      id: 's2',
      name: 'Terraza',
      tables: [
        ...[20, 21, 22].map((n) => planTable(String(n), 4, (n - 20) * 6 + 2, 2)),
        ...[23, 24, 25].map((n) =>
          planTable(String(n), 4, (n - 23) * 6 + 2, 8, { shape: 'round' }),
        ),
        planTable('26', 6, 2, 14),
        planTable('27', 6, 9, 14),
        planTable('28', 2, 16, 14),
      ],
      fixtures: [{ id: 'f2', kind: 'wall', x: 0, y: 18, width: 21, height: 1 }],
    },
  ],
})

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

import { expect } from 'vitest'
import type { App } from 'vue'
import {
  deliveryChoices,
  type Delivery,
  type DeliveryState,
} from '#contract/deliveries/delivery.ts'
import type { GuestRow } from '#contract/guests/guests.ts'
import type { ReservationList, Reservation } from '#contract/reservations/reservations.ts'
import { defaultSettings } from '#contract/settings/settings.ts'
import { start } from '../app/start.ts'
import { addDays, dayOf, instantAt } from '../clock/instant-at.ts'
import { FakeBridge } from './fake-bridge.ts'
import { makeGuestList } from './open-guests.ts'

const timeZone = 'America/Santiago'
/** The day by the store's clock, which begins at 04:00. */
const businessDayOf = (at: number): string => dayOf(at - 4 * 3_600_000, timeZone)
/** By the store's clock, like everything here. */
export const today = businessDayOf(Date.now())
export const tomorrow = addDays(today, 1)
/** The calendar is a day ahead of the business day. */
export const isPastMidnight = dayOf(Date.now(), timeZone) !== today
export const at = (time: string, day = tomorrow): string => instantAt(day, time, timeZone)

/** A table that nobody has placed. */
export const makeTable = (name: string, seats = 4) => ({
  id: `t${name}`,
  name,
  seats,
  learned: false,
  shape: 'square' as const,
  place: null,
})

/** A delivery; one that needs a decision offers all choices by default. */
export const delivery = (state: DeliveryState, some: Partial<Delivery> = {}): Delivery => ({
  state,
  since: at('12:00', today),
  ...(['refused', 'unknown', 'expired'].includes(state) && { choices: deliveryChoices }),
  ...some,
})

/** A booked reservation for tomorrow at 20:30, by default. */
export function makeReservation(some: Partial<Reservation> = {}): Reservation {
  const startsAt = some.startsAt ?? at('20:30')
  return {
    id: 'r1',
    kind: 'booked',
    reference: 'K7QXM',
    platformId: 'platform-1',
    code: 'RES-1',
    delivery: delivery('confirmed'),
    isHeld: false,
    isDiscarded: false,
    visit: 'expected',
    day: dayOf(Date.parse(startsAt), timeZone),
    businessDay: businessDayOf(Date.parse(startsAt)),
    endsAt: new Date(Date.parse(startsAt) + 7_200_000).toISOString(),
    seatedAt: null,
    leftAt: null,
    quote: null,
    messages: [],
    otherTables: null,
    cancellation: null,
    change: null,
    takenAt: new Date().toISOString(),
    takenOn: 'Caja',
    partySize: 4,
    startsAt,
    durationMinutes: 120,
    firstName: 'Renata',
    lastName: 'Inventada',
    phone: '+56922223333',
    phoneForMessages: '+56922223333',
    email: '',
    occasion: null,
    sectorId: 's1',
    tableIds: ['t3'],
    requests: '',
    allergies: '',
    clientId: null,
    ...some,
  }
}

/** The days around today, open from noon to midnight, with two sectors. */
export const makeReservations = (
  reservations: Reservation[],
  some: Partial<ReservationList> = {},
): ReservationList => ({
  revision: 1,
  now: new Date().toISOString(),
  timeZone,
  days: Array.from({ length: 15 }, (_, nth) => addDays(today, nth - 7)).map((day) => ({
    day,
    open: [{ from: at('12:00', day), to: at('00:00', addDays(day, 1)) }],
  })),
  reservations,
  plan: {
    sectors: [
      {
        id: 's1',
        name: 'Salón',
        tables: [makeTable('1', 2), makeTable('3'), makeTable('5')],
        fixtures: [],
      },
      { id: 's2', name: 'Terraza', tables: [makeTable('11', 8)], fixtures: [] },
    ],
  },
  coversPerHalfHour: null,
  turnTimes: [
    { upTo: 2, minutes: 90, visits: 0 },
    { upTo: null, minutes: 120, visits: 0 },
  ],
  ...some,
})

export const makeClient = (some: Partial<GuestRow> = {}): GuestRow => ({
  clientId: 'c1',
  isMember: true,
  name: 'Camila Rojas',
  phone: '+56961234514',
  phoneShown: '+56 9 6123 4514',
  email: 'camila@example.com',
  ordersCount: 6,
  pointsBalance: 100,
  lastOrder: null,
  marketingEmails: null,
  visits: null,
  lastVisit: null,
  noShows: 0,
  birthdayMonth: null,
  tags: [],
  ...some,
})

let app: App | undefined

/** Opens the app in its reservations, on tomorrow's page, with a fake host. */
export async function openReservations(
  reservations: Reservation[] = [],
  {
    query = `day=${tomorrow}`,
    answers = {},
  }: { query?: string; answers?: FakeBridge['answers'] } = {},
): Promise<FakeBridge> {
  const bridge = new FakeBridge()
  Object.assign(bridge.answers, {
    'settings.get': defaultSettings,
    'reservations.list': makeReservations(reservations),
    'reservations.check': [],
    'reservations.search': [],
    'reservations.ahead': [],
    'deliveries.decide': 1,
    'reservations.setVisit': null,
    'reservations.cancel': null,
    'reservations.undoCancel': null,
    'guests.list': makeGuestList([]),
    'reservations.undoReplace': null,
    ...answers,
  })
  location.hash = `#/reservations?${query}`
  const root = document.createElement('div')
  document.body.replaceChildren(root)
  app = await start(bridge, root)
  // Elements behind an open drawer have no role, so use a selector.
  await expect.poll(() => document.querySelector('main .reservations, main .intake')).not.toBeNull()
  return bridge
}

/** Notifies the page of new reservations, as the host does. */
export function changeReservations(
  bridge: FakeBridge,
  reservations: Reservation[],
  some: Partial<ReservationList> = {},
): void {
  bridge.answers['reservations.list'] = makeReservations(reservations, some)
  const days = reservations.map(({ businessDay }) => businessDay)
  bridge.notify({ type: 'reservations.changed', revision: 2, days: [tomorrow, ...days] })
}

/** Call after each test. */
export function closeReservations(): void {
  app?.unmount()
  location.hash = ''
}

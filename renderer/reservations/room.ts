import { addMessages } from '../locales/i18n.ts'
import type { DeliveryAlert, Room } from '../ui/page/room.ts'
import type en from './entry/messages/en.json'

const say = addMessages<typeof en>(
  import.meta.glob('./entry/messages/*.json', { eager: true, import: 'default' }),
)

const lookedAtHere: DeliveryAlert = {
  isLookedAt: true,
  one: ({ about: { reservation } }) => ({
    path: '/reservations',
    query: reservation === undefined ? {} : { day: reservation.day, open: reservation.id },
  }),
}

export const reservationsRoom: Room = {
  path: '/reservations',
  roles: ['counter', 'manager'],
  area: 'front',
  name: () => say('roomName.reservations'),
  help: 'front/reservations',
  keyArea: 'reservations',
  deliveries: { reservation: lookedAtHere, 'reservation-cancel': lookedAtHere },
  view: () => import('./ReservationsView.vue'),
  keys: () => import('./reservation-keys.ts').then(({ reservationKeys }) => reservationKeys()),
}

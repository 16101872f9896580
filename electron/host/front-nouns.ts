import type { ConnectionNoun } from './connection/connection.ts'
import { createCoupons } from './coupons/coupons.ts'
import { createGuests } from './guests/guests.ts'
import type { NounDeps } from './host-deps.ts'
import type { MenuNoun } from './menu/menu.ts'
import type { Orders } from './orders/orders.ts'
import { createReservations } from './reservations/reservations.ts'

interface FrontNounsDeps {
  shared: NounDeps
  store: ConnectionNoun
  menu: Pick<MenuNoun, 'all' | 'hours'>
  orders: () => Pick<Orders, 'order' | 'touchAll'>
  /** Everything of guests was forgotten. */
  onPurged(): void
}

/** Builds the nouns of the front of house: guests, the book, coupons. */
export function createFrontNouns({ shared, store, menu, orders, onPurged }: FrontNounsDeps) {
  const countryCode = (): string => store.store?.countryCode ?? ''
  const reservations = createReservations({
    ...shared,
    countryCode,
    hours: () => menu.hours,
  })
  const guests = createGuests({
    ...shared,
    isChosen: shared.isChosen ?? (() => false),
    countryCode,
    storeName: (id) =>
      store.stores.find((each) => each.id === id || each.externalId === id)?.name ?? null,
    onNoted() {
      orders().touchAll()
      shared.changed()
    },
    forgetReservations: () => reservations.forgetGuests(Date.parse('9999-12-31')),
    onPurged,
  })
  const coupons = createCoupons({
    ...shared,
    storeId: () => store.store?.id ?? shared.storeId,
    menus: () => menu.all,
    stores: () => store.stores,
    orderOf: (ticketId) => orders().order(ticketId),
  })
  return { guests, reservations, nouns: [coupons, reservations, guests] as const }
}

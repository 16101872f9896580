import type { KeyArea } from '#contract/connection/key-access.ts'
import type { Dialect } from './dialect.ts'

/** Whether the platform let the key use an operation. */
export interface KeyVerdict {
  area: KeyArea
  /** Method and path template, without ids. */
  operation: string
  writes: boolean
  allowed: boolean
}

/** By the operation's own area. The sales channel has its own key, and everybody may ask about the token. */
const areas: Readonly<Record<string, KeyArea>> = {
  Orders: 'orders',
  Menus: 'stock',
  Stock: 'stock',
  Reservations: 'reservations',
  Loyalty: 'guests',
  Coupons: 'coupons',
  Tabs: 'payments',
  Stores: 'store',
}

/** The area whose permission an operation needs; undefined for none. */
export const keyAreaOf = ({ area }: { area: string }): KeyArea | undefined => areas[area]

const words = (text: string): string[] => text.split(' ').filter((word) => word !== '')

/** The permissions that open each area, as the dialect names them. */
export const permissionsOf = (dialect: Dialect): Record<KeyArea, string[]> => ({
  orders: words(dialect.permissionsOrders),
  stock: words(dialect.permissionsStock),
  reservations: words(dialect.permissionsReservations),
  guests: words(dialect.permissionsGuests),
  coupons: words(dialect.permissionsCoupons),
  payments: words(dialect.permissionsPayments),
  store: words(dialect.permissionsStore),
})

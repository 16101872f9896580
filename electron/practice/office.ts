import type { Hono } from 'hono'
import { createCouponBook } from './coupons/book.ts'
import { coupons } from './coupons/coupons.ts'
import type { Effects } from './effects.ts'
import { loyalty } from './loyalty/loyalty.ts'
import { createLoyaltyProgram } from './loyalty/program.ts'
import { createReservationBook, type WireReservation } from './reservations/book.ts'
import { reservations } from './reservations/reservations.ts'
import { createStoreBook } from './stores/book.ts'
import { stores, storeSchedule } from './stores/stores.ts'
import { createSalesChannel, salesChannel } from './tabs/sales-channel.ts'
import { tabs } from './tabs/tabs.ts'
import { createTill } from './tabs/till.ts'

interface OfficeOptions {
  seed: number
  /** Epoch milliseconds. */
  now: () => number
  effects: Effects
}

/** What the platform keeps beside the kitchen: stores, tills, reservations, coupons, guests and the sales channel. */
export interface Office {
  /** The endpoints, by interface. */
  areas: { v3: Hono[]; v1: Hono[]; tabs: Hono[] }
  /** Newest first. */
  reservations(): WireReservation[]
  /** The id of the sales channel, for complete-order. */
  salesChannelConfigId: string
}

export function createOffice({ seed, now, effects }: OfficeOptions): Office {
  const storeBook = createStoreBook({ now, effects })
  const reservationBook = createReservationBook({ seed, now, effects })
  const channel = createSalesChannel({ effects })
  return {
    areas: {
      v3: [
        coupons(createCouponBook({ now, effects })),
        loyalty(createLoyaltyProgram({ seed, now })),
        stores(storeBook),
        tabs({ till: createTill({ seed, now }), stores: storeBook }),
        reservations({ book: reservationBook, stores: storeBook, now }),
      ],
      v1: [storeSchedule(storeBook)],
      tabs: [salesChannel(channel)],
    },
    reservations: reservationBook.list,
    salesChannelConfigId: channel.id,
  }
}

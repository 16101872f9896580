import { createCouponBook, type CouponBook } from './coupons/book.ts'
import { coupons } from './coupons/coupons.ts'
import type { Effects } from './effects.ts'
import { loyalty } from './loyalty/loyalty.ts'
import { createLargeProgram } from './loyalty/large-program.ts'
import { createLoyaltyProgram } from './loyalty/program.ts'
import type { WebsiteFacts } from './practice-store.ts'
import { createReservationBook, type WireReservation } from './reservations/book.ts'
import { reservations } from './reservations/reservations.ts'
import { createStoreBook } from './stores/book.ts'
import { stores } from './stores/stores.ts'
import { createSalesChannel, salesChannel, type SalesChannel } from './tabs/sales-channel.ts'
import { tabs } from './tabs/tabs.ts'
import type { WireTabPayment } from './tabs/payment.ts'
import type { WireShift } from './tabs/shift.ts'
import { createTill } from './tabs/till.ts'

/** A program with more clients than these is made up as it is asked for. */
const mostKept = 20_000

interface OfficeOptions {
  seed: number
  /** Epoch milliseconds. */
  now: () => number
  effects: Effects
  website: WebsiteFacts
  /** What there is of its own; default the practice website's. */
  coupons?: readonly unknown[]
  clients?: number
  channelOrders?: readonly string[]
  /** Of each till; default as it is set up. */
  payments?: number | undefined
  misstated?: number | undefined
}

/** A till from the outside. Each throws where there is no such thing. */
export interface OfficeTill {
  /** Oldest first. */
  payments(): WireTabPayment[]
  /** Oldest first. */
  shifts(): WireShift[]
  /** Somebody pays in the open shift, now; what `wish` names is taken over, else 10,000 in cash. */
  pay(wish?: Partial<WireTabPayment>): WireTabPayment
  voidPayment(id: string): WireTabPayment
  endShift(): WireShift
}

type OfficeRooms = ReturnType<typeof coupons> &
  ReturnType<typeof loyalty> &
  ReturnType<typeof stores> &
  ReturnType<typeof tabs> &
  ReturnType<typeof reservations> &
  ReturnType<typeof salesChannel>

/** What the platform keeps beside the kitchen: stores, tills, reservations, coupons, guests and the sales channel. */
export interface Office {
  rooms: OfficeRooms
  /** Newest first. */
  reservations(): WireReservation[]
  changeCouponElsewhere: CouponBook['changeElsewhere']
  /** What happens at the till of the website's own store. */
  till: OfficeTill
  /** The preparation time that was set for a store, in minutes; null where nobody set one. */
  preparationOf(storeId: string): number | null
  /** An outside system puts an order into the store by way of the sales channel. */
  inject: SalesChannel['inject']
}

export function createOffice({ seed, now, effects, website, ...own }: OfficeOptions): Office {
  const { info, stores: known } = website
  const storeBook = createStoreBook({ now, effects, stores: known })
  const couponBook = createCouponBook({
    now,
    effects,
    website: info.website,
    ...(own.coupons !== undefined && { coupons: own.coupons }),
  })
  const reservationBook = createReservationBook({ seed, now, effects })
  const channel = createSalesChannel({
    effects,
    id: website.salesChannelConfigId,
    ...(own.channelOrders !== undefined && { orderIds: own.channelOrders }),
  })
  const till = createTill({ seed, now, payments: own.payments, misstated: own.misstated })
  const open = (own.clients ?? 0) > mostKept ? createLargeProgram : createLoyaltyProgram
  const program = open({ seed, now, info, clients: own.clients })
  function home() {
    const store = storeBook.find(website.home.id)
    if (store === undefined) throw new Error('a website without a store')
    return store
  }
  return {
    rooms: {
      ...coupons(couponBook),
      ...loyalty(program),
      ...stores(storeBook, now),
      ...tabs({ till, stores: storeBook }),
      ...reservations({ book: reservationBook, stores: storeBook, now }),
      ...salesChannel(channel),
    },
    reservations: reservationBook.list,
    till: {
      payments: () => till.of(home()).payments,
      shifts: () => till.of(home()).shifts,
      pay: (wish) => till.pay(home(), wish),
      voidPayment: (id) => till.void(home(), id),
      endShift: () => till.endShift(home()),
    },
    changeCouponElsewhere: couponBook.changeElsewhere,
    preparationOf: storeBook.preparationSet,
    inject: channel.inject,
  }
}

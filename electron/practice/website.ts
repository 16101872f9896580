import secondFile from '../../resources/practice/second-website.json' with { type: 'json' }
import { answers, type Rooms } from './answers.ts'
import type { Effects } from './effects.ts'
import type { PracticeEvent, Stamper } from './events/event.ts'
import { menu } from './menu/menu.ts'
import { type MenuPayload, practiceMenus } from './menu/payload.ts'
import { createOrderDesk, type OrderDesk } from './orders/desk.ts'
import { orders } from './orders/orders.ts'
import type { WireOrder } from './orders/wire.ts'
import { type WebsiteFacts, firstWebsite, secondWebsite } from './practice-store.ts'
import { createStockRoom, type StockRoom } from './stock/stock-room.ts'
import { createCouponBook, type CouponBook, coupons } from './coupons/coupons.ts'
import { loyalty } from './loyalty/loyalty.ts'
import { createLargeProgram, createLoyaltyProgram } from './loyalty/program.ts'
import {
  createReservationBook,
  type WireReservation,
  reservations,
} from './reservations/reservations.ts'
import { createStoreBook, stores } from './stores/stores.ts'
import { createSalesChannel, salesChannel, type SalesChannel } from './tabs/sales-channel.ts'
import { tabs, createTill } from './tabs/tabs.ts'
import type { WireTabPayment } from './tabs/payments.ts'
import type { WireShift } from './tabs/shift.ts'

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

function createOffice({ seed, now, effects, website, ...own }: OfficeOptions): Office {
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

/** One brand on the platform with everything that is its own. Nothing here is shared with another brand. */
export interface Website {
  readonly facts: WebsiteFacts
  readonly desk: OrderDesk
  readonly stockRoom: StockRoom
  readonly office: Office
  readonly rooms: Rooms
  /** Which of its stores its token sees from now on; null: all of them. */
  showStores(ids: readonly string[] | null): void
}

interface WebsiteDeps {
  seed: number
  now: () => number
  send: (event: PracticeEvent) => Promise<unknown>
  effects: Effects
  stamper: Stamper
  processMs: number
  closing: AbortSignal
  onReady: (order: WireOrder) => void
}

/** What a website begins with. */
interface Beginning {
  facts: WebsiteFacts
  menus: readonly MenuPayload[]
  coupons?: readonly unknown[]
  clients?: number
  channelOrders?: readonly string[]
  payments?: number | undefined
  misstated?: number | undefined
}

function openWebsite(
  { facts, menus, ...own }: Beginning,
  { processMs, closing, onReady, ...deps }: WebsiteDeps,
): Website {
  const { info, stores, home } = facts
  let shown: readonly string[] | null = null
  const office = createOffice({ ...deps, ...own, website: facts })
  const stockRoom = createStockRoom({
    ...deps,
    processMs,
    closing,
    menus,
    stores,
    websiteId: home.websiteId,
  })
  const { board, book } = stockRoom
  const desk = createOrderDesk({
    ...deps,
    home,
    preparationOf: office.preparationOf,
    menuOf: board.of,
    onPlaced(order) {
      book.consume(order)
      // The till of the practice store knows its orders by way of the channel, by their own ids.
      office.inject(order._id)
    },
    onReady,
  })
  const readMe = answers('readMe', {
    answer: () => ({
      ...info,
      stores: info.stores.filter(({ _id }) => shown?.includes(_id) ?? true),
    }),
  })
  return {
    facts,
    desk,
    stockRoom,
    office,
    rooms: { readMe, ...menu(board), ...orders(desk), ...stockRoom.rooms, ...office.rooms },
    showStores(ids) {
      shown = ids
    },
  }
}

/** The website of the practice store. */
export const openFirstWebsite = (
  deps: WebsiteDeps,
  { clients, ...own }: Pick<Beginning, 'payments' | 'misstated'> & { clients?: number | undefined },
): Website =>
  openWebsite(
    {
      facts: firstWebsite,
      menus: practiceMenus,
      ...own,
      ...(clients !== undefined && { clients }),
    },
    deps,
  )

/** A brand next door: one store by the sea, a short menu, two coupons, twelve clients, and no till yet. */
export const openSecondWebsite = (deps: WebsiteDeps): Website =>
  openWebsite(
    {
      facts: secondWebsite,
      menus: [secondFile.menu],
      coupons: secondFile.coupons,
      clients: secondFile.clients,
      channelOrders: ['sea-2001'],
    },
    // Its people and ids are others.
    { ...deps, seed: deps.seed + 500_000 },
  )

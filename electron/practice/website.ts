import secondFile from '../../resources/practice/second-website.json' with { type: 'json' }
import { answers, joinOperations, type Rooms } from './answers.ts'
import type { Notification } from './events/event.ts'
import { MenuOperations } from './menu/menu.ts'
import { type MenuPayload, practiceMenus } from './menu/payload.ts'
import { OrderDesk } from './orders/desk.ts'
import { OrderOperations } from './orders/orders.ts'
import type { WireOrder } from './orders/wire.ts'
import {
  type WebsiteFacts,
  firstWebsite,
  inTimeZone,
  secondWebsite,
  withBranches,
} from './practice-store.ts'
import { StockRoom } from './stock/stock-room.ts'
import { CouponOperations, PracticeCoupons } from './coupons/coupons.ts'
import type { CouponChange, WireCoupon } from './coupons/change.ts'
import { LoyaltyOperations } from './loyalty/loyalty.ts'
import { LargeProgram } from './loyalty/large-program.ts'
import { StoredProgram } from './loyalty/program.ts'
import {
  PracticeReservations,
  ReservationOperations,
  type WireReservation,
} from './reservations/reservations.ts'
import { PracticeStores, StoreOperations, type WireStore } from './stores/stores.ts'
import type { ScheduleChange } from './stores/schedule.ts'
import { ChannelOperations, SalesChannel } from './tabs/sales-channel.ts'
import { TabOperations } from './tabs/tabs.ts'
import { Till } from './tabs/till.ts'
import type { WireTabPayment } from './tabs/payments.ts'
import type { WireShift } from './tabs/shift.ts'

/** A program with more clients generates them on request. */
const maxStored = 20_000

interface WebsiteDeps extends Notification {
  processMs: number
  closing: AbortSignal
  onReady: (order: WireOrder) => void
}

/** The data that a website starts with; missing values are those of the practice website. */
interface Beginning {
  facts: WebsiteFacts
  menus: readonly MenuPayload[]
  coupons?: readonly unknown[]
  clients?: number | undefined
  /** Of the sales channel. */
  orderIds?: readonly string[]
  /** For each till; defaults to the till's own setup. */
  payments?: number | undefined
  misstated?: number | undefined
}

/**
 * The till of a website's home store, for tests and tools. Each method throws if the store or the
 * shift does not exist.
 */
class HomeTill {
  readonly #till: Till
  readonly #stores: PracticeStores
  readonly #homeId: string

  constructor(till: Till, stores: PracticeStores, homeId: string) {
    this.#till = till
    this.#stores = stores
    this.#homeId = homeId
  }

  /** Oldest first. */
  payments(): WireTabPayment[] {
    return this.#till.of(this.#store()).payments
  }

  /** Oldest first. */
  shifts(): WireShift[] {
    return this.#till.of(this.#store()).shifts
  }

  /** Pays in the open shift, now: 10,000 in cash, unless `request` says otherwise. */
  pay(request?: Partial<WireTabPayment>): WireTabPayment {
    return this.#till.pay(this.#store(), request)
  }

  voidPayment(id: string): WireTabPayment {
    return this.#till.void(this.#store(), id)
  }

  endShift(): WireShift {
    return this.#till.endShift(this.#store())
  }

  #store(): WireStore {
    const store = this.#stores.find(this.#homeId)
    if (store === undefined) throw new Error('a website without a store')
    return store
  }
}

/** One brand on the platform with all its data. Brands share nothing. */
export class Website {
  readonly facts: WebsiteFacts
  readonly rooms: Rooms
  readonly desk: OrderDesk
  readonly stockRoom: StockRoom
  readonly till: HomeTill
  readonly #stores: PracticeStores
  readonly #coupons: PracticeCoupons
  readonly #reservations: PracticeReservations
  #shownStores: readonly string[] | null = null

  readonly #readMe = answers('readMe', {
    answer: () => {
      const { info } = this.facts
      const stores = info.stores.filter(({ _id }) => this.#shownStores?.includes(_id) ?? true)
      return { ...info, stores }
    },
  })

  constructor({ facts, menus, clients, ...own }: Beginning, deps: WebsiteDeps) {
    const { seed, now, effects, onReady } = deps
    const { info, home } = facts
    const stores = new PracticeStores({ now, effects, stores: facts.stores })
    const channel = new SalesChannel({ effects, id: facts.salesChannelConfigId, ...own })
    const till = new Till({ seed, now, ...own })
    const stockRoom = new StockRoom({ ...deps, menus, facts })
    this.facts = facts
    this.stockRoom = stockRoom
    this.till = new HomeTill(till, stores, home.id)
    this.#stores = stores
    this.#coupons = new PracticeCoupons({ now, effects, website: info.website, ...own })
    this.#reservations = new PracticeReservations({ seed, now, effects })
    this.desk = new OrderDesk({
      ...deps,
      home,
      preparationOf: (storeId) => stores.preparationSet(storeId),
      menuOf: (storeId) => stockRoom.board.of(storeId),
      onPlaced: (order) => {
        stockRoom.practiceStock.consume(order)
        // The till of the practice store gets its orders from the channel, with the same ids.
        channel.inject(order._id)
      },
      onReady,
    })
    const Program = (clients ?? 0) > maxStored ? LargeProgram : StoredProgram
    this.rooms = joinOperations(
      { readMe: this.#readMe },
      new MenuOperations(stockRoom.board),
      new OrderOperations(this.desk),
      stockRoom.operations,
      new CouponOperations(this.#coupons),
      new LoyaltyOperations(new Program({ seed, now, info, clients })),
      new StoreOperations(stores, now),
      new TabOperations(till, stores),
      new ReservationOperations(this.#reservations, stores, now),
      new ChannelOperations(channel),
    )
  }

  /** From now on guests get these tables, whatever was asked for; null: the tables that were asked for. */
  assignTables(tableIds: string[] | null): void {
    this.#reservations.assignTables(tableIds)
  }

  /** Newest first. */
  reservations(): WireReservation[] {
    return this.#reservations.list()
  }

  /** The store as the platform has it now. */
  store(): WireStore | undefined {
    return this.#stores.find(this.facts.home.id)
  }

  limitPreparation(minutes: number): void {
    this.#stores.limitPreparation(minutes)
  }

  /** Changes the hours like another system; absent fields stay as they are. */
  changeHoursElsewhere(change: ScheduleChange): WireStore {
    return this.#stores.changeSchedule(this.facts.home.id, change)
  }

  changeCouponElsewhere(id: string, change: CouponChange): WireCoupon {
    return this.#coupons.changeElsewhere(id, change)
  }

  /** Limits the stores that the token has access to; null gives access to all. */
  showStores(ids: readonly string[] | null): void {
    this.#shownStores = ids
  }
}

export const openFirstWebsite = (
  deps: WebsiteDeps,
  {
    branches = 0,
    timeZone,
    ...beginning
  }: Pick<Beginning, 'clients' | 'payments' | 'misstated'> & {
    branches?: number
    timeZone?: string
  },
): Website => {
  const { clients, payments, misstated } = beginning
  const website = timeZone === undefined ? firstWebsite : inTimeZone(firstWebsite, timeZone)
  const facts = withBranches(website, branches)
  return new Website({ facts, menus: practiceMenus, clients, payments, misstated }, deps)
}

/** A second brand: one store by the sea, a short menu, two coupons, twelve clients, and no till. */
export const openSecondWebsite = (deps: WebsiteDeps): Website =>
  new Website(
    {
      facts: secondWebsite,
      menus: [secondFile.menu],
      coupons: secondFile.coupons,
      clients: secondFile.clients,
      orderIds: ['sea-2001'],
    },
    // Its clients and ids must differ from the first brand's.
    { ...deps, seed: deps.seed + 500_000 },
  )

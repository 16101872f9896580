import secondFile from '../../resources/practice/second-website.json' with { type: 'json' }
import { answers, type Rooms } from './answers.ts'
import type { Notification } from './events/event.ts'
import { menu } from './menu/menu.ts'
import { type MenuPayload, practiceMenus } from './menu/payload.ts'
import { createOrderDesk } from './orders/desk.ts'
import { orders } from './orders/orders.ts'
import type { WireOrder } from './orders/wire.ts'
import { type WebsiteFacts, firstWebsite, secondWebsite, withBranches } from './practice-store.ts'
import { createStockRoom } from './stock/stock-room.ts'
import { createCouponStore, coupons } from './coupons/coupons.ts'
import { loyalty } from './loyalty/loyalty.ts'
import { createLargeProgram, createLoyaltyProgram } from './loyalty/program.ts'
import { createPracticeReservations, reservations } from './reservations/reservations.ts'
import {
  createPracticeStores,
  stores,
  type PracticeStores,
  type WireStore,
} from './stores/stores.ts'
import { createSalesChannel, salesChannel } from './tabs/sales-channel.ts'
import { tabs, createTill, type Till } from './tabs/tabs.ts'
import type { WireTabPayment } from './tabs/payments.ts'

/** A program with more clients generates them on request. */
const mostStored = 20_000

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
 * A store's till for use in tests and tools. Each function throws if the store or the shift does
 * not exist.
 */
function tillOf(till: Till, stores: PracticeStores, homeId: string) {
  function store(): WireStore {
    const found = stores.find(homeId)
    if (found === undefined) throw new Error('a website without a store')
    return found
  }
  return {
    /** Oldest first. */
    payments: () => till.of(store()).payments,
    /** Oldest first. */
    shifts: () => till.of(store()).shifts,
    /** Pays in the open shift, now. Defaults to 10,000 in cash; `given` replaces single fields. */
    pay: (given?: Partial<WireTabPayment>) => till.pay(store(), given),
    voidPayment: (id: string) => till.void(store(), id),
    endShift: () => till.endShift(store()),
  }
}

/** One brand on the platform with all its data. Brands share nothing. */
function openWebsite({ facts, menus, clients, ...own }: Beginning, deps: WebsiteDeps) {
  const { seed, now, effects, onReady } = deps
  const { info, home } = facts
  let shown: readonly string[] | null = null
  const practiceStores = createPracticeStores({ now, effects, stores: facts.stores })
  const practiceCoupons = createCouponStore({ now, effects, website: info.website, ...own })
  const practiceReservations = createPracticeReservations({ seed, now, effects })
  const channel = createSalesChannel({ effects, id: facts.salesChannelConfigId, ...own })
  const till = createTill({ seed, now, ...own })
  const createProgram = (clients ?? 0) > mostStored ? createLargeProgram : createLoyaltyProgram
  const stockRoom = createStockRoom({ ...deps, menus, facts })
  const desk = createOrderDesk({
    ...deps,
    home,
    preparationOf: practiceStores.preparationSet,
    menuOf: stockRoom.board.of,
    onPlaced(order) {
      stockRoom.practiceStock.consume(order)
      // The till of the practice store gets its orders from the channel, with the same ids.
      channel.inject(order._id)
    },
    onReady,
  })
  const rooms: Rooms = {
    readMe: answers('readMe', {
      answer: () => ({
        ...info,
        stores: info.stores.filter(({ _id }) => shown?.includes(_id) ?? true),
      }),
    }),
    ...menu(stockRoom.board),
    ...orders(desk),
    ...stockRoom.rooms,
    ...coupons(practiceCoupons),
    ...loyalty(createProgram({ seed, now, info, clients })),
    ...stores(practiceStores, now),
    ...tabs({ till, stores: practiceStores }),
    ...reservations({ reservations: practiceReservations, stores: practiceStores, now }),
    ...salesChannel(channel),
  }
  return {
    facts,
    rooms,
    desk,
    stockRoom,
    till: tillOf(till, practiceStores, home.id),
    /** Newest first. */
    reservations: practiceReservations.list,
    /** The store as the platform has it now. */
    store: () => practiceStores.find(home.id),
    limitPreparation: practiceStores.limitPreparation,
    /** Changes the hours like another system; absent fields stay as they are. */
    changeHoursElsewhere: (change: Parameters<PracticeStores['changeSchedule']>[1]) =>
      practiceStores.changeSchedule(home.id, change),
    changeCouponElsewhere: practiceCoupons.changeElsewhere,
    /** Limits the stores that the token has access to; null gives access to all. */
    showStores(ids: readonly string[] | null) {
      shown = ids
    },
  }
}

export type Website = ReturnType<typeof openWebsite>

export const openFirstWebsite = (
  deps: WebsiteDeps,
  {
    branches = 0,
    ...beginning
  }: Pick<Beginning, 'clients' | 'payments' | 'misstated'> & { branches?: number },
): Website => {
  const { clients, payments, misstated } = beginning
  const facts = withBranches(firstWebsite, branches)
  return openWebsite({ facts, menus: practiceMenus, clients, payments, misstated }, deps)
}

/** A second brand: one store by the sea, a short menu, two coupons, twelve clients, and no till. */
export const openSecondWebsite = (deps: WebsiteDeps): Website =>
  openWebsite(
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

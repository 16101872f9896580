import secondFile from '../../resources/practice/second-website.json' with { type: 'json' }
import { answers, type Rooms } from './answers.ts'
import type { Effects } from './effects.ts'
import type { PracticeEvent } from './events/event.ts'
import type { Stamper } from './events/stamp.ts'
import { menu } from './menu/menu.ts'
import type { MenuPayload } from './menu/payload.ts'
import { practiceMenus } from './menu/practice-menus.ts'
import { createOffice, type Office } from './office.ts'
import { createOrderDesk, type OrderDesk } from './orders/desk.ts'
import { orders } from './orders/orders.ts'
import type { WireOrder } from './orders/wire.ts'
import { type WebsiteFacts, firstWebsite, secondWebsite } from './practice-store.ts'
import { createStockRoom, type StockRoom } from './stock/stock-room.ts'

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

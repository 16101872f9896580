import { basePaths, createApp } from './app.ts'
import { control } from './control/control.ts'
import { createTrainer } from './control/trainer.ts'
import { createEffects } from './effects.ts'
import { type PracticeEvent, createStamper } from './events/event.ts'
import { createSender } from './events/sender.ts'
import { createOdd } from './odd/odd.ts'
import { createFaults, type Fault } from './faults/faults.ts'
import { listen, countTraffic, createPacker } from './listener.ts'
import { menuPictures } from './menu/menu.ts'
import type { OrderChange, OrderResult } from './orders/desk.ts'
import { orderStatus } from './orders/wire.ts'
import type { CourierStage } from './orders/courier.ts'
import type { WireOrder } from './orders/wire.ts'
import {
  practiceChannelToken,
  practiceStore,
  practiceToken,
  practiceWebhookToken,
} from './practice-store.ts'
import { createRandom } from './random.ts'
import { openFirstWebsite, openSecondWebsite } from './website.ts'
import { firstDays } from './reservations/first-days.ts'
import { createRush } from './rush/rush.ts'
import type { StockItem } from './stock/stock-room.ts'

export interface PracticeOptions {
  /** Default 0: any free port. */
  port?: number
  /** The receiver of events; default none. */
  webhookUrl?: string | null
  /** The same seed gives the same orders in the same sequence; default 1. */
  seed?: number
  /** How many stores its token sees besides its two, each like the second; default none. */
  branches?: number
  /**
   * The number of loyalty clients; default 3,000. Clients are generated on demand, so a million is
   * possible.
   */
  clients?: number
  /** The number of payments of the tills; default 400 and 60. */
  payments?: number
  /**
   * The difference between the total that each till states for its first shift and its payments;
   * default none.
   */
  misstated?: number
  /** Epoch milliseconds. */
  now?: () => number
  /** Duration of a stock update in milliseconds; default 400. */
  processMs?: number
}

/** Whether to resolve only after the receiver has the event, or it was given up; default yes. */
interface Patience {
  wait?: boolean
}

/**
 * Starts the practice platform: the platform's wire format on 127.0.0.1, in memory. Rejects if the
 * port is in use. The methods of a running platform reject for unknown orders.
 */
export async function startPractice(options: PracticeOptions = {}) {
  const { port = 0, seed = 1, now = Date.now, processMs = 400 } = options
  let receiver = options.webhookUrl ?? null
  const closing = new AbortController()
  const sender = createSender({
    receiver: () => receiver,
    token: practiceWebhookToken,
    random: createRandom(seed, 'sender'),
  })
  const odd = createOdd()
  const send = (event: PracticeEvent): Promise<unknown> => sender.send(odd.event(event))
  const effects = createEffects()
  const parts = {
    seed,
    now,
    send,
    stamper: createStamper(seed, String(now()), now),
    processMs,
    closing: closing.signal,
  }
  const first = openFirstWebsite(
    { ...parts, effects, onReady: (order) => rush.wasReady(order) },
    options,
  )
  const second = openSecondWebsite({
    ...parts,
    effects: createEffects(),
    onReady: () => undefined,
  })
  const { desk, stockRoom } = first
  const { practiceStock } = stockRoom
  const rush = createRush(desk, seed, now)
  const faults = createFaults()
  const trainer = createTrainer({ desk, rush, faults, odd, sender, stockRoom })

  const app = createApp(
    [first, second],
    [menuPictures(), control({ trainer, desk, rush, faults, odd, sender, effects })],
    odd.answer,
  )
  const packer = createPacker(now)
  const traffic = countTraffic()
  const served = faults.around((request) => app.fetch(request), closing.signal)
  const listener = await listen(port, packer.around(served), now, traffic.note)
  const { origin } = listener

  async function after({ order, delivered }: OrderResult, { wait = true }: Patience = {}) {
    if (wait) await delivered
    return order
  }

  async function close(): Promise<void> {
    rush.stop()
    trainer.close()
    closing.abort()
    await sender.close()
    await listener.close()
  }
  let closed: Promise<void> | undefined

  return {
    /** Base addresses for a connection. */
    v3: origin + basePaths.v3,
    v1: origin + basePaths.v1,
    tabs: origin + basePaths.tabs,
    token: practiceToken,
    webhookToken: practiceWebhookToken,
    storeId: practiceStore.id,
    channelToken: practiceChannelToken,
    salesChannelConfigId: first.facts.salesChannelConfigId,
    /** Method and path of all routes: the operations, and the practice platform's own. */
    routes: app.routes
      .filter(({ method }) => method !== 'ALL')
      .map(({ method, path }) => `${method} ${path}`),
    control: `${origin}/`,
    /** Another brand on the same platform; its events go to the same receiver. */
    second: {
      token: second.facts.token,
      websiteId: second.facts.home.websiteId,
      storeId: second.facts.home.id,
      channelToken: second.facts.channelToken,
      salesChannelConfigId: second.facts.salesChannelConfigId,
      placeOrder: async (given?: Partial<WireOrder>, patience?: Patience) =>
        after(second.desk.place(given), patience),
    },
    /** Sets which of its stores the token sees from now on; null: all of them. */
    showStores: first.showStores,
    setReceiver(url: string | null) {
      receiver = url
    },
    /** Places an order like a guest and sends the event; the fields in `given` replace generated ones. */
    placeOrder: async (given?: Partial<WireOrder>, patience?: Patience) =>
      after(desk.place(given), patience),
    changeOrder: async (id: string, how?: OrderChange, patience?: Patience) =>
      after(desk.change(id, how), patience),
    cancelOrder: async (id: string, reason?: string, patience?: Patience) =>
      after(desk.cancel(id, reason), patience),
    /** Shows an order as ready, like another system that marks it. */
    markReadyElsewhere: async (id: string, patience?: Patience) =>
      after(desk.setStatus(id, orderStatus.ready), patience),
    /** Moves the driver of a delivery. A pickup makes the order `delivering`, a delivery makes it `done`. */
    moveDriver: async (id: string, stage: CourierStage, patience?: Patience) =>
      after(desk.moveDriver(id, stage), patience),
    /** Newest first. */
    orders: desk.orders,
    /** Newest first. */
    reservations: first.reservations,
    /** The till of its store: payments, voids and closed shifts. */
    till: first.till,
    /** What the store's staff enter when practice begins: tables, and reservations of today and tomorrow. */
    firstDays: () => firstDays(now()),
    /** Starts with some open orders and continues at this rate until it is stopped. */
    startRush: rush.start,
    stopRush: rush.stop,
    /** The current stock counts and sold-out items of every store. */
    stock: practiceStock.list,
    /** Updates stock like another system. Returns the processId; throws for a wrong item. */
    updateStockElsewhere: (items: StockItem | readonly StockItem[]) =>
      stockRoom.update([items].flat()),
    /**
     * While it is on, menus are answered as they were when it began, like cached copies of a busy
     * platform.
     */
    lagMenus: stockRoom.board.lag,
    /** While it is on, orders, events and lists contain odd values, one kind after the other. */
    oddRecords: odd.set,
    /** Changes a coupon like another system; absent fields stay as they are. Throws for an unknown coupon. */
    /** The store as the platform has it now. */
    store: first.store,
    /** From now on, longer preparation times are set to this many minutes. */
    limitPreparation: first.limitPreparation,
    /** Changes the store's hours like another system; absent fields stay as they are. */
    changeHoursElsewhere: first.changeHoursElsewhere,
    changeCouponElsewhere: first.changeCouponElsewhere,
    /**
     * Sets how answers are encoded and whether they allow conditional requests; absent fields have
     * their defaults.
     */
    pack: packer.set,
    /** The traffic of version 3 paths that begin with `path`. */
    traffic: (path: string) => traffic.of(basePaths.v3 + path),
    misbehave: (fault: Fault) => void faults.add(fault),
    /** Faults that will still happen. A single-use fault disappears once a request has met it. */
    misbehaving: faults.list,
    behave: faults.clear,
    /** From now on, events arrive twice or overtake each other; `{}` ends it. */
    disturbEvents: sender.disturb,
    /** What took effect, and how often. */
    effects: effects.list,
    /** How many events arrived, and how many were given up. */
    eventCounts: sender.counts,
    /** Resolves when no event and no stock update is under way. */
    async eventsSettled() {
      await Promise.all([stockRoom.idle(), second.stockRoom.idle()])
      await sender.idle()
    },
    close: () => (closed ??= close()),
  }
}

export type Practice = Awaited<ReturnType<typeof startPractice>>

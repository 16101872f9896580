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
import type { OrderChange, Happening } from './orders/desk.ts'
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
  /** Default 0: any free one. */
  port?: number
  /** Where events go; default nowhere. */
  webhookUrl?: string | null
  /** The same seed gives the same orders in the same sequence; default 1. */
  seed?: number
  /** How many clients the loyalty program has; default 3,000, and a million are made up as they are asked for. */
  clients?: number
  /** How many payments the tills have; default as they are set up, 400 and 60. */
  payments?: number
  /** By how much the own total of each till's first shift misses its payments; default by nothing. */
  misstated?: number
  /** Epoch milliseconds. */
  now?: () => number
  /** Milliseconds that an update of stock takes; default 400. */
  processMs?: number
}

/** Whether to resolve only when the receiver has the event or was given up; default yes. */
interface Patience {
  wait?: boolean
}

/**
 * Starts the practice platform: the platform's wire format on 127.0.0.1, in memory. Rejects where the port is taken.
 * Orders that nobody knows make the methods of what runs reject.
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

  async function after({ order, reported }: Happening, { wait = true }: Patience = {}) {
    if (wait) await reported
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
    /** Base addresses, as a connection is set up with them. */
    v3: origin + basePaths.v3,
    v1: origin + basePaths.v1,
    tabs: origin + basePaths.tabs,
    token: practiceToken,
    /** The bearer of its events. */
    webhookToken: practiceWebhookToken,
    storeId: practiceStore.id,
    /** The sales channel's token and its id, for complete-order. */
    channelToken: practiceChannelToken,
    salesChannelConfigId: first.facts.salesChannelConfigId,
    /** Method and path of all that it answers: the operations, and what is the practice platform's own. */
    routes: app.routes
      .filter(({ method }) => method !== 'ALL')
      .map(({ method, path }) => `${method} ${path}`),
    /** Where the control page is, for people. */
    control: `${origin}/`,
    /** Somebody else's brand on the same platform; what happens there is told to the same receiver. */
    second: {
      token: second.facts.token,
      websiteId: second.facts.home.websiteId,
      storeId: second.facts.home.id,
      channelToken: second.facts.channelToken,
      salesChannelConfigId: second.facts.salesChannelConfigId,
      placeOrder: async (given?: Partial<WireOrder>, patience?: Patience) =>
        after(second.desk.place(given), patience),
    },
    /** Which of its stores the token sees from now on; null: all of them. */
    showStores: first.showStores,
    setReceiver(url: string | null) {
      receiver = url
    },
    /** Places an order as a guest would and sends the event; what `wish` names is taken over. */
    placeOrder: async (given?: Partial<WireOrder>, patience?: Patience) =>
      after(desk.place(given), patience),
    changeOrder: async (id: string, how?: OrderChange, patience?: Patience) =>
      after(desk.change(id, how), patience),
    cancelOrder: async (id: string, reason?: string, patience?: Patience) =>
      after(desk.cancel(id, reason), patience),
    /** Moves the driver of a delivery; picking up makes the order `delivering`, delivering it `done`. */
    moveDriver: async (id: string, stage: CourierStage, patience?: Patience) =>
      after(desk.moveDriver(id, stage), patience),
    /** Newest first. */
    orders: desk.orders,
    /** Newest first. */
    reservations: first.reservations,
    /** The till of its store: what is paid, voided and closed there. */
    till: first.till,
    /** What its store's people take down as practice begins: tables, and parties of today and tomorrow. */
    firstDays: () => firstDays(now()),
    /** Opens with some orders already on the rail and goes on at this rate until stopped. */
    startRush: rush.start,
    stopRush: rush.stop,
    /** What is counted or sold out now, in every store. */
    stock: practiceStock.list,
    /** Another system updates stock. Answers the processId; throws for an item that is wrong. */
    updateStockElsewhere: (items: StockItem | readonly StockItem[]) =>
      stockRoom.update([items].flat()),
    /** While it is on, menus are told as they were when it began: kept copies, as of a platform under load. */
    lagMenus: stockRoom.board.lag,
    /** While it is on, orders, events and lists carry odd values, one kind after the other. */
    oddRecords: odd.set,
    /** Another system changes a coupon; what is left out stays as it is. Throws for one that nobody knows. */
    changeCouponElsewhere: first.changeCouponElsewhere,
    /** How its answers are packed, and whether they can be asked for conditionally; what is left out is as by default. */
    pack: packer.set,
    /** What went over the wire for the paths below version 3's base that begin so. */
    traffic: (path: string) => traffic.of(basePaths.v3 + path),
    misbehave: (fault: Fault) => void faults.add(fault),
    /** What will still misbehave: one that was to happen once is gone as soon as a request has met it. */
    misbehaving: faults.list,
    /** Ends all misbehaviour; events stay disturbed. */
    behave: faults.clear,
    /** From now on, events come twice or overtake each other; `{}` ends it. */
    disturbEvents: sender.disturb,
    /** What took effect, and how often. */
    effects: effects.list,
    /** Events that arrived and events given up. */
    eventCounts: sender.counts,
    /** Resolves when no event and no update of stock is under way. */
    async eventsSettled() {
      await Promise.all([stockRoom.idle(), second.stockRoom.idle()])
      await sender.idle()
    },
    close: () => (closed ??= close()),
  }
}

export type Practice = Awaited<ReturnType<typeof startPractice>>

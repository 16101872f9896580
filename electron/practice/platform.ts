import { basePaths, createApp } from './app.ts'
import { control } from './control/control.ts'
import { createTrainer } from './control/trainer.ts'
import { createEffects, type Effect } from './effects.ts'
import type { Disturbance } from './events/disorder.ts'
import { createSender } from './events/sender.ts'
import { createStamper } from './events/stamp.ts'
import { createFaults, type Fault } from './faults/faults.ts'
import { listen } from './listener.ts'
import { me } from './me.ts'
import { menu } from './menu/menu.ts'
import { menuPictures } from './menu/pictures.ts'
import { createOffice } from './office.ts'
import type { OrderChange } from './orders/change.ts'
import type { CourierStage } from './orders/courier.ts'
import { createOrderDesk, type Happening } from './orders/desk.ts'
import { orders } from './orders/orders.ts'
import type { WireOrder } from './orders/wire.ts'
import {
  practiceChannelToken,
  practiceStore,
  practiceToken,
  practiceWebhookToken,
} from './practice-store.ts'
import { createRandom } from './random.ts'
import type { WireReservation } from './reservations/book.ts'
import { createRush, type RushOptions } from './rush/rush.ts'
import type { StockRecord } from './stock/book.ts'
import { createStockRoom, type StockItem } from './stock/stock-room.ts'

export interface PracticeOptions {
  /** Default 0: any free one. */
  port?: number
  /** Where events go; default nowhere. */
  webhookUrl?: string | null
  /** The same seed gives the same orders in the same sequence; default 1. */
  seed?: number
  /** Epoch milliseconds. */
  now?: () => number
  /** Milliseconds that an update of stock takes; default 400. */
  processMs?: number
}

/** Whether to resolve only when the receiver has the event or was given up; default yes. */
interface Patience {
  wait?: boolean
}

/** A running practice platform. Orders that nobody knows make its methods reject. */
export interface Practice {
  /** Base addresses, as a connection is set up with them. */
  readonly v3: string
  readonly v1: string
  readonly tabs: string
  readonly token: string
  /** The bearer of its events. */
  readonly webhookToken: string
  readonly storeId: string
  /** The sales channel's token and its id, for complete-order. */
  readonly channelToken: string
  readonly salesChannelConfigId: string
  /** Where the control page is, for people. */
  readonly control: string
  setReceiver(url: string | null): void
  /** Places an order as a guest would and sends the event; what `wish` names is taken over. */
  placeOrder(wish?: Partial<WireOrder>, patience?: Patience): Promise<WireOrder>
  changeOrder(id: string, how?: OrderChange, patience?: Patience): Promise<WireOrder>
  cancelOrder(id: string, reason?: string, patience?: Patience): Promise<WireOrder>
  /** Moves the driver of a delivery; picking up makes the order `delivering`, delivering it `done`. */
  moveDriver(id: string, stage: CourierStage, patience?: Patience): Promise<WireOrder>
  /** Newest first. */
  orders(): WireOrder[]
  /** Newest first. */
  reservations(): WireReservation[]
  /** Opens with some orders already on the rail and goes on at this rate until stopped. */
  startRush(options: RushOptions): void
  stopRush(): void
  /** What is counted or sold out now, in every store. */
  stock(): StockRecord[]
  /** Another system updates stock. Answers the processId; throws for an item that is wrong. */
  updateStockElsewhere(items: StockItem | readonly StockItem[]): string
  misbehave(fault: Fault): void
  /** Ends all misbehaviour; events stay disturbed. */
  behave(): void
  /** From now on, events come twice or overtake each other; `{}` ends it. */
  disturbEvents(disturbance: Disturbance): void
  /** What took effect, and how often. */
  effects(): Effect[]
  /** Events that arrived and events given up. */
  eventCounts(): { delivered: number; givenUp: number }
  /** Resolves when no event and no update of stock is under way. */
  eventsSettled(): Promise<void>
  close(): Promise<void>
}

/**
 * Starts the practice platform: the platform's wire format on 127.0.0.1, in memory. Rejects where the port is taken.
 */
export async function startPractice(options: PracticeOptions = {}): Promise<Practice> {
  const { port = 0, seed = 1, now = Date.now, processMs = 400 } = options
  let receiver = options.webhookUrl ?? null
  const closing = new AbortController()
  const sender = createSender({
    receiver: () => receiver,
    token: practiceWebhookToken,
    random: createRandom(seed, 'sender'),
  })
  const { send } = sender
  const effects = createEffects()
  const stamper = createStamper(seed, String(now()), now)
  const stockRoom = createStockRoom({
    seed,
    now,
    send,
    effects,
    stamper,
    processMs,
    closing: closing.signal,
  })
  const { board, book } = stockRoom
  const desk = createOrderDesk({
    seed,
    now,
    send,
    effects,
    stamper,
    menuOf: board.of,
    onPlaced: book.consume,
    onReady: (order) => rush.wasReady(order),
  })
  const office = createOffice({ seed, now, effects })
  const rush = createRush(desk, seed, now)
  const faults = createFaults()
  const trainer = createTrainer({ desk, rush, faults, sender, stockRoom })

  const app = createApp({
    v3: [me(), menu(board), orders(desk), ...office.areas.v3],
    v1: [stockRoom.endpoints, ...office.areas.v1],
    tabs: office.areas.tabs,
    beside: [menuPictures(), control({ trainer, desk, rush, faults, sender, effects })],
  })
  const listener = await listen(
    port,
    faults.around((request) => app.fetch(request), closing.signal),
  )
  const { origin } = listener

  async function after({ order, told }: Happening, { wait = true }: Patience = {}) {
    if (wait) await told
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
    v3: origin + basePaths.v3,
    v1: origin + basePaths.v1,
    tabs: origin + basePaths.tabs,
    token: practiceToken,
    webhookToken: practiceWebhookToken,
    storeId: practiceStore.id,
    channelToken: practiceChannelToken,
    salesChannelConfigId: office.salesChannelConfigId,
    control: `${origin}/`,
    setReceiver(url) {
      receiver = url
    },
    placeOrder: async (wish, patience) => after(desk.place(wish), patience),
    changeOrder: async (id, how, patience) => after(desk.change(id, how), patience),
    cancelOrder: async (id, reason, patience) => after(desk.cancel(id, reason), patience),
    moveDriver: async (id, stage, patience) => after(desk.moveDriver(id, stage), patience),
    orders: desk.orders,
    reservations: office.reservations,
    startRush: rush.start,
    stopRush: rush.stop,
    stock: book.list,
    updateStockElsewhere: (items) => stockRoom.update([items].flat()),
    misbehave: (fault) => void faults.add(fault),
    behave: faults.clear,
    disturbEvents: sender.disturb,
    effects: effects.list,
    eventCounts: sender.counts,
    async eventsSettled() {
      await stockRoom.idle()
      await sender.idle()
    },
    close: () => (closed ??= close()),
  }
}

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { basePaths, createApp } from './app.ts'
import type { CourierStage } from './courier.ts'
import { createEffects, type Effect } from './effects.ts'
import { createFaults, type Fault } from './faults.ts'
import type { OrderChange } from './order-change.ts'
import { me } from './me.ts'
import { menu } from './menu.ts'
import { orders } from './orders.ts'
import { createOrderDesk, type Happening } from './order-desk.ts'
import { practiceStore, practiceToken, practiceWebhookToken } from './practice-store.ts'
import { createRush, type RushOptions } from './rush.ts'
import { createSender } from './sender.ts'
import type { WireOrder } from './wire.ts'

export interface PracticeOptions {
  /** Default 0: any free one. */
  port?: number
  /** Where events go; default nowhere. */
  webhookUrl?: string | null
  /** The same seed gives the same orders in the same sequence; default 1. */
  seed?: number
  /** Epoch milliseconds. */
  now?: () => number
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
  setReceiver(url: string | null): void
  /** Places an order as a guest would and sends the event; what `wish` names is taken over. */
  placeOrder(wish?: Partial<WireOrder>, patience?: Patience): Promise<WireOrder>
  changeOrder(id: string, how?: OrderChange, patience?: Patience): Promise<WireOrder>
  cancelOrder(id: string, reason?: string, patience?: Patience): Promise<WireOrder>
  /** Moves the driver of a delivery; picking up makes the order `delivering`, delivering it `done`. */
  moveDriver(id: string, stage: CourierStage, patience?: Patience): Promise<WireOrder>
  /** Newest first. */
  orders(): WireOrder[]
  /** Opens with some orders already on the rail and goes on at this rate until stopped. */
  startRush(options: RushOptions): void
  stopRush(): void
  misbehave(fault: Fault): void
  behave(): void
  /** What took effect, and how often. */
  effects(): Effect[]
  /** Events that arrived and events given up. */
  eventCounts(): { delivered: number; givenUp: number }
  /** Resolves when no event is under way. */
  eventsSettled(): Promise<void>
  close(): Promise<void>
}

/**
 * Starts the practice platform: api.md's wire format on 127.0.0.1, in memory. Rejects where the
 * port is taken.
 */
export async function startPractice(options: PracticeOptions = {}): Promise<Practice> {
  const { port = 0, seed = 1, now = Date.now } = options
  let receiver = options.webhookUrl ?? null
  const sender = createSender({ receiver: () => receiver, token: practiceWebhookToken })
  const effects = createEffects()
  const desk = createOrderDesk({
    seed,
    now,
    send: sender.send,
    effects,
    onReady: (order) => rush.wasReady(order),
  })
  const rush = createRush(desk, seed, now)
  const faults = createFaults()
  const closing = new AbortController()

  const app = createApp({ v3: [me(), menu(), orders(desk)], v1: [], tabs: [], beside: [] })
  const serve = faults.around((request) => app.fetch(request), closing.signal)
  const answer = getRequestListener((request, bindings) => serve(request, bindings as HttpBindings))
  const server = createServer((incoming, outgoing) => void answer(incoming, outgoing))
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function after({ order, told }: Happening, { wait = true }: Patience = {}) {
    if (wait) await told
    return order
  }

  async function close(): Promise<void> {
    rush.stop()
    closing.abort()
    await sender.close()
    const ended = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await ended
  }
  let closed: Promise<void> | undefined

  return {
    v3: origin + basePaths.v3,
    v1: origin + basePaths.v1,
    tabs: origin + basePaths.tabs,
    token: practiceToken,
    webhookToken: practiceWebhookToken,
    storeId: practiceStore.id,
    setReceiver(url) {
      receiver = url
    },
    placeOrder: async (wish, patience) => after(desk.place(wish), patience),
    changeOrder: async (id, how, patience) => after(desk.change(id, how), patience),
    cancelOrder: async (id, reason, patience) => after(desk.cancel(id, reason), patience),
    moveDriver: async (id, stage, patience) => after(desk.moveDriver(id, stage), patience),
    orders: () => desk.orders(),
    startRush: (rushOptions) => rush.start(rushOptions),
    stopRush: () => rush.stop(),
    misbehave: (fault) => faults.add(fault),
    behave: () => faults.clear(),
    effects: () => effects.list(),
    eventCounts: () => sender.counts(),
    eventsSettled: () => sender.idle(),
    close: () => (closed ??= close()),
  }
}

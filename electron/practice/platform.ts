import { basePaths } from './app.ts'
import type { CouponChange, WireCoupon } from './coupons/change.ts'
import type { Effect } from './effects.ts'
import type { Disturbance, Sender } from './events/sender.ts'
import type { Fault } from './faults/faults.ts'
import type { Listener, Packing, Traffic } from './listener.ts'
import type { CourierStage } from './orders/courier.ts'
import type { OrderChange, OrderResult } from './orders/desk.ts'
import { orderStatus, type WireOrder } from './orders/wire.ts'
import { PlatformParts, type PracticeOptions } from './platform-parts.ts'
import {
  practiceChannelToken,
  practiceStore,
  practiceToken,
  practiceWebhookToken,
} from './practice-store.ts'
import { firstDays } from './reservations/first-days.ts'
import type { WireReservation } from './reservations/reservations.ts'
import type { RushOptions } from './rush/rush.ts'
import type { StockRecord } from './stock/practice-stock.ts'
import type { StockItem } from './stock/stock-room.ts'
import type { ScheduleChange } from './stores/schedule.ts'
import type { WireStore } from './stores/stores.ts'
import type { Website } from './website.ts'

export type { PracticeOptions } from './platform-parts.ts'

/** Whether to resolve only after the receiver has the event, or it was given up; default yes. */
interface Patience {
  wait?: boolean
}

async function after(
  { order, delivered }: OrderResult,
  { wait = true }: Patience = {},
): Promise<WireOrder> {
  if (wait) await delivered
  return order
}

/** Another brand on the same platform; its events go to the same receiver. */
class SecondBrand {
  readonly token: string
  readonly websiteId: string
  readonly storeId: string
  readonly channelToken: string
  readonly salesChannelConfigId: string
  readonly #website: Website

  constructor(website: Website) {
    const { token, home, channelToken, salesChannelConfigId } = website.facts
    this.token = token
    this.websiteId = home.websiteId
    this.storeId = home.id
    this.channelToken = channelToken
    this.salesChannelConfigId = salesChannelConfigId
    this.#website = website
  }

  async placeOrder(request?: Partial<WireOrder>, patience?: Patience): Promise<WireOrder> {
    return after(this.#website.desk.place(request), patience)
  }
}

/** A running practice platform. Its methods reject for unknown orders. */
export class Practice {
  /** Base addresses for a connection. */
  readonly v3: string
  readonly v1: string
  readonly tabs: string
  readonly token = practiceToken
  readonly webhookToken = practiceWebhookToken
  readonly storeId = practiceStore.id
  readonly channelToken = practiceChannelToken
  readonly salesChannelConfigId: string
  /** Method and path of all routes: the operations, and the practice platform's own. */
  readonly routes: string[]
  readonly control: string
  readonly second: SecondBrand
  /** The till of its store: payments, voids and closed shifts. */
  readonly till: Website['till']
  readonly #parts: PlatformParts
  readonly #listener: Listener
  #closed: Promise<void> | undefined

  constructor(parts: PlatformParts, listener: Listener) {
    const { origin } = listener
    this.#parts = parts
    this.#listener = listener
    this.v3 = origin + basePaths.v3
    this.v1 = origin + basePaths.v1
    this.tabs = origin + basePaths.tabs
    this.control = `${origin}/`
    this.salesChannelConfigId = parts.first.facts.salesChannelConfigId
    this.routes = parts.app.routes
      .filter(({ method }) => method !== 'ALL')
      .map(({ method, path }) => `${method} ${path}`)
    this.second = new SecondBrand(parts.second)
    this.till = parts.first.till
  }

  setReceiver(url: string | null): void {
    this.#parts.receiver = url
  }

  close(): Promise<void> {
    return (this.#closed ??= this.#close())
  }

  // Orders

  /** Newest first. */
  orders(): WireOrder[] {
    return this.#parts.first.desk.orders()
  }

  /** Places an order like a guest and sends the event; the fields in `request` replace generated ones. */
  async placeOrder(request?: Partial<WireOrder>, patience?: Patience): Promise<WireOrder> {
    return after(this.#parts.first.desk.place(request), patience)
  }

  async changeOrder(id: string, how?: OrderChange, patience?: Patience): Promise<WireOrder> {
    return after(this.#parts.first.desk.change(id, how), patience)
  }

  async cancelOrder(id: string, reason?: string, patience?: Patience): Promise<WireOrder> {
    return after(this.#parts.first.desk.cancel(id, reason), patience)
  }

  /** Shows an order as ready, like another system that marks it. */
  async markReadyElsewhere(id: string, patience?: Patience): Promise<WireOrder> {
    return after(this.#parts.first.desk.setStatus(id, orderStatus.ready), patience)
  }

  /** Moves the driver of a delivery. A pickup makes the order `delivering`, a delivery makes it `done`. */
  async moveDriver(id: string, stage: CourierStage, patience?: Patience): Promise<WireOrder> {
    return after(this.#parts.first.desk.moveDriver(id, stage), patience)
  }

  /** Starts with some open orders and continues at this rate until it is stopped. */
  startRush(options: RushOptions): void {
    this.#parts.rush.start(options)
  }

  stopRush(): void {
    this.#parts.rush.stop()
  }

  // The store

  /** The store as the platform has it now. */
  store(): WireStore | undefined {
    return this.#parts.first.store()
  }

  /** Sets which of its stores the token sees from now on; null: all of them. */
  showStores(ids: readonly string[] | null): void {
    this.#parts.first.showStores(ids)
  }

  /** From now on, longer preparation times are set to this many minutes. */
  limitPreparation(minutes: number): void {
    this.#parts.first.limitPreparation(minutes)
  }

  /** From now on guests get these tables, whatever was asked for; null: the tables that were asked for. */
  assignTables(tableIds: string[] | null): void {
    this.#parts.first.assignTables(tableIds)
  }

  /** Changes the store's hours like another system; absent fields stay as they are. */
  changeHoursElsewhere(change: ScheduleChange): WireStore {
    return this.#parts.first.changeHoursElsewhere(change)
  }

  /** Changes a coupon like another system; absent fields stay as they are. Throws for an unknown coupon. */
  changeCouponElsewhere(id: string, change: CouponChange): WireCoupon {
    return this.#parts.first.changeCouponElsewhere(id, change)
  }

  /** Newest first. */
  reservations(): WireReservation[] {
    return this.#parts.first.reservations()
  }

  /** What the store's staff enter when practice begins: tables, and reservations of today and tomorrow. */
  firstDays(): ReturnType<typeof firstDays> {
    return firstDays(this.#parts.now())
  }

  // Stock

  /** The current stock counts and sold-out items of every store. */
  stock(): StockRecord[] {
    return this.#parts.first.stockRoom.practiceStock.list()
  }

  /** Updates stock like another system. Returns the processId; throws for a wrong item. */
  updateStockElsewhere(items: StockItem | readonly StockItem[]): string {
    return this.#parts.first.stockRoom.update([items].flat())
  }

  /**
   * While it is on, menus are answered as they were when it began, like cached copies of a busy
   * platform.
   */
  lagMenus(on: boolean): void {
    this.#parts.first.stockRoom.board.lag(on)
  }

  // Faults

  misbehave(fault: Fault): void {
    this.#parts.faults.add(fault)
  }

  /** Faults that will still happen. A single-use fault disappears once a request has met it. */
  misbehaving(): Fault[] {
    return this.#parts.faults.list()
  }

  behave(): void {
    this.#parts.faults.clear()
  }

  /** While it is on, orders, events and lists contain odd values, one kind after the other. */
  oddRecords(on: boolean): void {
    this.#parts.odd.set(on)
  }

  /** From now on, events arrive twice or overtake each other; `{}` ends it. */
  disturbEvents(disturbance: Disturbance): void {
    this.#parts.sender.disturb(disturbance)
  }

  /**
   * Sets how answers are encoded and whether they allow conditional requests; absent fields have
   * their defaults.
   */
  pack(packing: Packing): void {
    this.#parts.packer.set(packing)
  }

  // What happened

  /** The traffic of version 3 paths that begin with `path`. */
  traffic(path: string): Traffic {
    return this.#parts.traffic.of(basePaths.v3 + path)
  }

  /** What took effect, and how often. */
  effects(): Effect[] {
    return this.#parts.effects.list()
  }

  /** How many events arrived, and how many were given up. */
  eventCounts(): ReturnType<Sender['counts']> {
    return this.#parts.sender.counts()
  }

  /** Resolves when no event and no stock update is under way. */
  async eventsSettled(): Promise<void> {
    const { first, second, sender } = this.#parts
    await Promise.all([first.stockRoom.idle(), second.stockRoom.idle()])
    await sender.idle()
  }

  async #close(): Promise<void> {
    await this.#parts.close()
    await this.#listener.close()
  }
}

/**
 * Starts the practice platform: the platform's wire format on 127.0.0.1, in memory. Rejects if the
 * port is in use.
 */
export async function startPractice(options: PracticeOptions = {}): Promise<Practice> {
  const parts = new PlatformParts(options)
  return new Practice(parts, await parts.listen(options.port ?? 0))
}

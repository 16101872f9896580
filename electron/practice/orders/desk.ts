import guests from '../../../resources/practice/guests.json' with { type: 'json' }
import type { Notification, PracticeEvent, Stamp } from '../events/event.ts'
import { orderable, type MenuPayload } from '../menu/payload.ts'
import { practiceStore, type HomeStore } from '../practice-store.ts'
import { Random } from '../random.ts'
import { cancelCourier, makeDelivery, moveTo, type CourierStage } from './courier.ts'
import { deliveryUpdated, itemsUpdated, orderCreated, statusUpdated } from './events.ts'
import { makeOrder } from './maker.ts'
import { cancellationReason, orderStatus, type WireOrder } from './wire.ts'
import { randomItem, withItems } from './items.ts'

/** A change to a placed order's items; absent ids and names are chosen at random. */
export type OrderChange =
  | { kind: 'add'; productName?: string }
  | { kind: 'remove'; itemId?: string }
  | { kind: 'amount'; itemId?: string; amount?: number }

/** A change that the order allows: its only item is never removed, a sold-out product is never added. */
const randomChange = (order: WireOrder, menu: MenuPayload, random: Random): OrderChange => ({
  kind: random.pick([
    ...(orderable(menu).length > 0 ? (['add'] as const) : []),
    ...(order.items.length > 1 ? (['remove'] as const) : []),
    'amount' as const,
  ]),
})

function nextItemId(order: WireOrder): string {
  const numbers = order.items.map(({ _id }) => Number(_id.replace(/\D/g, '')))
  return `it${Math.max(0, ...numbers) + 1}`
}

/** The order after a change, with new sums. Throws for an unknown item or product. */
function changed(
  order: WireOrder,
  change: OrderChange,
  menu: MenuPayload,
  random: Random,
): WireOrder {
  if (change.kind === 'add') {
    const { productName } = change
    const fitting =
      productName === undefined
        ? orderable(menu)
        : menu.products.filter(({ name }) => name === productName)
    const item = randomItem(nextItemId(order), menu, random, random.pick(fitting))
    return withItems(order, [...order.items, item])
  }
  const { itemId = random.pick(order.items)._id } = change
  const item = order.items.find(({ _id }) => _id === itemId)
  if (item === undefined) throw new Error(`order ${order.code} has no item ${itemId}`)
  const others = order.items.filter((each) => each !== item)
  if (change.kind === 'remove') return withItems(order, others)
  const amount = change.amount ?? (item.amount > 1 && random.chance(0.5) ? 1 : item.amount + 1)
  return withItems(
    order,
    order.items.map((each) => (each === item ? { ...item, amount } : each)),
  )
}

/** A changed order, and a promise for the moment when the receiver has the event (or gave up). */
export interface OrderResult {
  order: WireOrder
  delivered: Promise<unknown>
}

interface DeskOptions extends Notification {
  /** The menu from which a store sells now. */
  menuOf: (storeId: string) => MenuPayload
  /** Called when an order was placed, before its event is sent. */
  onPlaced: (order: WireOrder) => void
  /** Called after preparation-ready took effect. */
  onReady: (order: WireOrder) => void
  /** The store of new orders unless they name another; by default the practice store. */
  home?: HomeStore
  /** The preparation time that was set for a store, in minutes; null by default. */
  preparationOf?: (storeId: string) => number | null
}

/** The most orders that are stored. The oldest are dropped, so that a rush may run for days. */
const stored = 10_000

const nothingToReport = Promise.resolve()

/**
 * The status that the driver's progress gives an order. This is an assumption, since no transition
 * is documented.
 */
const statusAt: Partial<Record<CourierStage, string>> = {
  'picked-up': orderStatus.delivering,
  delivered: orderStatus.done,
}

/** All orders of the practice platform and what can happen to them. Unknown ids throw. */
export class OrderDesk {
  readonly #options: DeskOptions
  readonly #home: HomeStore
  readonly #run: string
  readonly #random: Random
  readonly #orders = new Map<string, WireOrder>()
  readonly #ready = new Set<string>()
  #placed = 0

  constructor(options: DeskOptions) {
    this.#options = options
    this.#home = options.home ?? practiceStore
    this.#run = String(options.now())
    this.#random = new Random(options.seed, 'desk')
  }

  /** Newest first. */
  orders(): WireOrder[] {
    return [...this.#orders.values()]
      .reverse()
      .sort((one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt))
  }

  find(id: string): WireOrder | undefined {
    return this.#orders.get(id)
  }

  isReady(id: string): boolean {
    return this.#ready.has(id)
  }

  /** Whether the practice store has anything left to sell. */
  canSell(): boolean {
    return orderable(this.#options.menuOf(this.#home.id)).length > 0
  }

  /** Throws if nothing can be ordered. */
  place(request?: Partial<WireOrder>): OrderResult {
    const { seed, now, menuOf, preparationOf, onPlaced } = this.#options
    this.#placed += 1
    const number = this.#placed
    const storeId = request?.storeId ?? this.#home.id
    const menu = menuOf(storeId)
    const preparation = preparationOf?.(storeId) ?? null
    const order = makeOrder(
      { seed, run: this.#run, number, menu, now: now(), home: this.#home },
      { ...(preparation !== null && { expectedPreparationDuration: preparation }), ...request },
    )
    onPlaced(order)
    return this.#save(order, orderCreated(order, this.#stamp()))
  }

  change(id: string, how?: OrderChange): OrderResult {
    const before = this.#get(id)
    const menu = this.#options.menuOf(before.storeId)
    const change = how ?? randomChange(before, menu, this.#random)
    const order = changed(before, change, menu, this.#random)
    return this.#save(order, itemsUpdated(order, this.#stamp()))
  }

  cancel(id: string, reason: string = this.#random.pick(guests.cancelReasons)): OrderResult {
    const before = this.#get(id)
    const { now } = this.#options
    const order = {
      ...before,
      orderStatus: orderStatus.cancelled,
      cancellationInfo: { [cancellationReason]: reason },
      deliveries: before.deliveries.map((delivery) => cancelCourier(delivery, now())),
    }
    return this.#save(
      order,
      statusUpdated(order, before.orderStatus, this.#stamp()),
      ...order.deliveries.map((delivery) => deliveryUpdated(order, delivery, this.#stamp())),
    )
  }

  moveDriver(id: string, stage: CourierStage): OrderResult {
    const before = this.#get(id)
    const { now } = this.#options
    const delivery = moveTo(
      before.deliveries[0] ?? makeDelivery(before, this.#random, now(), this.#home),
      stage,
      this.#random,
      now(),
    )
    const status = statusAt[stage] ?? before.orderStatus
    const order = { ...before, orderStatus: status, deliveries: [delivery] }
    const events = [deliveryUpdated(order, delivery, this.#stamp())]
    if (status !== before.orderStatus) {
      events.push(statusUpdated(order, before.orderStatus, this.#stamp()))
    }
    return this.#save(order, ...events)
  }

  /** Sets the status and sends an event; the same status again sends nothing. */
  setStatus(id: string, status: string): OrderResult {
    const before = this.#get(id)
    if (before.orderStatus === status) return this.#save(before)
    const order = { ...before, orderStatus: status }
    return this.#save(order, statusUpdated(order, before.orderStatus, this.#stamp()))
  }

  /** The effect of preparation-ready: recorded and counted; no change of the order is documented. */
  markReady(id: string): WireOrder {
    const order = this.#get(id)
    this.#options.effects.happened('preparation-ready', id)
    this.#ready.add(id)
    this.#options.onReady(order)
    return order
  }

  #get(id: string): WireOrder {
    const order = this.#orders.get(id)
    if (order === undefined) throw new Error(`no order ${id}`)
    return order
  }

  #save(order: WireOrder, ...events: PracticeEvent[]): OrderResult {
    this.#orders.set(order._id, order)
    const [oldest] = this.#orders.keys()
    if (this.#orders.size > stored && oldest !== undefined) {
      this.#orders.delete(oldest)
      this.#ready.delete(oldest)
    }
    const { send } = this.#options
    const delivered =
      events.length === 0 ? nothingToReport : Promise.all(events.map((event) => send(event)))
    return { order, delivered }
  }

  #stamp(): Stamp {
    return this.#options.stamper.stamp()
  }
}

import guests from '../../../resources/practice/guests.json' with { type: 'json' }
import type { PracticeEvent, Notification } from '../events/event.ts'
import { orderable, type MenuPayload } from '../menu/payload.ts'
import { practiceStore, type HomeStore } from '../practice-store.ts'
import { createRandom, type Random } from '../random.ts'
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

/** All orders of the practice platform and what can happen to them. Unknown ids throw. */
export function createOrderDesk(options: DeskOptions) {
  const { seed, now, send, effects, menuOf, onPlaced, onReady } = options
  const { home = practiceStore, preparationOf = () => null } = options
  const { stamp } = options.stamper
  const run = String(now())
  const orders = new Map<string, WireOrder>()
  const ready = new Set<string>()
  const random = createRandom(seed, 'desk')
  let ordersMade = 0

  function get(id: string): WireOrder {
    const order = orders.get(id)
    if (order === undefined) throw new Error(`no order ${id}`)
    return order
  }

  function keep(order: WireOrder, ...events: PracticeEvent[]): OrderResult {
    orders.set(order._id, order)
    const [oldest] = orders.keys()
    if (orders.size > stored && oldest !== undefined) {
      orders.delete(oldest)
      ready.delete(oldest)
    }
    return {
      order,
      delivered: events.length === 0 ? nothingToReport : Promise.all(events.map(send)),
    }
  }

  return {
    /** Newest first. */
    orders: () =>
      [...orders.values()]
        .reverse()
        .sort((one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt)),
    find: (id: string) => orders.get(id),
    /** Whether the practice store has anything left to sell. */
    canSell: () => orderable(menuOf(home.id)).length > 0,
    /** Throws if nothing can be ordered. */
    place(request?: Partial<WireOrder>) {
      ordersMade += 1
      const number = ordersMade
      const storeId = request?.storeId ?? home.id
      const menu = menuOf(storeId)
      const preparation = preparationOf(storeId)
      const order = makeOrder(
        { seed, run, number, menu, now: now(), home },
        { ...(preparation !== null && { expectedPreparationDuration: preparation }), ...request },
      )
      onPlaced(order)
      return keep(order, orderCreated(order, stamp()))
    },
    change(id: string, how?: OrderChange) {
      const before = get(id)
      const menu = menuOf(before.storeId)
      const order = changed(before, how ?? randomChange(before, menu, random), menu, random)
      return keep(order, itemsUpdated(order, stamp()))
    },
    cancel(id: string, reason: string = random.pick(guests.cancelReasons)) {
      const before = get(id)
      const order = {
        ...before,
        orderStatus: orderStatus.cancelled,
        cancellationInfo: { [cancellationReason]: reason },
        deliveries: before.deliveries.map((delivery) => cancelCourier(delivery, now())),
      }
      return keep(
        order,
        statusUpdated(order, before.orderStatus, stamp()),
        ...order.deliveries.map((delivery) => deliveryUpdated(order, delivery, stamp())),
      )
    },
    moveDriver(id: string, stage: CourierStage) {
      const before = get(id)
      const known = before.deliveries[0] ?? makeDelivery(before, random, now(), home)
      const delivery = moveTo(known, stage, random, now())
      // This is an assumption, since no transition is documented: the driver's progress changes the
      // order's status.
      const moved = { 'picked-up': orderStatus.delivering, delivered: orderStatus.done }
      const status = stage in moved ? moved[stage as keyof typeof moved] : before.orderStatus
      const order = { ...before, orderStatus: status, deliveries: [delivery] }
      const events = [deliveryUpdated(order, delivery, stamp())]
      if (status !== before.orderStatus) {
        events.push(statusUpdated(order, before.orderStatus, stamp()))
      }
      return keep(order, ...events)
    },
    /** Sets the status and sends an event; the same status again sends nothing. */
    setStatus(id: string, status: string) {
      const before = get(id)
      if (before.orderStatus === status) return keep(before)
      const order = { ...before, orderStatus: status }
      return keep(order, statusUpdated(order, before.orderStatus, stamp()))
    },
    /** The effect of preparation-ready: recorded and counted; no change of the order is documented. */
    markReady(id: string) {
      const order = get(id)
      effects.happened('preparation-ready', id)
      ready.add(id)
      onReady(order)
      return order
    },
    isReady: (id: string) => ready.has(id),
  }
}

export type OrderDesk = ReturnType<typeof createOrderDesk>

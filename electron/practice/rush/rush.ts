import { dialect } from '../dialect.ts'
import type { CourierStage } from '../orders/courier.ts'
import type { OrderDesk } from '../orders/desk.ts'
import { orderStatus, type WireOrder } from '../orders/wire.ts'
import { createRandom } from '../random.ts'

/** The longest wait that one timer allows. */
const longest = 2 ** 31 - 1

function createSchedule(now: () => number) {
  let entries: { at: number; act: () => void }[] = []
  let timer: NodeJS.Timeout | undefined

  function arm(): void {
    clearTimeout(timer)
    const [first] = entries
    if (first === undefined) return
    timer = setTimeout(() => run(first.at), Math.min(longest, Math.max(0, first.at - now())))
  }

  function run(until: number): void {
    const due = entries.filter(({ at }) => at <= until)
    entries = entries.filter(({ at }) => at > until)
    for (const { act } of due) act()
    arm()
  }

  return {
    /** Plans `act` for an epoch millisecond. Actions that are already due run in the order of their times. */
    plan(at: number, act: () => void) {
      entries = [...entries, { at, act }].sort((one, other) => one.at - other.at)
      arm()
    },
    clear() {
      clearTimeout(timer)
      entries = []
    },
  }
}

export interface RushOptions {
  ordersPerMinute: number
  /** How many orders are open at the start; default none. */
  openWith?: number
  /** No new order is placed while this many wait for the kitchen; default no limit. */
  atMostOpen?: number
}

const minute = 60_000
const iso = (time: number): string => new Date(time).toISOString()

/** Whether a driver delivers it. */
const isDelivery = ({ address }: WireOrder): boolean => address !== null

/** When the kitchen starts an order. */
const startOf = ({ deliverAt, expectedPreparationDuration }: WireOrder): number =>
  Date.parse(deliverAt) - expectedPreparationDuration * minute

/** When the driver is at the store, if nothing goes wrong. */
const inboxMessageOf = (order: WireOrder): number =>
  startOf(order) + Math.max(8, order.expectedPreparationDuration * 0.8) * minute

/**
 * The ages of the orders at the start, as a share of their preparation: the first is late, some
 * have little time left, most are new. `null` is scheduled for later.
 */
function openingAges(count: number): (number | null)[] {
  const scheduled = count >= 8 ? 2 : count >= 3 ? 1 : 0
  const now = count - scheduled
  const ages = Array.from({ length: now }, (_, index) => {
    if (index === 0 && now > 1) return 1.15
    if (index <= now * 0.35) return 0.95 - 0.15 * (index / now)
    return 0.65 * (1 - index / now)
  })
  return [...Array.from({ length: scheduled }, () => null), ...ages]
}

/** A busy evening: orders at a rate, and what happens to them afterwards. */
export function createRush(desk: OrderDesk, seed: number, now: () => number) {
  const agenda = createSchedule(now)
  const random = createRandom(seed, 'rush')
  let rate: number | null = null

  const waits = (id: string): boolean => desk.find(id)?.orderStatus === orderStatus.pending
  const inHand = (id: string): boolean =>
    waits(id) || desk.find(id)?.orderStatus === orderStatus.delivering

  function planDriver(order: WireOrder): void {
    const chance = createRandom(seed, 'driver', order.code)
    const begins = Math.max(startOf(order), Date.parse(order.createdAt))
    const move = (at: number, stage: CourierStage): void =>
      agenda.plan(at, () => {
        if (waits(order._id)) desk.moveDriver(order._id, stage)
      })
    move(begins + 1 * minute, 'searching')
    move(begins + 2.5 * minute, 'assigned')
    if (chance.chance(0.35)) {
      move(begins + 4 * minute, 'searching')
      move(begins + 5.5 * minute, 'assigned')
    }
    move(inboxMessageOf(order), 'at-store')
  }

  function planTroubles(order: WireOrder): void {
    const chance = createRandom(seed, 'troubles', order.code)
    const within = (low: number, high: number): number =>
      Date.parse(order.createdAt) + chance.between(low, high) * 1000
    if (chance.chance(0.12)) {
      agenda.plan(within(20, 240), () => {
        if (waits(order._id) && !desk.isReady(order._id)) desk.change(order._id)
      })
    }
    if (chance.chance(0.05)) {
      agenda.plan(within(40, 360), () => {
        if (waits(order._id) && !desk.isReady(order._id)) desk.cancel(order._id)
      })
    }
  }

  function opening(count: number): void {
    const scheduled = { isScheduled: true, deliveryType: dialect.deliveryTypePickup }
    openingAges(count).forEach((age, index) => {
      if (!desk.canSell()) return
      const preparation = random.between(12, 20)
      const request =
        age === null
          ? {
              ...scheduled,
              createdAt: iso(now() - 30 * minute),
              deliverAt: iso(now() + (35 + 25 * index) * minute),
            }
          : { isScheduled: false, createdAt: iso(now() - age * preparation * minute) }
      const { order } = desk.place({ ...request, expectedPreparationDuration: preparation })
      if (isDelivery(order)) planDriver(order)
    })
  }

  function planOrders(ordersPerMinute: number, atMostOpen: number): void {
    const gap = (minute / ordersPerMinute) * (0.5 + random.next())
    agenda.plan(now() + gap, () => {
      const open = desk.orders().filter(({ _id }) => waits(_id) && !desk.isReady(_id))
      if (open.length < atMostOpen && desk.canSell()) {
        const { order } = desk.place()
        planTroubles(order)
        if (isDelivery(order)) planDriver(order)
      }
      planOrders(ordersPerMinute, atMostOpen)
    })
  }

  function stop(): void {
    rate = null
    agenda.clear()
  }

  return {
    start({ ordersPerMinute, openWith = 0, atMostOpen = Infinity }: RushOptions) {
      stop()
      rate = ordersPerMinute
      opening(openWith)
      if (ordersPerMinute > 0) planOrders(ordersPerMinute, atMostOpen)
    },
    /** Nothing happens on its own any more. */
    stop,
    /** Orders a minute; null while it is stopped. */
    rate: () => rate,
    /** The kitchen finished an order: somebody collects it. */
    wasReady(order: WireOrder) {
      if (rate === null) return
      const { _id } = order
      if (!isDelivery(order)) {
        agenda.plan(now() + random.between(2, 5) * minute, () => {
          if (waits(_id)) desk.setStatus(_id, orderStatus.done)
        })
        return
      }
      const pickup = Math.max(now() + minute, inboxMessageOf(order) + minute / 2)
      const ride: [number, CourierStage][] = [
        [0, 'picked-up'],
        [(order.deliveryDuration ?? 30) - 3, 'near-client'],
        [order.deliveryDuration ?? 30, 'delivered'],
      ]
      for (const [minutes, stage] of ride) {
        agenda.plan(pickup + minutes * minute, () => {
          if (inHand(_id)) desk.moveDriver(_id, stage)
        })
      }
    },
  }
}

export type Rush = ReturnType<typeof createRush>

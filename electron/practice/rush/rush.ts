import { dialect } from '../dialect.ts'
import type { CourierStage } from '../orders/courier.ts'
import type { OrderDesk } from '../orders/desk.ts'
import { orderStatus, type WireOrder } from '../orders/wire.ts'
import { Random } from '../random.ts'

/** The longest wait that one timer allows. */
const longest = 2 ** 31 - 1

interface PlannedAction {
  /** Epoch milliseconds. */
  at: number
  act: () => void
}

/** Runs actions at their times, those that are already due in the order of their times. */
class Schedule {
  readonly #now: () => number
  #actions: PlannedAction[] = []
  #timer: NodeJS.Timeout | undefined

  constructor(now: () => number) {
    this.#now = now
  }

  plan(at: number, act: () => void): void {
    this.#actions = [...this.#actions, { at, act }].sort((one, other) => one.at - other.at)
    this.#arm()
  }

  clear(): void {
    clearTimeout(this.#timer)
    this.#actions = []
  }

  #arm(): void {
    clearTimeout(this.#timer)
    const [first] = this.#actions
    if (first === undefined) return
    const milliseconds = Math.min(longest, Math.max(0, first.at - this.#now()))
    this.#timer = setTimeout(() => this.#run(first.at), milliseconds)
  }

  #run(until: number): void {
    const due = this.#actions.filter(({ at }) => at <= until)
    this.#actions = this.#actions.filter(({ at }) => at > until)
    for (const { act } of due) act()
    this.#arm()
  }
}

export interface RushOptions {
  ordersPerMinute: number
  /** How many orders are open at the start; default none. */
  openWith?: number
  /** No new order is placed while this many wait for the kitchen; default no limit. */
  maxOpen?: number
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
export class Rush {
  readonly #desk: OrderDesk
  readonly #seed: number
  readonly #now: () => number
  readonly #schedule: Schedule
  readonly #random: Random
  #rate: number | null = null

  constructor(desk: OrderDesk, seed: number, now: () => number) {
    this.#desk = desk
    this.#seed = seed
    this.#now = now
    this.#schedule = new Schedule(now)
    this.#random = new Random(seed, 'rush')
  }

  /** Orders a minute; null while it is stopped. */
  get rate(): number | null {
    return this.#rate
  }

  start({ ordersPerMinute, openWith = 0, maxOpen = Infinity }: RushOptions): void {
    this.stop()
    this.#rate = ordersPerMinute
    this.#open(openWith)
    if (ordersPerMinute > 0) this.#planOrders(ordersPerMinute, maxOpen)
  }

  /** Nothing happens on its own any more. */
  stop(): void {
    this.#rate = null
    this.#schedule.clear()
  }

  /** The kitchen finished an order: somebody collects it. */
  wasReady(order: WireOrder): void {
    if (this.#rate === null) return
    if (isDelivery(order)) this.#planRide(order)
    else this.#planPickup(order)
  }

  #planPickup({ _id }: WireOrder): void {
    this.#schedule.plan(this.#now() + this.#random.between(2, 5) * minute, () => {
      if (this.#waits(_id)) this.#desk.setStatus(_id, orderStatus.done)
    })
  }

  #planRide(order: WireOrder): void {
    const { _id } = order
    const pickup = Math.max(this.#now() + minute, inboxMessageOf(order) + minute / 2)
    const ride: [number, CourierStage][] = [
      [0, 'picked-up'],
      [(order.deliveryDuration ?? 30) - 3, 'near-client'],
      [order.deliveryDuration ?? 30, 'delivered'],
    ]
    for (const [minutes, stage] of ride) {
      this.#schedule.plan(pickup + minutes * minute, () => {
        if (this.#inHand(_id)) this.#desk.moveDriver(_id, stage)
      })
    }
  }

  #planDriver(order: WireOrder): void {
    const random = new Random(this.#seed, 'driver', order.code)
    const begins = Math.max(startOf(order), Date.parse(order.createdAt))
    this.#planMove(order, begins + 1 * minute, 'searching')
    this.#planMove(order, begins + 2.5 * minute, 'assigned')
    if (random.chance(0.35)) {
      this.#planMove(order, begins + 4 * minute, 'searching')
      this.#planMove(order, begins + 5.5 * minute, 'assigned')
    }
    this.#planMove(order, inboxMessageOf(order), 'at-store')
  }

  #planMove({ _id }: WireOrder, at: number, stage: CourierStage): void {
    this.#schedule.plan(at, () => {
      if (this.#waits(_id)) this.#desk.moveDriver(_id, stage)
    })
  }

  #planTroubles({ _id, createdAt, code }: WireOrder): void {
    const random = new Random(this.#seed, 'troubles', code)
    const created = Date.parse(createdAt)
    if (random.chance(0.12)) {
      this.#schedule.plan(created + random.between(20, 240) * 1000, () => {
        if (this.#isToMake(_id)) this.#desk.change(_id)
      })
    }
    if (random.chance(0.05)) {
      this.#schedule.plan(created + random.between(40, 360) * 1000, () => {
        if (this.#isToMake(_id)) this.#desk.cancel(_id)
      })
    }
  }

  /** Places the orders that are open at the start. */
  #open(count: number): void {
    const scheduled = { isScheduled: true, deliveryType: dialect.deliveryTypePickup }
    for (const [index, age] of openingAges(count).entries()) {
      if (!this.#desk.canSell()) return
      const preparation = this.#random.between(12, 20)
      const request =
        age === null
          ? {
              ...scheduled,
              createdAt: iso(this.#now() - 30 * minute),
              deliverAt: iso(this.#now() + (35 + 25 * index) * minute),
            }
          : { isScheduled: false, createdAt: iso(this.#now() - age * preparation * minute) }
      const { order } = this.#desk.place({ ...request, expectedPreparationDuration: preparation })
      if (isDelivery(order)) this.#planDriver(order)
    }
  }

  #planOrders(ordersPerMinute: number, maxOpen: number): void {
    const gap = (minute / ordersPerMinute) * (0.5 + this.#random.next())
    this.#schedule.plan(this.#now() + gap, () => {
      this.#placeOrder(maxOpen)
      this.#planOrders(ordersPerMinute, maxOpen)
    })
  }

  #placeOrder(maxOpen: number): void {
    const open = this.#desk.orders().filter(({ _id }) => this.#isToMake(_id))
    if (open.length >= maxOpen || !this.#desk.canSell()) return
    const { order } = this.#desk.place()
    this.#planTroubles(order)
    if (isDelivery(order)) this.#planDriver(order)
  }

  #waits(id: string): boolean {
    return this.#desk.find(id)?.orderStatus === orderStatus.pending
  }

  #isToMake(id: string): boolean {
    return this.#waits(id) && !this.#desk.isReady(id)
  }

  #inHand(id: string): boolean {
    return this.#waits(id) || this.#desk.find(id)?.orderStatus === orderStatus.delivering
  }
}

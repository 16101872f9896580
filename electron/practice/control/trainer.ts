import type { Sender } from '../events/sender.ts'
import type { Fault, Faults } from '../faults/faults.ts'
import type { Odd } from '../odd/odd.ts'
import type { OrderDesk } from '../orders/desk.ts'
import { orderStatus, type WireOrder } from '../orders/wire.ts'
import type { Rush } from '../rush/rush.ts'
import type { StockRoom } from '../stock/stock-room.ts'

export const actionGroups = {
  rush: ['calm-rush', 'busy-rush', 'full-rush', 'stop-rush'],
  orders: ['place-order', 'change-order', 'cancel-order', 'send-driver', 'lose-driver'],
  stock: ['sell-out-avocado', 'bring-back-avocado'],
  trouble: [
    'cut-line',
    'repair-line',
    'slow-down',
    'disturb-events',
    'odd-records',
    'usual-records',
    'back-to-normal',
  ],
} as const
export type Action = (typeof actionGroups)[keyof typeof actionGroups][number]
export const actions: readonly Action[] = Object.values(actionGroups).flat()

/** Why an action could not be done. */
export type Refusal = 'no-open-order' | 'no-delivery' | 'no-driver' | 'nothing-to-sell'

/** The result of an action; `code` is the order's, if it was about one. */
export type Outcome = { done: Action; code: string | null } | { refused: Refusal }

interface TrainerDeps {
  desk: OrderDesk
  rush: Rush
  faults: Faults
  odd: Odd
  sender: Sender
  stockRoom: StockRoom
}

/** The name of avocado in the menus. */
const avocado = 'Palta'

const cutMilliseconds = 30_000
const cut: Fault = { path: '', kind: 'drop-before-effect' }
const slow: Fault = { path: '', kind: 'delay', milliseconds: 3000 }
/** How many orders a rush starts with if none are open, and how many may be open at most. */
const opening = 6
const maxOpen = 60

/** A fault that somebody set and somebody may end. */
class Trouble {
  #end: (() => void) | null = null

  /** Starts it; `end` runs once, when it ends. */
  start(end: () => void): void {
    this.#end = end
  }

  end(): void {
    const end = this.#end
    this.#end = null
    end?.()
  }
}

const hasDriver = ({ deliveries: [delivery] }: WireOrder): boolean =>
  (delivery?.driverInformation ?? null) !== null

type OrderAction = (typeof actionGroups)['orders'][number]

const isOrderAction = (action: Action): action is OrderAction =>
  actionGroups.orders.some((each) => each === action)

/** The code of an action's order, or why there was none. */
type Answer = string | { refused: Refusal }

/** Applies an action to the newest of some orders. */
function withNewest(
  [order]: readonly WireOrder[],
  otherwise: Refusal,
  act: (id: string) => unknown,
): Answer {
  if (order === undefined) return { refused: otherwise }
  act(order._id)
  return order.code
}

/** Causes real faults on purpose, over real HTTP, so that a crew can practise. */
export class Trainer {
  readonly #deps: TrainerDeps
  readonly #cut = new Trouble()
  readonly #slow = new Trouble()

  readonly #orderActions: Record<OrderAction, () => Answer> = {
    'place-order': () => this.#placeOrder(),
    'change-order': () =>
      withNewest(this.#waiting(), 'no-open-order', (id) => this.#deps.desk.change(id)),
    'cancel-order': () =>
      withNewest(this.#waiting(), 'no-open-order', (id) => this.#deps.desk.cancel(id)),
    'send-driver': () => this.#sendDriver(),
    'lose-driver': () => this.#loseDriver(),
  }

  readonly #otherActions: Record<Exclude<Action, OrderAction>, () => unknown> = {
    'calm-rush': () => this.#startRush(3),
    'busy-rush': () => this.#startRush(8),
    'full-rush': () => this.#startRush(20),
    'stop-rush': () => this.#deps.rush.stop(),
    'sell-out-avocado': () => this.#deps.stockRoom.sellOutOption(avocado),
    'bring-back-avocado': () => this.#deps.stockRoom.bringBackOption(avocado),
    'cut-line': () => this.#cutConnection(),
    'repair-line': () => this.#cut.end(),
    'slow-down': () => this.#slowDown(),
    'disturb-events': () => this.#deps.sender.disturb({ duplicates: 0.5, shuffle: true }),
    'odd-records': () => this.#deps.odd.set(true),
    'usual-records': () => this.#deps.odd.set(false),
    'back-to-normal': () => this.#backToNormal(),
  }

  constructor(deps: TrainerDeps) {
    this.#deps = deps
  }

  perform(action: Action): Outcome {
    if (isOrderAction(action)) {
      const answer = this.#orderActions[action]()
      return typeof answer === 'object' ? answer : { done: action, code: answer }
    }
    this.#otherActions[action]()
    return { done: action, code: null }
  }

  /** The troubles that this trainer caused and nobody has ended yet. */
  troubles(): { lineCut: boolean; slow: boolean; avocadoSoldOut: boolean } {
    const { faults, stockRoom } = this.#deps
    return {
      lineCut: faults.list().includes(cut),
      slow: faults.list().includes(slow),
      avocadoSoldOut: stockRoom.isOptionSoldOut(avocado),
    }
  }

  close(): void {
    this.#cut.end()
  }

  #startRush(ordersPerMinute: number): void {
    const openWith = this.#waiting().length === 0 ? opening : 0
    this.#deps.rush.start({ ordersPerMinute, openWith, maxOpen })
  }

  #placeOrder(): Answer {
    const { desk } = this.#deps
    return desk.canSell() ? desk.place().order.code : { refused: 'nothing-to-sell' }
  }

  #sendDriver(): Answer {
    const without = this.#waiting().filter((order) => order.address !== null && !hasDriver(order))
    return withNewest(without, 'no-delivery', (id) => this.#deps.desk.moveDriver(id, 'assigned'))
  }

  #loseDriver(): Answer {
    const withDriver = this.#pending().filter(hasDriver)
    return withNewest(withDriver, 'no-driver', (id) => this.#deps.desk.moveDriver(id, 'searching'))
  }

  #cutConnection(): void {
    this.#cut.end()
    const restore = this.#deps.faults.add(cut, 'first')
    const timer = setTimeout(() => this.#cut.end(), cutMilliseconds)
    this.#cut.start(() => {
      clearTimeout(timer)
      restore()
    })
  }

  #slowDown(): void {
    this.#slow.end()
    this.#slow.start(this.#deps.faults.add(slow))
  }

  #backToNormal(): void {
    this.#deps.odd.set(false)
    this.#cut.end()
    this.#slow.end()
    this.#deps.faults.clear()
    this.#deps.sender.disturb({})
  }

  #pending(): WireOrder[] {
    return this.#deps.desk.orders().filter((order) => order.orderStatus === orderStatus.pending)
  }

  #waiting(): WireOrder[] {
    return this.#pending().filter(({ _id }) => !this.#deps.desk.isReady(_id))
  }
}

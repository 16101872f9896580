import type { Sender } from '../events/sender.ts'
import type { Fault, Faults } from '../faults/faults.ts'
import type { Odd } from '../odd/odd.ts'
import type { OrderDesk } from '../orders/desk.ts'
import { orderStatus, type WireOrder } from '../orders/wire.ts'
import type { Rush } from '../rush/rush.ts'
import type { StockRoom } from '../stock/stock-room.ts'

/** What a person can have happen from the control page. */
export const actions = [
  'calm-rush',
  'busy-rush',
  'full-rush',
  'stop-rush',
  'place-order',
  'change-order',
  'cancel-order',
  'send-driver',
  'lose-driver',
  'sell-out-avocado',
  'bring-back-avocado',
  'cut-line',
  'mend-line',
  'slow-down',
  'disturb-events',
  'odd-records',
  'usual-records',
  'back-to-normal',
] as const
export type Action = (typeof actions)[number]

/** Why an action found nothing to act on. */
export type Refusal = 'no-open-order' | 'no-delivery' | 'no-driver' | 'nothing-to-sell'

/** What came of an action; `code` is the order's, where it was about one. */
export type Outcome = { done: Action; code: string | null } | { refused: Refusal }

/** Who makes trouble so that a crew learns. Its troubles are the platform's own, as real as any. */
export interface Trainer {
  perform(action: Action): Outcome
  /** What is in force of its own doing, whoever ends it. */
  troubles(): { lineCut: boolean; slow: boolean; avocadoSoldOut: boolean }
  close(): void
}

interface TrainerDeps {
  desk: OrderDesk
  rush: Rush
  faults: Faults
  odd: Odd
  sender: Sender
  stockRoom: StockRoom
}

/** The avocado, as the menus call it. */
const avocado = 'Palta'

/** Orders a minute. */
const rushRates = { 'calm-rush': 3, 'busy-rush': 8, 'full-rush': 20 }

const cutMilliseconds = 30_000
const cut: Fault = { path: '', kind: 'drop-before-effect' }
const slow: Fault = { path: '', kind: 'delay', milliseconds: 3000 }
/** Orders that a rush opens with on an empty rail, and how many may wait. */
const opening = 6
const atMostOpen = 60

export function createTrainer({
  desk,
  rush,
  faults,
  odd,
  sender,
  stockRoom,
}: TrainerDeps): Trainer {
  let mend: (() => void) | null = null
  let hurry: (() => void) | null = null

  const waiting = (): WireOrder[] =>
    desk
      .orders()
      .filter(({ _id, orderStatus: at }) => at === orderStatus.pending && !desk.isReady(_id))
  const hasDriver = ({ deliveries: [delivery] }: WireOrder): boolean =>
    (delivery?.driverInformation ?? null) !== null

  function cutLine(): void {
    mend?.()
    const restore = faults.add(cut, 'first')
    const timer = setTimeout(() => mend?.(), cutMilliseconds)
    mend = () => {
      clearTimeout(timer)
      restore()
      mend = null
    }
  }

  function slowDown(): void {
    hurry?.()
    const restore = faults.add(slow)
    hurry = () => {
      restore()
      hurry = null
    }
  }

  function backToNormal(): void {
    odd.set(false)
    mend?.()
    hurry?.()
    faults.clear()
    sender.disturb({})
  }

  function startRush(ordersPerMinute: number): void {
    rush.start({
      ordersPerMinute,
      openWith: waiting().length === 0 ? opening : 0,
      atMostOpen,
    })
  }

  /** Does something to the newest of some orders. */
  function withNewest(
    action: Action,
    orders: readonly WireOrder[],
    otherwise: Refusal,
    act: (id: string) => unknown,
  ): Outcome {
    const [order] = orders
    if (order === undefined) return { refused: otherwise }
    act(order._id)
    return { done: action, code: order.code }
  }

  const quietly = (action: Action, act: () => unknown): Outcome => {
    act()
    return { done: action, code: null }
  }

  return {
    perform(action) {
      switch (action) {
        case 'calm-rush':
        case 'busy-rush':
        case 'full-rush':
          return quietly(action, () => startRush(rushRates[action]))
        case 'stop-rush':
          return quietly(action, rush.stop)
        case 'place-order':
          if (!desk.canSell()) return { refused: 'nothing-to-sell' }
          return { done: action, code: desk.place().order.code }
        case 'change-order':
          return withNewest(action, waiting(), 'no-open-order', (id) => desk.change(id))
        case 'cancel-order':
          return withNewest(action, waiting(), 'no-open-order', (id) => desk.cancel(id))
        case 'send-driver': {
          const without = waiting().filter((order) => order.address !== null && !hasDriver(order))
          return withNewest(action, without, 'no-delivery', (id) => desk.moveDriver(id, 'assigned'))
        }
        case 'lose-driver': {
          const driven = desk
            .orders()
            .filter((order) => order.orderStatus === orderStatus.pending && hasDriver(order))
          return withNewest(action, driven, 'no-driver', (id) => desk.moveDriver(id, 'searching'))
        }
        case 'sell-out-avocado':
          return quietly(action, () => stockRoom.sellOutOption(avocado))
        case 'bring-back-avocado':
          return quietly(action, () => stockRoom.bringBackOption(avocado))
        case 'cut-line':
          return quietly(action, cutLine)
        case 'mend-line':
          return quietly(action, () => mend?.())
        case 'slow-down':
          return quietly(action, slowDown)
        case 'disturb-events':
          return quietly(action, () => sender.disturb({ duplicates: 0.5, shuffle: true }))
        case 'odd-records':
          return quietly(action, () => odd.set(true))
        case 'usual-records':
          return quietly(action, () => odd.set(false))
        case 'back-to-normal':
          return quietly(action, backToNormal)
      }
    },
    troubles: () => ({
      lineCut: faults.list().includes(cut),
      slow: faults.list().includes(slow),
      avocadoSoldOut: stockRoom.isOptionSoldOut(avocado),
    }),
    close: () => mend?.(),
  }
}

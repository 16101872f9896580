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
const atMostOpen = 60

/** Causes real faults on purpose, over real HTTP, so that a crew can practise. */
export function createTrainer({ desk, rush, faults, odd, sender, stockRoom }: TrainerDeps) {
  let repair: (() => void) | null = null
  let hurry: (() => void) | null = null

  function cutConnection(): void {
    repair?.()
    const restore = faults.add(cut, 'first')
    const timer = setTimeout(() => repair?.(), cutMilliseconds)
    repair = () => {
      clearTimeout(timer)
      restore()
      repair = null
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
    repair?.()
    hurry?.()
    faults.clear()
    sender.disturb({})
  }

  function startRush(ordersPerMinute: number): void {
    const openWith = waiting().length === 0 ? opening : 0
    rush.start({ ordersPerMinute, openWith, atMostOpen })
  }

  const pending = (): WireOrder[] =>
    desk.orders().filter((order) => order.orderStatus === orderStatus.pending)
  const waiting = (): WireOrder[] => pending().filter(({ _id }) => !desk.isReady(_id))
  const hasDriver = ({ deliveries: [delivery] }: WireOrder): boolean =>
    (delivery?.driverInformation ?? null) !== null

  /** Applies an action to the newest of some orders; returns its code. */
  function withNewest(
    [order]: readonly WireOrder[],
    otherwise: Refusal,
    act: (id: string) => unknown,
  ): string | { refused: Refusal } {
    if (order === undefined) return { refused: otherwise }
    act(order._id)
    return order.code
  }

  const quietly = (act: () => unknown) => (): null => {
    act()
    return null
  }

  /** Each returns the code of its order, or why there was none. */
  const actions: Record<Action, () => string | null | { refused: Refusal }> = {
    'calm-rush': quietly(() => startRush(3)),
    'busy-rush': quietly(() => startRush(8)),
    'full-rush': quietly(() => startRush(20)),
    'stop-rush': quietly(rush.stop),
    'place-order': () =>
      desk.canSell() ? desk.place().order.code : { refused: 'nothing-to-sell' },
    'change-order': () => withNewest(waiting(), 'no-open-order', (id) => desk.change(id)),
    'cancel-order': () => withNewest(waiting(), 'no-open-order', (id) => desk.cancel(id)),
    'send-driver'() {
      const without = waiting().filter((order) => order.address !== null && !hasDriver(order))
      return withNewest(without, 'no-delivery', (id) => desk.moveDriver(id, 'assigned'))
    },
    'lose-driver': () =>
      withNewest(pending().filter(hasDriver), 'no-driver', (id) =>
        desk.moveDriver(id, 'searching'),
      ),
    'sell-out-avocado': quietly(() => stockRoom.sellOutOption(avocado)),
    'bring-back-avocado': quietly(() => stockRoom.bringBackOption(avocado)),
    'cut-line': quietly(cutConnection),
    'repair-line': quietly(() => repair?.()),
    'slow-down': quietly(slowDown),
    'disturb-events': quietly(() => sender.disturb({ duplicates: 0.5, shuffle: true })),
    'odd-records': quietly(() => odd.set(true)),
    'usual-records': quietly(() => odd.set(false)),
    'back-to-normal': quietly(backToNormal),
  }

  return {
    perform(action: Action): Outcome {
      const code = actions[action]()
      return typeof code === 'object' && code !== null ? code : { done: action, code }
    },
    /** The troubles that this trainer caused and nobody has ended yet. */
    troubles: () => ({
      lineCut: faults.list().includes(cut),
      slow: faults.list().includes(slow),
      avocadoSoldOut: stockRoom.isOptionSoldOut(avocado),
    }),
    close: () => repair?.(),
  }
}

export type Trainer = ReturnType<typeof createTrainer>

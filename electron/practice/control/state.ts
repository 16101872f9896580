import { dialect } from '../dialect.ts'
import type { Effects } from '../effects.ts'
import type { Sender } from '../events/sender.ts'
import type { Fault, Faults } from '../faults/faults.ts'
import type { Odd } from '../odd/odd.ts'
import type { OrderDesk } from '../orders/desk.ts'
import { orderStatus } from '../orders/status.ts'
import type { Rush } from '../rush/rush.ts'
import type { Trainer } from './trainer.ts'

/** What the look inside is made from. */
export interface ControlDeps {
  trainer: Trainer
  desk: OrderDesk
  rush: Rush
  faults: Faults
  odd: Odd
  sender: Sender
  effects: Effects
}

/** An order that waits for the kitchen or is on its way. */
interface OpenOrder {
  code: string
  guest: string
  items: number
  kind: 'delivery' | 'pickup' | 'table'
  ready: boolean
  driver: string | null
}

/** What goes on inside, told without anybody's address or phone. */
export interface ControlState {
  /** Orders a minute; null while no rush is on. */
  rush: number | null
  lineCut: boolean
  slow: boolean
  disturbed: boolean
  oddRecords: boolean
  avocadoSoldOut: boolean
  /** The newest ones; `openOrders` says how many there are. */
  orders: OpenOrder[]
  openOrders: number
  events: { delivered: number; givenUp: number }
  faults: string[]
  effects: { operation: string; subject: string; count: number }[]
}

const ordersShown = 10
const effectsShown = 8

function kindOf(deliveryType: string): OpenOrder['kind'] {
  if (deliveryType === dialect.deliveryTypeDelivery) return 'delivery'
  return deliveryType === dialect.deliveryTypeTable ? 'table' : 'pickup'
}

/** A fault in one line, for people. */
function describe(fault: Fault): string {
  const { kind, method, path, every } = fault
  return [
    kind === 'status' ? `${kind} ${fault.status}` : kind,
    kind === 'delay' ? `${fault.milliseconds} ms` : '',
    method ?? '',
    path,
    every === undefined ? '' : `1/${every}`,
  ]
    .filter((part) => part !== '')
    .join(' · ')
}

export function readState(deps: ControlDeps): ControlState {
  const { trainer, desk, rush, faults, odd, sender, effects } = deps
  const open = desk
    .orders()
    .filter((order) => [orderStatus.pending, orderStatus.delivering].includes(order.orderStatus))
  const { duplicates, shuffle } = sender.disturbance()
  return {
    rush: rush.rate(),
    ...trainer.troubles(),
    disturbed: duplicates > 0 || shuffle,
    oddRecords: odd.isOn,
    orders: open.slice(0, ordersShown).map((order) => ({
      code: order.code,
      guest: order.buyerName,
      items: order.items.reduce((sum, { amount }) => sum + amount, 0),
      kind: kindOf(order.deliveryType),
      ready: desk.isReady(order._id),
      driver: order.deliveries[0]?.driverInformation?.name ?? null,
    })),
    openOrders: open.length,
    events: sender.counts(),
    faults: faults.list().map(describe),
    effects: effects
      .list()
      .sort((one, other) => other.count - one.count)
      .slice(0, effectsShown),
  }
}

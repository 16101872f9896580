import tillFile from '../../../resources/practice/till.json' with { type: 'json' }
import type { Random } from '../random.ts'
import type { WireStore } from '../stores/book.ts'
import type { CashRegister, DiningTab, TakenPayment, TillSetup } from './dining-tab.ts'
import type { ShiftTime } from './shift-time.ts'

interface WireBalance {
  paymentMethodId: string
  balance: number
}

/** A cash register's part of a shift. Tips go to the staff and are in no balance. */
interface WireCashRegisterShift {
  _id: string
  cashRegisterId: string
  startedAt: string
  endedAt: string | null
  startBalances: WireBalance[]
  /** What was counted at the end, so cash may be a little over or short; nothing while the shift is open. */
  endBalances: WireBalance[]
}

/**
 * Every field of a shift. Money in whole pesos, date-times ISO 8601 in UTC. Payments are those not
 * voided, without tips: closedTabsTotalSales less discountsAmount is totalPayments.
 */
export interface WireShift {
  _id: string
  websiteId: string
  storeId: string
  createdById: string
  startedAt: string
  endedAt: string | null
  closedTabsTotalSales: number
  discountsAmount: number
  /** closedTabsTotalSales by the number of closed tabs, in whole pesos. */
  avgTicket: number
  eatersCount: number
  totalPayments: number
  cashRegisterShifts: WireCashRegisterShift[]
}

/** A shift and what was sold in it. */
interface ShiftAccount {
  id: string
  store: WireStore
  setup: TillSetup
  time: ShiftTime
  tabs: DiningTab[]
}

const iso = (instant: number): string => new Date(instant).toISOString()

const sum = (amounts: number[]): number => amounts.reduce((total, amount) => total + amount, 0)

/** By how much counted cash misses what it should be: mostly by nothing. */
const miscount = (random: Random): number =>
  random.chance(0.4) ? random.pick([-1000, -500, -200, -100, -50, 50, 100, 500]) : 0

/** A register's part of a shift: each method's balance when it opened and as counted when it closed. */
function registerShift(
  { id, time }: ShiftAccount,
  register: CashRegister,
  payments: TakenPayment[],
  random: Random,
): WireCashRegisterShift {
  const startBalances = tillFile.paymentMethods.map((method) => ({
    paymentMethodId: method._id,
    balance: method.isCash ? register.float : 0,
  }))
  const taken = payments.filter((payment) => payment.register._id === register._id)
  const endBalances = tillFile.paymentMethods.map(({ _id, isCash }, index) => ({
    paymentMethodId: _id,
    balance:
      (startBalances[index]?.balance ?? 0) +
      sum(taken.filter(({ method }) => method._id === _id).map(({ amount }) => amount)) +
      (isCash ? miscount(random) : 0),
  }))
  return {
    _id: `${id}-${register._id}`,
    cashRegisterId: register._id,
    startedAt: iso(time.startedAt),
    endedAt: time.endedAt === null ? null : iso(time.endedAt),
    startBalances,
    endBalances: time.endedAt === null ? [] : endBalances,
  }
}

/** Adds a shift up from its tabs. */
export function addUpShift(account: ShiftAccount, random: Random): WireShift {
  const { id, store, setup, time, tabs } = account
  const payments = tabs.flatMap((tab) => tab.payments).filter(({ voidedAt }) => voidedAt === null)
  const closedTabsTotalSales = sum(tabs.map(({ sales }) => sales))
  return {
    _id: id,
    websiteId: store.websiteId,
    storeId: store._id,
    createdById: setup.staffIds[0] ?? '',
    startedAt: iso(time.startedAt),
    endedAt: time.endedAt === null ? null : iso(time.endedAt),
    closedTabsTotalSales,
    discountsAmount: sum(tabs.map(({ discount }) => discount)),
    avgTicket: tabs.length === 0 ? 0 : Math.round(closedTabsTotalSales / tabs.length),
    eatersCount: sum(tabs.map(({ eaters }) => eaters)),
    totalPayments: sum(payments.map(({ amount }) => amount)),
    cashRegisterShifts: setup.cashRegisters.map((register) =>
      registerShift(account, register, payments, random),
    ),
  }
}

import tillFile from '../../../resources/practice/till.json' with { type: 'json' }
import type { Random } from '../random.ts'
import type { WireStore } from '../stores/stores.ts'
import type { CashRegister, DiningTab, TakenPayment, TillSetup } from './payments.ts'
import { wallDay, wallInstant, wallMinute, type WallDay } from '../wall-clock.ts'

/** When a shift was, in epoch milliseconds. */
export interface ShiftTime {
  startedAt: number
  /** Null while it is open. */
  endedAt: number | null
  /** Its end, or the current instant for the open shift. */
  until: number
}

const minute = 60_000
const hour = 60 * minute

/** How close a minute of the day is to a peak hour, as a bell curve with a width in minutes. */
const peak = (at: number, top: number, width: number): number =>
  Math.exp(-(((at - top) / width) ** 2))

/** How many guests pay at a minute of the day: many at lunch, most at dinner, never zero. */
const busyness = (at: number): number =>
  0.06 + peak(at, 14 * 60 + 15, 65) + 1.2 * peak(at, 21 * 60 + 20, 75)

/** How busy a range of time is: the sum over its minutes. */
function busynessOf(from: number, to: number, timeZone: string): number {
  const first = wallMinute(from, timeZone)
  const minutes = Math.max(1, Math.floor((to - from) / minute))
  const each = Array.from({ length: minutes }, (_, index) => busyness((first + index) % 1440))
  return each.reduce((sum, value) => sum + value, 0)
}

/** The instant of a minute on the day that is `back` days before today. */
const instantBack = (today: WallDay, back: number, at: number, timeZone: string): number =>
  wallInstant({ ...today, day: today.day - back }, at, timeZone)

const openingAt = (today: WallDay, back: number, timeZone: string, random: Random): number =>
  instantBack(today, back, 10 * 60 + 45 + random.between(0, 20), timeZone)

function closedShift(today: WallDay, back: number, timeZone: string, random: Random): ShiftTime {
  const startedAt = openingAt(today, back, timeZone, random)
  const endedAt = instantBack(today, back, 22 * 60 + 55 + random.between(0, 35), timeZone)
  return { startedAt, endedAt, until: endedAt }
}

/**
 * Two closed shifts, of the day before yesterday and of yesterday, and today's open one, by the
 * store's clock. Early in the day the open shift began up to three hours ago, but never before the
 * previous one ended.
 */
export function threeShifts(
  now: number,
  timeZone: string,
  random: Random,
): [ShiftTime, ShiftTime, ShiftTime] {
  const today = wallDay(now, timeZone)
  const first = closedShift(today, 2, timeZone, random)
  const second = closedShift(today, 1, timeZone, random)
  const opening = Math.min(openingAt(today, 0, timeZone, random), now - 3 * hour)
  const startedAt = Math.max(second.until, opening)
  return [first, second, { startedAt, endedAt: null, until: now }]
}

/**
 * Distributes payments over three shifts. The open shift gets the share of the day so far, but at
 * least some.
 */
export function distributeOverShifts(
  payments: number,
  shifts: readonly [ShiftTime, ShiftTime, ShiftTime],
  timeZone: string,
): [number, number, number] {
  const [, day, open] = shifts
  const soFar =
    busynessOf(open.startedAt, open.until, timeZone) /
    busynessOf(day.startedAt, day.until, timeZone)
  const today = Math.round(payments * Math.max(0.03, Math.min(1, soFar) / 3))
  const yesterday = Math.round((payments - today) * 0.52)
  return [payments - today - yesterday, yesterday, today]
}

/** Draws instants within a shift, more of them at busy hours, and none in its first ten minutes. */
export class PaymentTimes {
  readonly #from: number
  readonly #until: number
  readonly #random: Random
  readonly #weights: readonly (readonly [minutes: number, weight: number])[]

  constructor({ startedAt, until }: ShiftTime, timeZone: string, random: Random) {
    this.#from = Math.min(startedAt + 10 * minute, until)
    this.#until = until
    this.#random = random
    const first = wallMinute(this.#from, timeZone)
    const minutes = Math.max(1, Math.floor((until - this.#from) / minute))
    this.#weights = Array.from({ length: minutes }, (_, index) => [
      index,
      busyness((first + index) % 1440),
    ])
  }

  next(): number {
    const minutes = this.#random.weighted(this.#weights)
    const instant = this.#from + minutes * minute + this.#random.between(0, minute - 1)
    return Math.min(this.#until, instant)
  }
}

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
  /**
   * The counted balances at the end, so cash may be a little over or short; empty while the shift
   * is open.
   */
  endBalances: WireBalance[]
}

/**
 * Every field of a shift. Money is in whole pesos, date-times are ISO 8601 in UTC. Payments exclude
 * voided ones and tips: closedTabsTotalSales less discountsAmount is totalPayments.
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
  /** closedTabsTotalSales divided by the number of closed tabs, in whole pesos. */
  avgTicket: number
  eatersCount: number
  totalPayments: number
  cashRegisterShifts: WireCashRegisterShift[]
}

interface ShiftAccount {
  id: string
  store: WireStore
  setup: TillSetup
  time: ShiftTime
  tabs: DiningTab[]
}

const iso = (instant: number): string => new Date(instant).toISOString()

const sum = (amounts: number[]): number => amounts.reduce((total, amount) => total + amount, 0)

/** How far the counted cash is from the expected: mostly zero. */
const countingError = (random: Random): number =>
  random.chance(0.4) ? random.pick([-1000, -500, -200, -100, -50, 50, 100, 500]) : 0

/** A register's part of a shift: the balance of each method at the start, and as counted at the end. */
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
  const registerPayments = payments.filter((payment) => payment.register._id === register._id)
  const endBalances = tillFile.paymentMethods.map(({ _id, isCash }, index) => ({
    paymentMethodId: _id,
    balance:
      (startBalances[index]?.balance ?? 0) +
      sum(registerPayments.filter(({ method }) => method._id === _id).map(({ amount }) => amount)) +
      (isCash ? countingError(random) : 0),
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

import tillFile from '../../../resources/practice/till.json' with { type: 'json' }
import { Random } from '../random.ts'
import type { WireStore } from '../stores/stores.ts'
import { makeTabs, tabPayment, type WireTabPayment } from './payments.ts'
import {
  PaymentTimes,
  distributeOverShifts,
  threeShifts,
  addUpShift,
  type WireShift,
} from './shift.ts'
import { wasteIncidents, type WireWasteIncident } from './waste.ts'

/** A payment method. The list is sorted by its creation date, which the answer omits. */
interface KnownMethod {
  _id: string
  name: string
  createdAt: string
}

export interface StoreTill {
  payments: WireTabPayment[]
  wasteIncidents: WireWasteIncident[]
  paymentMethods: KnownMethod[]
  /** The shifts of the day before yesterday and of yesterday, and today's open one. */
  shifts: WireShift[]
}

interface TillOptions {
  seed: number
  /** How many payments each till has; by default as in its setup. */
  payments?: number | undefined
  /** How far the total of the first shift is from its payments; 0 by default. */
  misstated?: number | undefined
  /** Epoch milliseconds. */
  now: () => number
}

function makeTill(
  store: WireStore,
  { seed, payments: paymentCount, misstated = 0 }: TillOptions,
  now: number,
): StoreTill {
  const setup = tillFile.stores.find(({ storeId }) => storeId === store._id)
  if (setup === undefined)
    return { payments: [], wasteIncidents: [], paymentMethods: [], shifts: [] }
  const { timezone } = store
  const random = new Random(seed, now, store._id, 'till')
  const times = threeShifts(now, timezone, random)
  const counts = distributeOverShifts(paymentCount ?? setup.payments, times, timezone)
  const accounts = times.map((time, index) => {
    const paymentTimes = new PaymentTimes(time, timezone, random)
    const tabs = makeTabs(setup, counts[index] ?? 0, paymentTimes, random)
    const shift = addUpShift({ id: `tsft-${random.id(20)}`, store, setup, time, tabs }, random)
    const shiftPayments = tabs
      .flatMap(({ payments }) => payments)
      .sort((one, other) => one.createdAt - other.createdAt)
    return { shift, shiftPayments }
  })
  const [first] = accounts
  if (first !== undefined) first.shift.totalPayments += misstated
  const payments = accounts.flatMap(({ shift, shiftPayments }) =>
    shiftPayments.map((each) => ({ shift, each })),
  )
  return {
    payments: payments.map(({ shift, each }, index) =>
      tabPayment(each, {
        id: `tpay-${random.id(14)}`,
        code: `P-${String(4201 + index).padStart(6, '0')}`,
        shiftId: shift._id,
        shiftEndedAt: shift.endedAt,
      }),
    ),
    wasteIncidents: wasteIncidents(
      { storeId: store._id, timeZone: timezone, count: setup.wasteIncidents, now },
      random,
    ),
    paymentMethods: tillFile.paymentMethods,
    shifts: accounts.map(({ shift }) => shift),
  }
}

/**
 * The shift's own totals include a new payment and exclude a voided one. Its registers are counted
 * when it ends.
 */
function settle(shift: WireShift, { amount }: WireTabPayment, times: 1 | -1): void {
  shift.totalPayments += times * amount
  shift.closedTabsTotalSales += times * amount
}

function openShiftOf({ shifts }: StoreTill): WireShift {
  const shift = shifts.find(({ endedAt }) => endedAt === null)
  if (shift === undefined) throw new Error('no shift is open')
  return shift
}

/** A payment in cash, in the open shift. */
function cashPayment({ payments, paymentMethods }: StoreTill, shift: WireShift, createdAt: string) {
  const [cash] = paymentMethods
  return {
    _id: `tpay-now-${String(payments.length)}`,
    code: `P-${String(4201 + payments.length).padStart(6, '0')}`,
    shiftId: shift._id,
    paymentMethodId: cash?._id ?? '',
    paymentMethodName: cash?.name ?? '',
    createdById: shift.createdById,
    payerName: null,
    payerUserId: null,
    amount: 10_000,
    tipAmount: 0,
    createdAt,
    voidedAt: null,
    shiftEndedAt: null,
    shouldMakeInvoice: false,
  }
}

/** The tills of the stores, in memory. The same seed and the same first instant give the same tills. */
export class Till {
  readonly #options: TillOptions
  readonly #tills = new Map<string, StoreTill>()
  #opened: number | undefined

  constructor(options: TillOptions) {
    this.#options = options
  }

  /**
   * The till of a store. The first call generates its history, and later calls return the same. A
   * store without a till has no records.
   */
  of(store: WireStore): StoreTill {
    this.#opened ??= this.#options.now()
    const till = this.#tills.get(store._id) ?? makeTill(store, this.#options, this.#opened)
    this.#tills.set(store._id, till)
    return till
  }

  /**
   * Makes a payment in the open shift now, in cash, with the fields of `request`. Throws if the
   * store has no till.
   */
  pay(store: WireStore, request: Partial<WireTabPayment> = {}): WireTabPayment {
    const till = this.of(store)
    const shift = openShiftOf(till)
    const payment = { ...cashPayment(till, shift, this.#isoNow()), ...request }
    till.payments.push(payment)
    till.payments.sort((one, other) => one.createdAt.localeCompare(other.createdAt))
    if (payment.shiftId === shift._id) settle(shift, payment, 1)
    return payment
  }

  void(store: WireStore, paymentId: string): WireTabPayment {
    const { payments, shifts } = this.of(store)
    const payment = payments.find(({ _id }) => _id === paymentId)
    if (payment === undefined) throw new Error(`no payment ${paymentId}`)
    const shift = shifts.find(({ _id }) => _id === payment.shiftId)
    if (payment.voidedAt === null && shift !== undefined) settle(shift, payment, -1)
    payment.voidedAt = this.#isoNow()
    return payment
  }

  endShift(store: WireStore): WireShift {
    const till = this.of(store)
    const shift = openShiftOf(till)
    shift.endedAt = this.#isoNow()
    for (const register of shift.cashRegisterShifts) register.endedAt = shift.endedAt
    for (const payment of till.payments)
      if (payment.shiftId === shift._id) payment.shiftEndedAt = shift.endedAt
    return shift
  }

  #isoNow(): string {
    return new Date(this.#options.now()).toISOString()
  }
}

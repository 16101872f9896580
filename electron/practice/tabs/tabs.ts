import { z } from 'zod'
import { answers, dateTime, listPage, notFound, pageAndLimit, type Refusal } from '../answers.ts'
import { dialect } from '../dialect.ts'
import type { PracticeStores, WireStore } from '../stores/stores.ts'
import tillFile from '../../../resources/practice/till.json' with { type: 'json' }
import { createRandom } from '../random.ts'
import { makeTabs, tabPayment, type WireTabPayment } from './payments.ts'
import {
  createTimeOfPayment,
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
  const random = createRandom(seed, now, store._id, 'till')
  const times = threeShifts(now, timezone, random)
  const counts = distributeOverShifts(paymentCount ?? setup.payments, times, timezone)
  const accounts = times.map((time, index) => {
    const timeOfPayment = createTimeOfPayment(time, timezone, random)
    const tabs = makeTabs(setup, counts[index] ?? 0, timeOfPayment, random)
    const shift = addUpShift({ id: `tsft-${random.id(20)}`, store, setup, time, tabs }, random)
    const taken = tabs
      .flatMap(({ payments }) => payments)
      .sort((one, other) => one.createdAt - other.createdAt)
    return { shift, taken }
  })
  const [first] = accounts
  if (first !== undefined) first.shift.totalPayments += misstated
  const payments = accounts.flatMap(({ shift, taken }) => taken.map((each) => ({ shift, each })))
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

/** The tills of the stores, in memory. The same seed and the same first instant give the same tills. */
export function createTill(options: TillOptions) {
  const tills = new Map<string, StoreTill>()
  let opened: number | undefined

  function of(store: WireStore): StoreTill {
    opened ??= options.now()
    const till = tills.get(store._id) ?? makeTill(store, options, opened)
    tills.set(store._id, till)
    return till
  }

  const iso = (): string => new Date(options.now()).toISOString()

  function openShift({ shifts }: StoreTill): WireShift {
    const shift = shifts.find(({ endedAt }) => endedAt === null)
    if (shift === undefined) throw new Error('no shift is open')
    return shift
  }

  return {
    /**
     * The till of a store. The first call generates its history, and later calls return the same. A
     * store without a till has no records.
     */
    of,
    /**
     * Makes a payment in the open shift now, in cash, with the fields of `request`. Throws if the
     * store has no till.
     */
    pay(store: WireStore, request: Partial<WireTabPayment> = {}) {
      const till = of(store)
      const shift = openShift(till)
      const [cash] = till.paymentMethods
      const payment: WireTabPayment = {
        _id: `tpay-now-${String(till.payments.length)}`,
        code: `P-${String(4201 + till.payments.length).padStart(6, '0')}`,
        shiftId: shift._id,
        paymentMethodId: cash?._id ?? '',
        paymentMethodName: cash?.name ?? '',
        createdById: shift.createdById,
        payerName: null,
        payerUserId: null,
        amount: 10_000,
        tipAmount: 0,
        createdAt: iso(),
        voidedAt: null,
        shiftEndedAt: null,
        shouldMakeInvoice: false,
        ...request,
      }
      till.payments.push(payment)
      till.payments.sort((one, other) => one.createdAt.localeCompare(other.createdAt))
      if (payment.shiftId === shift._id) settle(shift, payment, 1)
      return payment
    },
    void(store: WireStore, paymentId: string) {
      const { payments, shifts } = of(store)
      const payment = payments.find(({ _id }) => _id === paymentId)
      if (payment === undefined) throw new Error(`no payment ${paymentId}`)
      const shift = shifts.find(({ _id }) => _id === payment.shiftId)
      if (payment.voidedAt === null && shift !== undefined) settle(shift, payment, -1)
      payment.voidedAt = iso()
      return payment
    },
    endShift(store: WireStore) {
      const till = of(store)
      const shift = openShift(till)
      shift.endedAt = iso()
      for (const register of shift.cashRegisterShifts) register.endedAt = shift.endedAt
      for (const payment of till.payments)
        if (payment.shiftId === shift._id) payment.shiftEndedAt = shift.endedAt
      return shift
    },
  }
}

export type Till = ReturnType<typeof createTill>

const instant = dateTime.transform((text) => Date.parse(text))

const order = z.enum(['asc', 'desc'])

/** The query of a list that can be sorted by one field only. */
const listQuery = (sortField: string) =>
  z.object({
    ...pageAndLimit,
    sortBy: z.literal(sortField, `must be ${sortField}`).default(sortField),
    order: order.default(order.parse(dialect.tabsDefaultOrder)),
  })

const datedQuery = (sortField: string) =>
  listQuery(sortField).extend({
    /** We assume that both ends are included. */
    from: instant.default(-Infinity),
    to: instant.default(Infinity),
  })

interface Page {
  page: number
  limit: number
  order: 'asc' | 'desc'
}

/** A page of items, which are given oldest first, in the requested order. */
const pageOf = <Item>(items: readonly Item[], { page, limit, order: asked }: Page) =>
  listPage(asked === 'asc' ? items : items.toReversed(), page, limit)

/**
 * All dates of a till are in UTC with milliseconds, so their texts sort like the dates. This is
 * faster than parsing, and a long list is requested often.
 */
interface Range {
  from: number
  to: number
}

function within<T>(items: readonly T[], dateOf: (item: T) => string, { from, to }: Range) {
  const textOf = (instant: number, open: string): string =>
    Number.isFinite(instant) ? new Date(instant).toISOString() : open
  const [first, last] = [textOf(from, ''), textOf(to, '9999')]
  return items.filter((item) => first <= dateOf(item) && dateOf(item) <= last)
}

/** Payments, waste incidents, payment methods and shifts of a store, by id or external id. */
export function tabs({ till, stores }: { till: Till; stores: PracticeStores }) {
  function find({ storeId }: { storeId: string }): StoreTill | Refusal {
    const store = stores.find(storeId)
    return store === undefined ? notFound('Store') : till.of(store)
  }
  return {
    listTabPayments: answers('listTabPayments', {
      find,
      query: datedQuery('createdAt'),
      answer: ({ found, query }) =>
        pageOf(
          within(found.payments, ({ createdAt }) => createdAt, query),
          query,
        ),
    }),
    listWasteIncidents: answers('listWasteIncidents', {
      find,
      query: datedQuery('date'),
      answer: ({ found, query }) =>
        pageOf(
          within(found.wasteIncidents, ({ date }) => date, query),
          query,
        ),
    }),
    listPaymentMethods: answers('listPaymentMethods', {
      find,
      query: listQuery('createdAt'),
      answer: ({ found, query }) =>
        pageOf(
          found.paymentMethods.map(({ _id, name }) => ({ _id, name })),
          query,
        ),
    }),
    readShift: answers('readShift', {
      find,
      answer: ({ found, params }) =>
        found.shifts.find(({ _id }) => _id === params.shiftId) ?? notFound('Shift'),
    }),
  }
}

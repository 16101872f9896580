import tillFile from '../../../resources/practice/till.json' with { type: 'json' }
import { createRandom } from '../random.ts'
import type { WireStore } from '../stores/book.ts'
import { makeTabs } from './dining-tab.ts'
import { tabPayment, type WireTabPayment } from './payment.ts'
import { createTimeOfPayment, shareOut, threeShifts } from './shift-time.ts'
import { addUpShift, type WireShift } from './shift.ts'
import { wasteIncidents, type WireWasteIncident } from './waste.ts'

/** A payment method; when it was set up orders the list and is not told. */
interface KnownMethod {
  _id: string
  name: string
  createdAt: string
}

/** What one store's till has recorded; the lists oldest first. */
export interface StoreTill {
  payments: WireTabPayment[]
  wasteIncidents: WireWasteIncident[]
  paymentMethods: KnownMethod[]
  /** The day before yesterday's, yesterday's and today's open one. */
  shifts: WireShift[]
}

/** The tills of the stores, in memory. */
export interface Till {
  /** Made up at the first call, of what was before it; the same ever after. Throws for a store without a till. */
  of(store: WireStore): StoreTill
}

interface TillOptions {
  seed: number
  /** Epoch milliseconds. */
  now: () => number
}

function makeTill(store: WireStore, seed: number, now: number): StoreTill {
  const setup = tillFile.stores.find(({ storeId }) => storeId === store._id)
  if (setup === undefined) throw new Error(`no till for ${store._id}`)
  const { timezone } = store
  const random = createRandom(seed, now, store._id, 'till')
  const times = threeShifts(now, timezone, random)
  const counts = shareOut(setup.payments, times, timezone)
  const accounts = times.map((time, index) => {
    const timeOfPayment = createTimeOfPayment(time, timezone, random)
    const tabs = makeTabs(setup, counts[index] ?? 0, timeOfPayment, random)
    const shift = addUpShift({ id: `tsft-${random.id(20)}`, store, setup, time, tabs }, random)
    const taken = tabs
      .flatMap(({ payments }) => payments)
      .sort((one, other) => one.createdAt - other.createdAt)
    return { shift, taken }
  })
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

/** The same seed and the same first instant give the same tills. */
export function createTill({ seed, now }: TillOptions): Till {
  const tills = new Map<string, StoreTill>()
  let opened: number | undefined
  return {
    of(store) {
      opened ??= now()
      const till = tills.get(store._id) ?? makeTill(store, seed, opened)
      tills.set(store._id, till)
      return till
    },
  }
}

import type { StoreIdentity } from '#contract/status/status.ts'
import { createChannelOrders } from './channel-orders/channel-orders.ts'
import type { NounDeps } from './host-deps.ts'
import { createKitchenFigures } from './kitchen-figures/kitchen-figures.ts'
import type { Orders } from './orders/orders.ts'
import type { OutboxRows } from './outbox/rows.ts'
import { createPayments } from './payments/payments.ts'
import { createPrinters } from './printers/printers.ts'
import type { Reservations } from './reservations/reservations.ts'
import type { Screens } from './screens/screens.ts'
import { createShifts } from './shifts/shifts.ts'
import type { Stock } from './stock/stock.ts'
import { createWaste } from './waste/waste.ts'

interface ShiftNounsDeps {
  shared: NounDeps
  /** Null until it is known. */
  store: () => StoreIdentity | null
  outboxCounts: OutboxRows['counts']
  orders: Pick<Orders, 'bumpedBetween' | 'leftWithoutBump' | 'openCodes' | 'ticket'>
  stock: Pick<Stock, 'outBetween' | 'soldOut'>
  unmarkedReservations: Reservations['unmarked']
  sign: Screens['sign']
}

/** Builds the nouns of the shift: what was paid and thrown away, how the kitchen did, the close-out and its paper. */
export function createShiftNouns(deps: ShiftNounsDeps) {
  const { shared, store, orders, stock } = deps
  const storeId = () => store()?.id ?? shared.storeId
  const countryCode = () => store()?.countryCode ?? ''
  const shifts = createShifts({
    ...shared,
    countryCode,
    storeOf: () => ({ id: storeId() ?? '', name: store()?.name ?? '' }),
    outboxCounts() {
      const { pending, unknown, needsPerson } = deps.outboxCounts()
      return { unsent: pending - unknown + needsPerson, unknown }
    },
    house: {
      openTickets: orders.openCodes,
      unmarkedReservations: deps.unmarkedReservations,
      soldOut: stock.soldOut,
    },
    sign: deps.sign,
  })
  const nouns = [
    shifts,
    createPrinters({
      ...shared,
      isPractice: shared.mode === 'practice',
      ticket: orders.ticket,
      closeOut: shifts.closeOut,
      closeOutHead: shifts.closeOutHead,
      country: countryCode,
    }),
    createPayments({ ...shared, storeId, countryCode }),
    createWaste({ ...shared, storeId }),
    createChannelOrders(shared),
    createKitchenFigures({
      ...shared,
      storeId,
      bumpedBetween: orders.bumpedBetween,
      leftWithoutBump: orders.leftWithoutBump,
      outBetween: stock.outBetween,
    }),
  ] as const
  return { nouns, settingsChanged: shifts.settingsChanged }
}

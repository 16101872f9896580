import { limit, number, section, custom, toggle, choice, time } from '../row.ts'
import { tipsInAmount } from '../fields.ts'

export const closeOut = section({
  /** When the business day begins, by the store's clock. */
  businessDayBorder: time({
    of: 'restaurant',
    default: '04:00',
  }),
  tipsInAmount: choice(tipsInAmount, {
    of: 'restaurant',
    default: 'unknown',
  }),
  /** In minor units; null for the usual amount of the currency. */
  overShortThreshold: limit({
    of: 'restaurant',
    default: null,
    min: 0,
    max: 1_000_000_000,
    control: 'threshold',
  }),
  closeOutNames: custom({
    of: 'restaurant',
    control: 'close-out-names',
  }),
})

export const printers = section({
  receiptPrinters: custom({
    of: 'restaurant',
    control: 'printers',
  }),
  /** Also at this machine (host/printers/printer-place.ts). */
  anyPrinterAddress: toggle({
    of: 'restaurant',
    default: false,
  }),
})

export const reservations = section({
  coversPerHalfHour: limit({
    of: 'restaurant',
    default: null,
    min: 1,
    max: 1000,
    slider: { max: 100, step: 2 },
  }),
  tableMinutes: number({
    of: 'restaurant',
    default: 120,
    min: 15,
    max: 600,
    slider: { min: 30, max: 300, step: 15 },
  }),
  guestTexts: custom({
    of: 'restaurant',
    control: 'guest-texts',
  }),
})

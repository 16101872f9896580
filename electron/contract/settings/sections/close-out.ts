import { choice, custom, limit, section, time } from '../row.ts'
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

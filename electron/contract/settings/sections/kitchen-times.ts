import { limit, number, section, share, shareOrNone, toggle } from '../row.ts'

/** The own value of an order type; null for the common one. */
const amberShareOfType = () =>
  shareOrNone({ of: 'restaurant', default: null, min: 0.05, max: 1, step: 0.05 })

export const kitchenTimes = section({
  undoSeconds: number({
    of: 'restaurant',
    default: 8,
    min: 0,
    max: 60,
    slider: { max: 30 },
  }),
  /** A fraction of the time to the promised time. */
  amberShare: share({
    of: 'restaurant',
    default: 0.75,
    min: 0.1,
    max: 1,
    step: 0.05,
  }),
  amberShareDelivery: amberShareOfType(),
  amberSharePickup: amberShareOfType(),
  amberShareTable: amberShareOfType(),
  /** After the promised time. Null if tickets are never shown as very late. */
  veryLateMinutes: limit({
    of: 'restaurant',
    default: 10,
    min: 1,
    max: 60,
  }),
  startedStage: toggle({
    of: 'restaurant',
    default: false,
  }),
})

import { custom, section, toggle, limit, number, share, shareOrNone } from '../row.ts'

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

export const preparationTime = section({
  /** Minutes after which a changed preparation time goes back to the usual one. */
  preparationBackMinutes: limit({
    of: 'restaurant',
    default: 60,
    min: 5,
    max: 24 * 60,
    slider: { max: 240, step: 5 },
  }),
  automaticPreparation: toggle({ of: 'restaurant', default: false }),
  automaticLeast: number({
    of: 'restaurant',
    default: 15,
    min: 0,
    max: 240,
    warnAbove: 'automaticMost',
    slider: { max: 120, step: 5 },
  }),
  automaticMost: number({
    of: 'restaurant',
    default: 60,
    min: 5,
    max: 240,
    slider: { max: 120, step: 5 },
  }),
})

export const stations = section({
  stationList: custom({
    of: 'restaurant',
    control: 'stations',
  }),
  lastStationBumps: toggle({
    of: 'restaurant',
    default: false,
  }),
  finishTogether: toggle({
    of: 'restaurant',
    default: false,
  }),
  courses: toggle({
    of: 'restaurant',
    default: false,
  }),
  statusNames: toggle({
    of: 'restaurant',
    default: false,
  }),
})

import { number, section, share, toggle } from '../row.ts'

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
  startedStage: toggle({
    of: 'restaurant',
    default: false,
  }),
  /** Longer than the personal data of guests, which is deleted earlier. */
  keepDays: number({
    of: 'restaurant',
    default: 60,
    min: 31,
    max: 3650,
    slider: { max: 365 },
  }),
})

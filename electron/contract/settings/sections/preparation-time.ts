import { limit, number, section, toggle } from '../row.ts'

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

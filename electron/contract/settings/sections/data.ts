import { custom, number, section } from '../row.ts'

/** Where the data is, and how long it is kept. */
export const data = section({
  dataFolder: custom({
    of: 'restaurant',
    control: 'data-folder',
  }),
  /** Longer than the personal data of guests, which is deleted earlier. */
  keepDays: number({
    of: 'restaurant',
    default: 60,
    min: 31,
    max: 3650,
    slider: { max: 365 },
  }),
  guestDataDays: number({
    of: 'restaurant',
    default: 30,
    min: 1,
    max: 30,
  }),
})

import { limit, number, section } from '../row.ts'

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
})

import { custom, section } from '../row.ts'

export const screens = section({
  pin: custom({
    of: 'restaurant',
    control: 'pin',
  }),
  screenList: custom({
    of: 'restaurant',
    control: 'screens',
  }),
})

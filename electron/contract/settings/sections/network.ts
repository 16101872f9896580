import { custom, section } from '../row.ts'

export const network = section({
  networkScreens: custom({
    of: 'restaurant',
    control: 'network',
  }),
})

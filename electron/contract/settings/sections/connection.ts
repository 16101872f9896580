import { custom, section } from '../row.ts'

export const connection = section({
  connection: custom({
    of: 'restaurant',
    control: 'connection-link',
  }),
})

import { custom, section } from '../row.ts'

export const backups = section({
  backups: custom({
    of: 'restaurant',
    control: 'backups',
  }),
})

import { custom, section } from '../row.ts'

export const about = section({
  about: custom({
    of: null,
    control: 'about',
  }),
})

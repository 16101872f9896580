import { z } from 'zod'
import { answers, defineContract, none } from './operation.ts'
import type { ProductDetail } from './stock.ts'

export const menuContract = defineContract({
  name: 'menu',
  operations: {
    'menu.read': answers<null>()(none),
    'menu.product': answers<ProductDetail>()(z.strictObject({ key: z.string().max(320) })),
  },
  events: {},
})

import { z } from 'zod'
import { answers, defineContract, none } from '../shared/operation.ts'
import type { ProductDetail } from '../stock/stock.ts'

export const menuContract = defineContract({
  name: 'menu',
  operations: {
    'menu.refresh': answers<null>()(none),
    'menu.product': answers<ProductDetail>()(z.strictObject({ key: z.string().max(320) })),
  },
  events: {},
})

import { z } from 'zod'
import { id, instant, number, text, looseBoolean, word } from './tolerant/loose.ts'
import type { Dialect } from './dialect.ts'
import { operation } from './operation.ts'
import { idInPath, sentInstant } from './sent-values.ts'

const stockFields = {
  /** Service id or external id, like all ids here. */
  storeId: z.string().min(1),
  /** How many are left; 0 is sold out. Required unless `deleteItem` is true. */
  stock: z.int().min(0).optional(),
  /** Until when it applies. */
  untilDate: sentInstant.optional(),
  /** Lifts the restriction: always available. */
  deleteItem: z.boolean().optional(),
}

const stockItem = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('product'), productId: z.string().min(1), ...stockFields }),
    z.strictObject({
      type: z.literal('modifier'),
      modifierId: z.string().min(1),
      modifierOptionId: z.string().min(1),
      ...stockFields,
    }),
  ])
  .refine(({ stock, deleteItem }) => stock !== undefined || deleteItem === true, 'needs stock')

/** One change of updateStock (platform/README.md, Stock). */
export type StockItem = z.input<typeof stockItem>

/**
 * POST {v1_url}/updateStock: sets or clears stock. Several changes are an array; the first of a repeated item
 * counts. All or nothing: a 400 names the items at fault (`itemErrors`) and changes nothing. Answers a process, whose
 * end the event processStatusUpdated tells.
 */
export const updateStock = operation({
  area: 'Stock',
  summary: 'Set or clear stock of products and modifier options',
  rules:
    'All or nothing. `stock` is required unless `deleteItem` is true. External ids may replace service ids. The first occurrence of a repeated item is used. Processed asynchronously: see the event processStatusUpdated.',
  method: 'POST',
  base: 'v1',
  path: '/updateStock',
  body: z.union([stockItem, z.array(stockItem).min(1)]),
  answer: z.looseObject({ processId: id }),
  check: { writes: true },
})

/**
 * POST /ecommerce/stores/{storeId}/products/{productId}/out-of-stock (the path is the dialect's):
 * marks one product as sold out or puts it back on sale, and answers the current state. Both ids
 * may be external. The value is absolute, but a repeated count ignores orders made between.
 */
export const setOutOfStock = operation({
  area: 'Stock',
  summary: 'Sell one product of a store out or bring it back, at once; service ids or external ids',
  rules: '`until` tomorrow and `untilDate` exclude each other; what is out of stock has no stock.',
  method: 'POST',
  base: 'v3',
  path: { named: 'outOfStockPath' },
  params: z.strictObject({ storeId: idInPath, productId: idInPath }),
  body: z.strictObject({
    outOfStock: z.boolean(),
    /** `tomorrow` lasts until the close of the next day. */
    until: z.enum(['none', 'tomorrow']).optional(),
    untilDate: sentInstant.optional(),
    /** How many are left; orders reduce it. */
    stock: z.int().min(0).optional(),
  }),
  answer: z.looseObject({
    storeId: text,
    productId: text,
    productExternalId: text,
    outOfStock: looseBoolean,
    outOfStockItemId: text,
    untilDate: instant,
    stock: number,
  }),
  check: { writes: 'by-its-path' },
})

/** Whether products are changed with `setOutOfStock`. Options always need `updateStock`. */
export const prefersOutOfStock = ({ stockOperation }: Dialect): boolean =>
  stockOperation === 'outOfStock'

/** A processed change. `until` is an instant or a word such as "tomorrow". */
export const stockRecordSchema = z.looseObject({
  _id: text,
  type: word('product', 'modifier'),
  productId: text,
  modifierId: text,
  modifierOptionId: text,
  productExternalId: text,
  modifierExternalId: text,
  modifierOptionExternalId: text,
  storeId: text,
  websiteId: text,
  until: text,
  untilDate: instant,
  createdAt: instant,
  stock: number,
})

/** The `data` of processStatusUpdated. RUNNING has no items, FINISHED has every change. */
export const stockProcessSchema = z.looseObject({
  status: z.string().min(1),
  processId: id,
  processedItems: z
    .array(stockRecordSchema)
    .nullable()
    .optional()
    .transform((items) => items ?? []),
})
export type StockProcess = z.infer<typeof stockProcessSchema>

export const stockOperations = { updateStock, setOutOfStock } as const

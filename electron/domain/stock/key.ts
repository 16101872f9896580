import type { StockKey } from '#contract/stock.ts'

/** The key of a product (contract/stock.ts). */
export const productKey = (productId: string): StockKey => `product:${productId}`

/** The key of an option within a modifier. */
export const optionKey = (modifierId: string, optionId: string): StockKey =>
  `option:${modifierId}/${optionId}`

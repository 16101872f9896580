import type { Basket, CouponVerdict } from '#contract/coupons/coupons.ts'
import { addExact, differenceOf, noAmount, plainExact, readWire } from '../money/money.ts'
import { condition } from './condition.ts'
import type { KnownCoupon } from './known.ts'

/** What the items cost, where the basket does not say what all of it costs; null where a price is not known. */
function pricesOf({ total, items }: Basket): { price: number; amount: number }[] | null {
  if (total !== null) return [{ price: total, amount: 1 }]
  const priced = items.flatMap(({ price, amount }) => (price === null ? [] : [{ price, amount }]))
  return priced.length === 0 || priced.length < items.length ? null : priced
}

/** Digits beyond these are kept as well, so that the comparison is exact in every currency. */
const decimals = 2

/** A basket's total beside a limit, exactly; null where one of them is not known or is no amount. */
function compare(basket: Basket, limit: number): { total: number; difference: bigint } | null {
  const priced = pricesOf(basket)
  const bound = readWire(limit, decimals)
  if (priced === null || bound === null) return null
  const total = noAmount()
  for (const { price, amount } of priced) {
    const read = readWire(price, decimals)
    if (read === null) return null
    addExact(total, read, amount)
  }
  return { total: Number(plainExact(total, decimals)), difference: differenceOf(total, bound) }
}

/** Of how much the order costs. */
export function priceVerdicts(
  { values }: Pick<KnownCoupon, 'values'>,
  basket: Basket,
): CouponVerdict[] {
  const found: CouponVerdict[] = []
  const { minimumOrderPrice: least, maximumOrderPrice: most } = values
  if (least != null) {
    const told = compare(basket, least)
    const isMet = told === null ? null : told.difference >= 0n
    found.push(condition('minimumOrderPrice', isMet, least, told?.total ?? null))
  }
  if (most != null) {
    const told = compare(basket, most)
    const isMet = told === null ? null : told.difference <= 0n
    found.push(condition('maximumOrderPrice', isMet, most, told?.total ?? null))
  }
  return found
}

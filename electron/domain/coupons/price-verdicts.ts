import type { Basket, CouponVerdict } from '#contract/coupons.ts'
import { inOneUnit } from '../money/minor.ts'
import { condition } from './condition.ts'
import type { KnownCoupon } from './known.ts'

/** What the items cost, where the basket does not say what all of it costs; null where a price is not known. */
function pricesOf({ total, items }: Basket): { price: number; amount: number }[] | null {
  if (total !== null) return [{ price: total, amount: 1 }]
  const priced = items.flatMap(({ price, amount }) => (price === null ? [] : [{ price, amount }]))
  return priced.length === 0 || priced.length < items.length ? null : priced
}

/** A basket's total beside a limit. Both are counted in one unit, since a sum of decimals is not exact. */
function compare(basket: Basket, limit: number): { total: number; difference: bigint } | null {
  const priced = pricesOf(basket)
  const inUnits = inOneUnit([limit, ...(priced ?? []).map(({ price }) => price)])
  if (priced === null || inUnits === null) return null
  const [bound = 0n, ...prices] = inUnits.amounts
  const total = prices.reduce(
    (sum, price, nth) => sum + price * BigInt(priced[nth]?.amount ?? 1),
    0n,
  )
  return { total: Number(total) / 10 ** inUnits.decimals, difference: total - bound }
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

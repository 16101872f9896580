import type { Basket, CouponVerdict } from '#contract/coupons/coupons.ts'
import type { MenuLinks } from './menu-links.ts'

/** What a coupon is held against. */
export interface Occasion {
  basket: Basket
  /** By the host's clock, epoch milliseconds. */
  now: number
  /** Null where nobody knows which store this is. */
  storeId: string | null
  /** Whether an id is one of this store's. */
  isOurs(storeId: string): boolean
  links: MenuLinks
}

type Verdict = CouponVerdict['verdict']
type Value = CouponVerdict['wanted']

const verdictOf = (isMet: boolean | null): Verdict =>
  isMet === null ? 'unknown' : isMet ? 'passed' : 'failed'

/** One condition; `isMet` is null where it cannot be known. */
export const condition = (
  field: CouponVerdict['field'],
  isMet: boolean | null,
  wanted: Value,
  had: Value,
): CouponVerdict => ({ field, verdict: verdictOf(isMet), wanted, had })

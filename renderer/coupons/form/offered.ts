import { couponFields, type CouponField } from '#contract/coupons/fields.ts'
import type { Coupon, CouponNames } from '#contract/coupons/coupons.ts'
import { entryText } from '../sentences/value-text.ts'

/** The choices of a field, by any of their ids. */
export interface Offered {
  id: string
  otherIds?: readonly string[]
  name: string
}

/** The payment types that orders are known to have. */
const payments = ['cash', 'inStore', 'other']

/** The choices of a field: names from the menu, or values of the coupons seen so far. */
export function offeredFor(
  field: CouponField,
  names: CouponNames | null,
  coupons: ReadonlyMap<string, Coupon>,
): readonly Offered[] {
  const kind = couponFields[field]
  if (kind === 'products' || kind === 'categories' || kind === 'stores' || kind === 'menus')
    return names?.[kind] ?? []
  const seen = [...coupons.values()].flatMap(({ values }) => {
    const value = values[field]
    return Array.isArray(value) ? value : []
  })
  const text = [...new Set([...(field === 'requiresPaymentTypes' ? payments : []), ...seen])]
  const around = { countryCode: null, timeZone: undefined, names }
  return text.map((id) => ({ id, name: entryText(field, [id], around)[0] ?? id }))
}

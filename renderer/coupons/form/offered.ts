import { couponFields, type CouponField } from '#contract/coupons/fields.ts'
import type { Coupon, CouponNames } from '#contract/coupons/coupons.ts'
import { entryText } from '../sentences/value-text.ts'

/** What may be picked, by any of its ids. */
export interface Offered {
  id: string
  otherIds?: readonly string[]
  name: string
}

/** Ways of paying that orders are known to have. */
const payments = ['cash', 'inStore', 'other']

/** What may be picked at a field: what the menu names, or the words that the coupons seen so far use. */
export function offeredFor(
  field: CouponField,
  names: CouponNames | null,
  known: ReadonlyMap<string, Coupon>,
): readonly Offered[] {
  const kind = couponFields[field]
  if (kind === 'products' || kind === 'categories' || kind === 'stores' || kind === 'menus')
    return names?.[kind] ?? []
  const seen = [...known.values()].flatMap(({ values }) => {
    const value = values[field]
    return Array.isArray(value) ? value : []
  })
  const text = [...new Set([...(field === 'requiresPaymentTypes' ? payments : []), ...seen])]
  const around = { countryCode: null, timeZone: undefined, names }
  return text.map((id) => ({ id, name: entryText(field, [id], around)[0] ?? id }))
}

import { couponFields, type CouponField } from '#contract/coupons/fields.ts'
import type { Coupon } from '#contract/coupons/coupons.ts'
import { fieldsInOrder, groupOf, usesField, type CouponGroup } from '../groups.ts'
import { entryText, joinList, valueText, type Around } from './value-text.ts'
import { say } from '../messages.ts'

type Reported = Pick<Coupon, 'type' | 'values'>

export interface CouponSentence {
  field: CouponField
  group: CouponGroup
  text: string
  /** False if this type of coupon doesn't use the field. */
  isUsed: boolean
}

/** Fields whose sentence depends on the coupon's type or on other fields. */
function ownSentence(
  field: CouponField,
  { type, values }: Reported,
  around: Around,
): string | null {
  const shown = valueText(field, values[field], around)
  switch (field) {
    case 'percentageOff':
      return type === 'percentageOnDiscount'
        ? say('couponSays.shareMore', { percent: shown })
        : null
    case 'discountAmount':
      return type === 'fixedOnDelivery'
        ? say('couponSays.amountOnDelivery', { money: shown })
        : null
    case 'deliveryDiscountPercentage':
      return values.deliveryDiscountPercentage === 100 ? say('couponSays.deliveryFree') : null
    case 'deliveryDiscountType':
      if (values.deliveryDiscountType === 'fixed') return say('couponSays.deliveryByAmount')
      return values.deliveryDiscountType === 'percentage' ? say('couponSays.deliveryByShare') : null
    case 'active':
      return values.active === false ? say('couponSays.switchedOff') : null
    default:
      return null
  }
}

function sentenceByKind(field: CouponField, { values }: Reported, around: Around): string | null {
  const value = values[field]
  if (typeof value === 'boolean') return value ? say(`couponSays.${field}`) : null
  const shown = valueText(field, value, around)
  if (typeof value === 'number') {
    const n = couponFields[field] === 'count' ? { n: value } : {}
    return say(`couponSays.${field}`, { ...n, money: shown, percent: shown })
  }
  if (typeof value === 'string') return say(`couponSays.${field}`, { text: shown, when: shown })
  if (value === null || value === undefined) return null
  // Names that are all meant are joined by "and", the others by "or".
  const type =
    field === 'dontApplyToProductsIds' || field === 'allowedEmails' ? 'conjunction' : 'disjunction'
  const names = joinList(entryText(field, value, around), type)
  return say(`couponSays.${field}`, {
    ...(field === 'allowedEmails' ? { n: value.length } : {}),
    names,
    text: names,
  })
}

export function fieldSentence(field: CouponField, coupon: Reported, around: Around): string | null {
  const value = coupon.values[field]
  const saysNothing =
    value === null ||
    value === undefined ||
    value === '' ||
    (Array.isArray(value) && value.length === 0)
  if (saysNothing) return null
  return ownSentence(field, coupon, around) ?? sentenceByKind(field, coupon, around)
}

export function couponSentences(coupon: Reported, around: Around): CouponSentence[] {
  return fieldsInOrder.flatMap((field) => {
    const sentence = fieldSentence(field, coupon, around)
    if (sentence === null) return []
    const isUsed = usesField(coupon.type, field, coupon.values.applyDeliveryDiscount === true)
    const text = isUsed ? sentence : say('couponSays.notUsed', { sentence })
    return { field, group: groupOf[field], text, isUsed }
  })
}

export function redeemedText(total: number | null): string | null {
  if (total === null) return null
  return total === 0 ? say('couponSays.neverRedeemed') : say('couponSays.redeemed', { n: total })
}

import { couponFields, type CouponField } from '#contract/coupons/fields.ts'
import type { Coupon, CouponValues } from '#contract/coupons/coupons.ts'
import { language } from '../../locales/i18n.ts'
import { money } from '../../locales/money.ts'
import { parseNumber, type Typed } from './typed.ts'
import { say } from './messages.ts'

export function fieldHint(
  field: CouponField,
  typed: Typed,
  countryCode: string | null,
): string | undefined {
  switch (couponFields[field]) {
    case 'percent':
      return say('couponForm.percent')
    case 'amount': {
      const amount = typeof typed === 'string' ? parseNumber(typed) : null
      return amount === null
        ? say('couponForm.moneyHint')
        : say('couponForm.money', { money: money(amount, countryCode, language()) })
    }
    case 'count':
      return say('couponForm.countHint')
    case 'words':
      if (field === 'allowedEmails') return say('couponForm.emailsHint')
      return say(field === 'requiredBINs' ? 'couponForm.cardsHint' : 'couponForm.wordsHint')
    case 'products':
    case 'categories':
    case 'stores':
    case 'menus':
      return say('couponForm.idsHint')
    default:
      return undefined
  }
}

/** Warns if a change has an immediate effect that a person may not want. Nothing is forbidden. */
export function warningOf(
  field: CouponField,
  { totalRedemptions }: Pick<Coupon, 'totalRedemptions'>,
  changed: CouponValues,
  now: number,
): string | undefined {
  const { endDate, maxRedemptions } = changed
  if (field === 'endDate' && endDate != null && Date.parse(endDate) < now)
    return say('couponForm.endPast')
  const used = totalRedemptions ?? 0
  if (field === 'maxRedemptions' && maxRedemptions != null && used >= maxRedemptions && used > 0)
    return say('couponForm.usedUp', { count: new Intl.NumberFormat(language()).format(used) })
  return undefined
}

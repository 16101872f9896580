import type { Coupon } from '#contract/coupons/coupons.ts'
import { calendarDay } from '../../clock/when.ts'
import { language } from '../../locales/i18n.ts'
import { say } from '../messages.ts'

/** Valid from or until when, as a short text. */
export function spanText({ state, values }: Coupon, timeZone: string | undefined): string {
  const { fromDate, endDate } = values
  const day = (instant: string) => calendarDay(instant, language(), timeZone)
  if (state === 'not-yet' && fromDate != null) return say('coupons.from', { day: day(fromDate) })
  if (endDate == null) return say('coupons.noEnd')
  return say(state === 'expired' ? 'coupons.ended' : 'coupons.until', { day: day(endDate) })
}

/** The number of redemptions and the limit; null if the platform doesn't say. */
export function countText({ totalRedemptions, values }: Coupon): string | null {
  if (totalRedemptions === null) return null
  const written = (n: number) => new Intl.NumberFormat(language()).format(n)
  const count = written(totalRedemptions)
  const max = values.maxRedemptions ?? null
  if (max !== null) return say('coupons.redeemedOf', { count, max: written(max) })
  return say('coupons.redeemed', { count, n: totalRedemptions })
}

import type { CouponField } from '#contract/coupons/fields.ts'
import type { Coupon, CouponValues } from '#contract/coupons/coupons.ts'
import { entryText, joinList, valueText, type Around } from './value-text.ts'
import { say } from '../messages.ts'

type Reported = Pick<Coupon, 'type' | 'values'>

const isShare = (type: string | null) => type === 'percentage' || type === 'percentageOnDiscount'

function speakerOf({ values }: Reported, around: Around) {
  const isSet = (field: CouponField) => {
    const value = values[field]
    return value !== null && value !== undefined && value !== false && value !== ''
  }
  return {
    label: (field: CouponField): string | null =>
      isSet(field) ? valueText(field, values[field], around) : null,
    list(field: CouponField, type: 'conjunction' | 'disjunction' = 'disjunction'): string | null {
      const value = values[field]
      if (!Array.isArray(value) || value.length === 0) return null
      return joinList(entryText(field, value, around), type)
    },
  }
}
type Speaker = ReturnType<typeof speakerOf>

/** The discount on delivery; null if there is none. */
function deliveryText(values: CouponValues, { label }: Speaker): string | null {
  const percent =
    values.deliveryDiscountType === 'fixed' ? null : label('deliveryDiscountPercentage')
  if (percent !== null && values.deliveryDiscountPercentage === 100)
    return say('couponGives.deliveryFree')
  if (percent !== null) return say('couponGives.deliveryShare', { percent })
  const amount = label('deliveryDiscountValue')
  return amount === null ? null : say('couponGives.deliveryAmount', { money: amount })
}

function discount({ type, values }: Reported, speak: Speaker): string {
  const nothing = say('couponGives.nothing')
  const percent = speak.label('percentageOff')
  const amount = speak.label('discountAmount')
  switch (type) {
    case 'percentage':
      return percent === null ? nothing : say('couponGives.share', { percent })
    case 'percentageOnDiscount':
      return percent === null ? nothing : say('couponGives.shareMore', { percent })
    case 'fixed':
      return amount === null ? nothing : say('couponGives.amount', { money: amount })
    case 'fixedOnDelivery': {
      const delivery = deliveryText(values, speak)
      if (delivery !== null) return delivery
      return amount === null ? nothing : say('couponGives.deliveryAmount', { money: amount })
    }
    case 'fixedItemPrice': {
      const price = speak.label('fixedAmount')
      const names =
        speak.list('requiresProductsIds') ??
        speak.list('requiresCategoriesIds') ??
        say('couponGives.eachDish')
      return price === null ? nothing : say('couponGives.itemPrice', { names, money: price })
    }
    default:
      return say('couponGives.notKnown')
  }
}

function limits({ type, values }: Reported, { label, list }: Speaker): (string | null)[] {
  const [max, min, upTo] = [
    label('maxPercentageOffDiscount'),
    label('minimumOrderPrice'),
    label('maximumOrderPrice'),
  ]
  const names = type === 'fixedItemPrice' ? null : list('requiresProductsIds')
  const categories = type === 'fixedItemPrice' ? null : list('requiresCategoriesIds')
  const but = list('dontApplyToProductsIds', 'conjunction')
  const dishes = values.maxProductsPerOrder ?? null
  return [
    isShare(type) && max !== null ? say('couponGives.max', { money: max }) : null,
    names === null ? null : say('couponGives.on', { names }),
    categories === null ? null : say('couponGives.on', { names: categories }),
    but === null ? null : say('couponGives.notOn', { names: but }),
    values.onlyForProductsWithoutDiscount ? say('couponGives.undiscounted') : null,
    values.dontApplyDiscountToOptions ? say('couponGives.noOptions') : null,
    dishes === null ? null : say('couponGives.dishes', { n: dishes }),
    min === null ? null : say('couponGives.orderFrom', { money: min }),
    upTo === null ? null : say('couponGives.orderUpTo', { money: upTo }),
  ]
}

function conditions({ values }: Reported, { list }: Speaker): (string | null)[] {
  const withList = (
    key: 'paidBy' | 'through' | 'cards' | 'menus' | 'stores',
    field: CouponField,
  ): string | null => {
    const shown = list(field)
    return shown === null ? null : say(`couponGives.${key}`, { text: shown, names: shown })
  }
  const birthday = values.isBirthdayCoupon ? say('couponGives.birthday') : null
  const perGuest = values.maxRedemptionsPerUser ?? null
  const perCode = values.maxRedemptionsPerCode ?? null
  const named = values.allowedEmails?.length ?? 0
  return [
    values.onlyForNewUsers ? say('couponGives.newGuests') : null,
    values.onlyRedeemOnBirthday ? say('couponGives.onBirthday') : birthday,
    named === 0 ? null : say('couponGives.named', { n: named }),
    values.requirePhoneVerification ? say('couponGives.verified') : null,
    values.maxRedemptionsPerUserPerDay ? say('couponGives.onceADay') : null,
    perGuest === null ? null : say('couponGives.perGuest', { n: perGuest }),
    perCode === null ? null : say('couponGives.perCode', { n: perCode }),
    withList('paidBy', 'requiresPaymentTypes'),
    withList('cards', 'requiredBINs'),
    withList('through', 'requireChannels'),
    withList('menus', 'requiresMenusIds'),
    withList('stores', 'requiresStoresIds'),
  ]
}

/** The discount of a coupon and its conditions as a short list of facts: `20% off · New guests only`. */
export function givesText(coupon: Reported, around: Around): string {
  const speak = speakerOf(coupon, around)
  const delivery =
    coupon.values.applyDeliveryDiscount && coupon.type !== 'fixedOnDelivery'
      ? deliveryText(coupon.values, speak)
      : null
  const facts = [
    discount(coupon, speak),
    delivery,
    ...limits(coupon, speak),
    ...conditions(coupon, speak),
  ].filter((fact) => fact !== null)
  return facts.join(' · ')
}

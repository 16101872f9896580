import type { Coupon, CouponVerdict } from '#contract/coupons/coupons.ts'
import { longWhen } from '../../clock/when.ts'
import { language } from '../../locales/i18n.ts'
import { money } from '../../locales/money.ts'
import { fieldSentence } from '../sentences/field-sentence.ts'
import { joinList, nameOfId, type Around } from '../sentences/value-text.ts'
import { say } from './messages.ts'

type Field = CouponVerdict['field']

const instant = (had: unknown, { timeZone }: Around): string =>
  typeof had === 'string' ? longWhen(had, language(), timeZone) : ''

const amount = (had: unknown, { countryCode }: Around): string =>
  typeof had === 'number' ? money(had, countryCode, language()) : ''

function names(
  kind: 'products' | 'categories' | 'stores' | 'menus',
  had: CouponVerdict['had'],
  around: Around,
): string | null {
  const ids = Array.isArray(had) ? had : typeof had === 'string' ? [had] : []
  const text = [...new Set(ids.map((id) => nameOfId(kind, id, around)))]
  return text.length === 0 ? null : joinList(text, 'conjunction')
}

const isGiven = (had: unknown): had is string => typeof had === 'string' && had !== ''

/** One of two sentences: with the order's value, or for an unknown value. */
const either = (
  had: string | null,
  key:
    | 'here'
    | 'menus'
    | 'channel'
    | 'delivery'
    | 'payment'
    | 'total'
    | 'dishes'
    | 'categories'
    | 'reduced'
    | 'email',
  without:
    | 'storeUnknown'
    | 'menusUnknown'
    | 'channelUnknown'
    | 'paymentUnknown'
    | 'totalUnknown'
    | 'dishesUnknown'
    | 'noCategory'
    | 'reducedNone'
    | 'emailUnknown',
): string =>
  had === null || had === '' ? say(`couponWhy.${without}`) : say(`couponWhy.${key}`, { had })

function yesOrNo(
  had: CouponVerdict['had'],
  yes: 'isNew' | 'isBirthday' | 'on',
  no: 'notNew' | 'notBirthday' | 'off',
  unknown: 'newUnknown' | 'birthdayUnknown' | 'unread',
): string {
  if (typeof had !== 'boolean') return say(`couponWhy.${unknown}`)
  return say(`couponWhy.${had ? yes : no}`)
}

function dishReason({ field, verdict, had }: CouponVerdict, around: Around): string {
  const dishes = names(field === 'requiresCategoriesIds' ? 'categories' : 'products', had, around)
  switch (field) {
    case 'requiresCategoriesIds':
      if (verdict === 'unknown') return say('couponWhy.dishUnknown')
      return either(dishes, 'categories', 'noCategory')
    case 'onlyForProductsWithoutDiscount':
      if (verdict === 'unknown') return say('couponWhy.reducedUnknown')
      return either(dishes, 'reduced', 'reducedNone')
    case 'maxProductsPerOrder':
      return typeof had === 'number'
        ? say('couponWhy.counted', { had })
        : say('couponWhy.dishesUnknown')
    default:
      return either(dishes, 'dishes', 'dishesUnknown')
  }
}

function guestReason({ field, had }: CouponVerdict): string {
  switch (field) {
    case 'onlyForNewUsers':
      return yesOrNo(had, 'isNew', 'notNew', 'newUnknown')
    case 'isBirthdayCoupon':
      return had === false
        ? say('couponWhy.nearBirthday')
        : yesOrNo(had, 'isBirthday', 'notBirthday', 'birthdayUnknown')
    case 'onlyRedeemOnBirthday':
      return yesOrNo(had, 'isBirthday', 'notBirthday', 'birthdayUnknown')
    case 'requirePhoneVerification':
      return say('couponWhy.phone')
    case 'maxRedemptionsPerCode':
      return say('couponWhy.perCode')
    default:
      return say('couponWhy.perGuest')
  }
}

/** Why a condition is met, is not met, or can't be checked: the order's value as text. */
export function verdictReason(
  verdict: CouponVerdict,
  around: Around,
  unread: readonly string[] = [],
): string {
  const { field, had, required } = verdict
  if (verdict.verdict === 'unknown' && unread.some((path) => path.split('.')[0] === field))
    return say('couponWhy.unread')
  switch (field) {
    case 'active':
      return yesOrNo(had, 'on', 'off', 'unread')
    case 'deletedAt':
      return say('couponWhy.deleted', { had: instant(had, around) })
    case 'isHidden':
      return say('couponWhy.hidden')
    case 'fromDate':
    case 'endDate':
      return say('couponWhy.now', { had: instant(had, around) })
    case 'maxRedemptions':
    case 'totalRedemptions':
      return typeof had === 'number'
        ? say('couponWhy.redeemed', { had, required: Number(required) })
        : say('couponWhy.redeemedUnknown')
    case 'requiresStoresIds':
      return either(names('stores', had, around), 'here', 'storeUnknown')
    case 'requiresMenusIds':
      return either(names('menus', had, around), 'menus', 'menusUnknown')
    case 'applyDeliveryDiscount':
      return either(isGiven(had) ? had : null, 'delivery', 'channelUnknown')
    case 'requireChannels':
      return either(isGiven(had) ? had : null, 'channel', 'channelUnknown')
    case 'requiresPaymentTypes':
      return either(isGiven(had) ? paymentText(had) : null, 'payment', 'paymentUnknown')
    case 'requiredBINs':
      return say('couponWhy.cards')
    case 'minimumOrderPrice':
    case 'maximumOrderPrice':
      return either(amount(had, around), 'total', 'totalUnknown')
    case 'allowedEmails':
      return either(isGiven(had) ? had : null, 'email', 'emailUnknown')
    case 'requiresProductsIds':
    case 'requiresCategoriesIds':
    case 'dontApplyToProductsIds':
    case 'onlyForProductsWithoutDiscount':
    case 'maxProductsPerOrder':
      return dishReason(verdict, around)
    default:
      return guestReason(verdict)
  }
}

const paymentText = (word: string): string =>
  word === 'cash' || word === 'inStore' || word === 'other' ? say(`couponValue.${word}`) : word

/** The condition as text, or the name of its field if the value could not be read. */
export function conditionText(field: Field, coupon: Coupon, around: Around): string {
  const sentence =
    field === 'totalRedemptions' || field === 'deletedAt'
      ? null
      : fieldSentence(field, coupon, around)
  return sentence ?? say(`couponField.${field}`)
}

export type Whole = 'works' | 'fails' | 'perhaps'

export function wholeVerdict(verdicts: readonly CouponVerdict[]): Whole {
  if (verdicts.some(({ verdict }) => verdict === 'failed')) return 'fails'
  return verdicts.some(({ verdict }) => verdict === 'unknown') ? 'perhaps' : 'works'
}

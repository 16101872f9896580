import { afterEach, beforeAll, expect, test } from 'vitest'
import { couponFields, type CouponField } from '#contract/coupons/fields.ts'
import type { Coupon, CouponVerdict } from '#contract/coupons/coupons.ts'
import { loadLanguage, locale } from '../../locales/i18n.ts'
import { languages, type Language } from '#contract/shared/languages.ts'
import { conditionText, verdictReason, wholeVerdict } from './verdict-text.ts'

const setLanguage = (language: Language) => void (locale.value = language)
beforeAll(() => Promise.all(languages.map(loadLanguage)))
afterEach(() => setLanguage('en'))

const named = (id: string, name: string) => [{ id, otherIds: [], name }]
const around = {
  countryCode: 'CL',
  timeZone: 'America/Santiago',
  names: {
    products: named('prd-1', 'Cazuela'),
    categories: named('cat-1', 'Postres'),
    stores: named('store-1', 'Providencia'),
    menus: named('menu-1', 'Carta'),
  },
}
const at = '2026-01-31T15:00:00.000Z'

/**
 * Every condition that a host can report: the values and the texts for them, and the text for an
 * unknown value.
 */
const table: [CouponVerdict['field'], CouponVerdict['had'], string, CouponVerdict['had']][] = [
  ['deletedAt', at, '12:00', at],
  ['active', false, '', null],
  ['isHidden', true, '', true],
  ['fromDate', at, '12:00', at],
  ['endDate', at, '12:00', at],
  ['maxRedemptions', 742, '742', null],
  ['requiresStoresIds', 'store-1', 'Providencia', null],
  ['requiresMenusIds', ['menu-1'], 'Carta', []],
  ['applyDeliveryDiscount', 'web-delivery', 'web-delivery', null],
  ['requireChannels', 'web-go', 'web-go', null],
  ['requiresPaymentTypes', 'card-x', 'card-x', null],
  ['requiredBINs', null, '', null],
  ['minimumOrderPrice', 18_000, '18', null],
  ['maximumOrderPrice', 18_000, '18', null],
  ['maxRedemptionsPerUser', null, '', null],
  ['maxRedemptionsPerCode', null, '', null],
  ['maxRedemptionsPerUserPerDay', null, '', null],
  ['requirePhoneVerification', null, '', null],
  ['onlyForNewUsers', true, '', null],
  ['isBirthdayCoupon', true, '', null],
  ['onlyRedeemOnBirthday', false, '', null],
  ['allowedEmails', 'a@example.com', 'a@example.com', null],
  ['requiresProductsIds', ['prd-1', 'prd-9'], 'prd-9', []],
  ['requiresCategoriesIds', ['cat-1'], 'Postres', []],
  ['dontApplyToProductsIds', ['prd-1'], 'Cazuela', []],
  ['onlyForProductsWithoutDiscount', ['prd-1'], 'Cazuela', []],
  ['maxProductsPerOrder', 3, '3', null],
]
const fields = (Object.keys(couponFields) as CouponField[]).filter((field) => /[A-Z]/.test(field))
const raw = new RegExp(
  `\\{|\\}|\\b(${fields.join('|')})\\b|coupon(Why|Says|Value|Field)|undefined|null|NaN`,
)
const coupon = { type: 'percentage', values: {} } as Coupon

for (const language of languages)
  test.for(table)(
    `in ${language} %s has a reason for each verdict`,
    ([field, had, read, without]) => {
      setLanguage(language)
      const reasonOf = (verdict: CouponVerdict['verdict'], value: CouponVerdict['had']) =>
        verdictReason({ field, verdict, required: 1, had: value }, around)
      for (const [verdict, value] of [
        ['passed', had],
        ['failed', had],
        ['unknown', without],
      ] as const) {
        const reason = reasonOf(verdict, value)
        expect(reason, verdict).toMatch(/^[\p{Lu}\d].+\.$/u)
        expect(reason, verdict).not.toMatch(raw)
      }
      expect(reasonOf('failed', had)).toContain(read)
      // The text of the condition, or its name.
      expect(conditionText(field, coupon, around)).not.toMatch(raw)
      expect(conditionText(field, coupon, around)).not.toBe('')
    },
  )

test('what could not be read says that, and no reason is made up', () => {
  const verdict = {
    field: 'requiresMenusIds',
    verdict: 'unknown',
    required: null,
    had: null,
  } as const
  expect(verdictReason(verdict, around, ['requiresMenusIds.2'])).toBe(
    'This condition couldn’t be read.',
  )
})

test.for([
  [[], 'works'],
  [['passed', 'passed'], 'works'],
  [['passed', 'unknown'], 'perhaps'],
  [['unknown', 'failed', 'passed'], 'fails'],
] as const)('%o together: %s', ([verdicts, whole]) => {
  const all = verdicts.map((verdict) => ({
    field: 'active' as const,
    verdict,
    required: null,
    had: null,
  }))
  expect(wholeVerdict(all)).toBe(whole)
})

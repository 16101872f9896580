import { afterEach, beforeAll, expect, test } from 'vitest'
import { couponFields, type CouponField } from '#contract/coupons/fields.ts'
import type { CouponNames, CouponValues } from '#contract/coupons/coupons.ts'
import { loadLanguage, locale } from '../../locales/i18n.ts'
import { languages, type Language } from '#contract/shared/languages.ts'
import { fieldsInOrder } from '../groups.ts'
import { couponSentences, fieldSentence, redeemedText } from './field-sentence.ts'
import { givesText } from './gives.ts'
import { valueText, type Around } from './value-text.ts'

const setLanguage = (language: Language) => void (locale.value = language)
beforeAll(() => Promise.all(languages.map(loadLanguage)))
afterEach(() => setLanguage('en'))

const named = (id: string, name: string) => [{ id, otherIds: [`${id}-external`], name }]
const names: CouponNames = {
  products: [...named('prd-1', 'Empanada de pino'), ...named('prd-2', 'Cazuela')],
  categories: named('cat-1', 'Postres'),
  stores: named('store-1', 'Providencia'),
  menus: named('menu-1', 'Carta de noche'),
}
const around: Around = { countryCode: 'CL', timeZone: 'America/Santiago', names }

/** A value for every field, and the text that every language must contain for it. */
const table: { [Field in CouponField]: [CouponValues[Field], string] } = {
  code: ['PINO', 'PINO'],
  name: ['Lunes', 'Lunes'],
  description: ['Con todo', 'Con todo'],
  active: [true, ''],
  isHidden: [true, ''],
  autoRecommend: [true, ''],
  externalId: ['EXT-1', 'EXT-1'],
  percentageOff: [20, '20'],
  maxPercentageOffDiscount: [5000, '5'],
  discountAmount: [2500, '2'],
  fixedAmount: [1990, '1'],
  onlyForProductsWithoutDiscount: [true, ''],
  dontApplyToProductsIds: [['prd-2', 'prd-gone'], 'prd-gone'],
  dontApplyDiscountToOptions: [true, ''],
  maxProductsPerOrder: [3, '3'],
  applyDeliveryDiscount: [true, ''],
  deliveryDiscountType: ['tiered', 'tiered'],
  deliveryDiscountValue: [500, '500'],
  deliveryDiscountPercentage: [50, '50'],
  fromDate: ['2026-01-05T03:00:00.000Z', '00:00'],
  endDate: ['2026-04-06T02:59:59.999Z', '22:59'],
  maxRedemptions: [12, '12'],
  maxRedemptionsPerUser: [2, '2'],
  maxRedemptionsPerUserPerDay: [true, ''],
  maxRedemptionsPerCode: [4, '4'],
  onlyForNewUsers: [true, ''],
  requirePhoneVerification: [true, ''],
  allowedEmails: [['a@example.com', 'b@example.com'], 'a@example.com'],
  isBirthdayCoupon: [true, ''],
  onlyRedeemOnBirthday: [true, ''],
  minimumOrderPrice: [15_000, '15'],
  maximumOrderPrice: [60_000, '60'],
  requiresCategoriesIds: [['cat-1'], 'Postres'],
  requiresProductsIds: [['prd-1'], 'Empanada de pino'],
  requiresStoresIds: [['store-1'], 'Providencia'],
  requiresMenusIds: [['menu-1'], 'Carta de noche'],
  requiresPaymentTypes: [['card-x'], 'card-x'],
  requireChannels: [['kiosk-7'], 'kiosk-7'],
  requiredBINs: [['000012'], '000012'],
}
const types = [
  'percentage',
  'percentageOnDiscount',
  'fixed',
  'fixedOnDelivery',
  'fixedItemPrice',
  'new-kind',
  null,
]

const fields = Object.keys(couponFields) as CouponField[]
/** Matches names of fields, empty placeholders and message keys. */
const raw = new RegExp(
  `\\{|\\}|\\b(${fields.filter((field) => /[A-Z]/.test(field)).join('|')})\\b|coupon(Says|Gives|Value)|undefined|null`,
)

test('every field has a place, once', () => {
  expect([...fieldsInOrder].sort()).toEqual([...fields].sort())
  expect(fields).toHaveLength(39)
})

/** The languages of the tables below, in their order. */
const inTables = ['en', 'es', 'pt'] as const

for (const language of languages)
  test.for(types)(
    `in ${language} every condition of a coupon of type %s is a plain sentence`,
    (type) => {
      setLanguage(language)
      const texts = new Set<string>()
      for (const field of fields) {
        const [value, read] = table[field]
        const coupon = { type, values: { [field]: value } }
        const [sentence, ...others] = couponSentences(coupon, around)
        expect(others, field).toEqual([])
        expect(sentence?.text, field).toMatch(/^\p{Lu}|^\$|^\d/u)
        expect(sentence?.text, field).toMatch(/[.”]$/)
        expect(sentence?.text, field).not.toMatch(raw)
        expect(sentence?.text, field).toContain(read)
        texts.add(sentence?.text ?? '')
        const gives = givesText(coupon, around)
        expect(gives, field).not.toMatch(raw)
        expect(gives, field).toMatch(/^[\p{Lu}\d$].+[^.]$/u)
      }
      // No two conditions have the same text.
      expect(texts.size).toBe(fields.length)
    },
  )

test.for([
  [
    'percentage',
    {
      percentageOff: 20,
      maxPercentageOffDiscount: 5000,
      minimumOrderPrice: 15_000,
      maxRedemptionsPerUserPerDay: true,
    },
    '20% off · Up to $5,000 · On orders from $15,000 · Once a day per guest',
    '20 % de descuento · Hasta $5.000 · En pedidos desde $15.000 · Una vez al día por cliente',
    '20% de desconto · Até $ 5.000 · Em pedidos a partir de $ 15.000 · Uma vez por dia por cliente',
  ],
  [
    'percentageOnDiscount',
    { percentageOff: 12.5, maxRedemptionsPerUser: 1 },
    '12.5% extra off discounted items · Once per guest',
    '12,5 % extra en artículos con descuento · Una vez por cliente',
    '12,5% extra em itens com desconto · Uma vez por cliente',
  ],
  [
    'fixed',
    {
      discountAmount: 1500,
      requiresPaymentTypes: ['cash', 'inStore'],
      isBirthdayCoupon: true,
      onlyRedeemOnBirthday: true,
    },
    '$1,500 off · Only on the guest’s birthday · Paid with cash or in-store payment',
    '$1.500 de descuento · Solo el día del cumpleaños · Pagando con efectivo o pago en la tienda',
    '$ 1.500 de desconto · Só no dia do aniversário · Pagando com dinheiro ou pagamento na loja',
  ],
  [
    'fixedOnDelivery',
    {
      deliveryDiscountType: 'percentage',
      deliveryDiscountPercentage: 100,
      requireChannels: ['web-delivery'],
    },
    'Free delivery · Through web delivery',
    'Delivery gratis · Por delivery web',
    'Entrega grátis · Por entrega do site',
  ],
  [
    'fixedOnDelivery',
    { deliveryDiscountType: 'fixed', deliveryDiscountValue: 1000, deliveryDiscountPercentage: 0 },
    '$1,000 off delivery',
    '$1.000 de descuento en el delivery',
    '$ 1.000 de desconto na entrega',
  ],
  [
    'fixedItemPrice',
    {
      fixedAmount: 1990,
      maxProductsPerOrder: 6,
      requiresProductsIds: ['prd-1', 'prd-2'],
      applyDeliveryDiscount: true,
      deliveryDiscountValue: 500,
    },
    'Empanada de pino or Cazuela for $1,990 · $500 off delivery · Up to 6 items per order',
    'Empanada de pino o Cazuela a $1.990 · $500 de descuento en el delivery · Hasta 6 artículos por pedido',
    'Empanada de pino ou Cazuela por $ 1.990 · $ 500 de desconto na entrega · Até 6 itens por pedido',
  ],
  [
    'half-price-tuesday',
    { percentageOff: 50 },
    'Unknown discount type',
    'Tipo de descuento desconocido',
    'Tipo de desconto desconhecido',
  ],
  ['fixed', {}, 'No discount set', 'Sin descuento definido', 'Sem desconto definido'],
] as [string, CouponValues, string, string, string][])(
  '%s in short: %o',
  ([type, values, ...reported]) => {
    for (const [nth, language] of inTables.entries()) {
      setLanguage(language)
      expect(givesText({ type, values }, around).replace(/\s/gu, ' ')).toBe(reported[nth])
    }
  },
)

test.for<[CouponField, number, string, string, string]>([
  [
    'maxRedemptions',
    1,
    'Can be redeemed once in total.',
    'Se puede canjear una vez en total.',
    'Pode ser resgatado uma vez no total.',
  ],
  [
    'maxRedemptions',
    200,
    'Can be redeemed 200 times in total.',
    'Se puede canjear 200 veces en total.',
    'Pode ser resgatado 200 vezes no total.',
  ],
  [
    'maxProductsPerOrder',
    1,
    'Applies to up to 1 item per order.',
    'Se aplica a hasta 1 artículo por pedido.',
    'Aplica-se a até 1 item por pedido.',
  ],
])('%s of %d has its plural', ([field, value, ...reported]) => {
  for (const [nth, language] of inTables.entries()) {
    setLanguage(language)
    expect(fieldSentence(field, { type: 'percentage', values: { [field]: value } }, around)).toBe(
      reported[nth],
    )
  }
})

test.for<[string | null, string]>([
  ['CL', 'The maximum discount is $5,000.'],
  ['BR', 'The maximum discount is R$5,000.00.'],
  [null, 'The maximum discount is 5,000.'],
])('money is that of the country %s', ([countryCode, reported]) => {
  const coupon = { type: 'percentage', values: { maxPercentageOffDiscount: 5000 } }
  expect(fieldSentence('maxPercentageOffDiscount', coupon, { ...around, countryCode })).toBe(
    reported,
  )
})

test('an end is written in the store’s time, before and after a clock change', () => {
  const end = (endDate: string) =>
    fieldSentence('endDate', { type: null, values: { endDate } }, around)
  expect(end('2026-04-04T02:59:59.999Z')).toBe('Valid until Fri, 3 Apr 2026, 23:59.')
  expect(end('2026-04-06T03:59:59.999Z')).toBe('Valid until Sun, 5 Apr 2026, 23:59.')
})

test('a condition that its type does not use says so, and an empty one has no sentence', () => {
  const values: CouponValues = {
    fixedAmount: 990,
    isHidden: false,
    requiredBINs: [],
    code: null,
    active: false,
  }
  expect(
    couponSentences({ type: 'fixed', values }, around).map(({ text, isUsed }) => [text, isUsed]),
  ).toEqual([
    ['Each item costs $990. This coupon type doesn’t use it.', false],
    ['The coupon is off. Nobody can use it.', true],
  ])
})

test('of many names the first are listed, with the number of the others', () => {
  const allowedEmails = Array.from({ length: 40 }, (_, nth) => `guest${String(nth)}@example.com`)
  const text = fieldSentence('allowedEmails', { type: 'fixed', values: { allowedEmails } }, around)
  expect(text).toMatch(/^Only for these 40 guests: guest0@.+, guest5@example.com, and 34 more\.$/)
})

test('how often it was redeemed', () => {
  expect([null, 0, 1, 7].map(redeemedText)).toEqual([
    null,
    'Not redeemed yet.',
    'Redeemed once so far.',
    'Redeemed 7 times so far.',
  ])
})

test('the text of a field is short in a table', () => {
  expect(valueText('isHidden', false, around)).toBe('No')
  expect(valueText('endDate', null, around)).toBe('None')
  expect(valueText('percentageOff', 12.5, around)).toBe('12.5%')
  expect(valueText('deliveryDiscountType', 'percentage', around)).toBe('Percentage')
  expect(valueText('requiresProductsIds', ['prd-1-external', 'prd-9'], around)).toBe(
    'Empanada de pino and prd-9',
  )
})

test.for<[string, CouponValues, string]>([
  ['percentage', { percentageOff: 20 }, 'Takes 20% off.'],
  [
    'percentageOnDiscount',
    { percentageOff: 20 },
    'Takes an extra 20% off items that are already discounted.',
  ],
  ['fixed', { discountAmount: 2500 }, 'Takes $2,500 off.'],
  ['fixedOnDelivery', { discountAmount: 2500 }, 'Takes $2,500 off delivery.'],
  ['fixedOnDelivery', { deliveryDiscountPercentage: 100 }, 'Delivery is free.'],
  [
    'fixedOnDelivery',
    { deliveryDiscountType: 'fixed' },
    'The delivery discount is a fixed amount.',
  ],
])('what a coupon of type %s says of %o is its own', ([type, values, reported]) => {
  expect(couponSentences({ type, values }, around).map(({ text }) => text)).toEqual([reported])
})

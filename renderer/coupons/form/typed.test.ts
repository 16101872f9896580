import { expect, test } from 'vitest'
import { couponFields, type CouponField } from '#contract/coupons/fields.ts'
import { asTyped, parseNumber, parseTyped, type Typed } from './typed.ts'

const zone = 'America/Santiago'

test.for<[string, number | null]>([
  ['5000', 5000],
  ['5.000', 5000],
  ['5,000', 5000],
  ['$ 12.345.678', 12_345_678],
  ['12,5', 12.5],
  ['12.50', 12.5],
  ['1.234,56', 1234.56],
  ['1,234.56', 1234.56],
  ['20 %', 20],
  ['1.23.456', null],
  ['-5', null],
  ['five', null],
  ['5e3', null],
])('%s is the number %d', ([text, number]) => {
  expect(parseNumber(text)).toBe(number)
})

test.for<[CouponField, Typed, unknown]>([
  ['name', '  Lunes ', 'Lunes'],
  ['name', '  ', 'nameless'],
  ['code', 'PINO LUNES', 'spaces'],
  ['code', '', null],
  ['description', 'x'.repeat(2001), 'tooLong'],
  ['percentageOff', '12,5', 12.5],
  ['percentageOff', '100,01', 'percent'],
  ['discountAmount', 'a lot', 'number'],
  ['minimumOrderPrice', '', null],
  ['maxRedemptions', '1.5', 'whole'],
  ['maxRedemptions', '2.000', 2000],
  ['endDate', '2026-01-31 23:59', '2026-02-01T02:59:59.999Z'],
  ['endDate', '2026-01-31 ', 'half'],
  ['endDate', ' ', null],
  [
    'allowedEmails',
    'a@example.com, b@example.com;\nc@example.com a@example.com',
    ['a@example.com', 'b@example.com', 'c@example.com'],
  ],
  ['allowedEmails', 'a@example.com somebody', 'email'],
  ['requiredBINs', '000012\n000034', ['000012', '000034']],
  ['requiredBINs', '4111 1111 1111 x', 'card'],
  [
    'requiredBINs',
    Array.from({ length: 1001 }, (_, nth) => String(10_000 + nth)).join(' '),
    'tooMany',
  ],
  ['requiresProductsIds', ['prd-1'], ['prd-1']],
  ['active', false, false],
])('%s typed as %o', ([field, typed, expected]) => {
  const parsed = parseTyped(field, typed, zone)
  expect(parsed.ok ? parsed.value : parsed.error).toEqual(expected)
})

test('a field without edits keeps its value', () => {
  const samples = {
    text: 'Lunes',
    flag: true,
    amount: 1500.5,
    percent: 12.5,
    count: 3,
    instant: '2026-01-31T15:00:00.000Z',
    words: ['000012', '000034'],
    products: ['prd-1'],
    categories: ['cat-1'],
    stores: ['store-1'],
    menus: ['menu-1'],
  } as const
  for (const [field, kind] of Object.entries(couponFields) as [
    CouponField,
    keyof typeof samples,
  ][]) {
    const value = field === 'allowedEmails' ? ['a@example.com'] : samples[kind]
    const mutable = Array.isArray(value) ? [...(value as readonly string[])] : (value as string)
    expect(parseTyped(field, asTyped(field, mutable, zone), zone), field).toEqual({
      ok: true,
      value,
    })
  }
})

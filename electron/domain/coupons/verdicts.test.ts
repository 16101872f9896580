import { describe, expect, test } from 'vitest'
import { couponFields, type CouponField } from '#contract/coupons/fields.ts'
import type { CouponValues, CouponVerdict } from '#contract/coupons/coupons.ts'
import { couponTypes } from '#platform/coupons.ts'
import { coupon, earlier, occasion, rows, type Row } from './verdicts.fixture.ts'
import { couponVerdicts } from './verdicts.ts'

const amountOf = ({ field, values, required }: Row): CouponVerdict['required'] =>
  required === undefined ? (values[field as CouponField] ?? null) : required

const cases = rows.flatMap((row) =>
  (['passed', 'failed', 'unknown'] as const).flatMap((verdict) =>
    (row[verdict] ?? []).flatMap(([changes, had]) =>
      couponTypes.map((type) => [type, row.field, verdict, { row, changes, had }] as const),
    ),
  ),
)

describe('a condition against a basket', () => {
  test.for(cases)('%s: %s %s', ([type, field, verdict, { row, changes, had }]) => {
    const verdicts = couponVerdicts(coupon(type, row.values, row.reported), occasion(changes))
    expect(verdicts.filter((each) => each.field === field)).toEqual([
      { field, verdict, required: amountOf(row), had },
    ])
  })

  test.for(couponTypes)('%s: a coupon without conditions says only that it is active', (type) => {
    const fields = couponVerdicts(coupon(type, {}), occasion({})).map(({ field }) => field)
    const delivery = type === 'fixedOnDelivery' ? ['applyDeliveryDiscount'] : []
    expect(fields).toEqual(['active', ...delivery])
  })

  test('the table has every condition, and no other field is a condition', () => {
    const full: CouponValues = {
      isHidden: true,
      autoRecommend: true,
      code: 'X',
      name: 'X',
      percentageOff: 10,
      dontApplyDiscountToOptions: true,
      applyDeliveryDiscount: true,
      ...rows.reduce((all, { values }) => ({ ...all, ...values }), {}),
    }
    const reported = couponVerdicts(coupon('fixed', full, { deletedAt: earlier }), occasion({}))
    // A coupon valid only on the birthday reports that field instead of `isBirthdayCoupon`.
    const inTable = new Set(rows.map(({ field }) => field))
    inTable.delete('isBirthdayCoupon')
    expect(new Set(reported.map(({ field }) => field))).toEqual(inTable)
    expect(Object.keys(couponFields)).toHaveLength(39)
  })
})

test.for<[string | null, CouponVerdict['verdict']]>([
  ['web-delivery', 'passed'],
  ['web-go', 'failed'],
  [null, 'unknown'],
])('a delivery discount requires a delivery: %s %s', ([channel, verdict]) => {
  const verdicts = couponVerdicts(coupon('fixedOnDelivery', {}), occasion({ channel }))
  expect(verdicts).toContainEqual({
    field: 'applyDeliveryDiscount',
    verdict,
    required: true,
    had: channel,
  })
})

test('a condition that could not be read has an unknown verdict', () => {
  const half = coupon(
    'fixed',
    { requiresStoresIds: ['there'], minimumOrderPrice: 5 },
    {
      unread: ['requiresStoresIds.1', 'allowedEmails', 'description'],
    },
  )
  const verdicts = couponVerdicts(half, occasion({ total: 9 }))
  const unknown = { verdict: 'unknown', required: null, had: null }
  expect(verdicts).toEqual([
    { field: 'active', verdict: 'passed', required: true, had: true },
    { field: 'minimumOrderPrice', verdict: 'passed', required: 5, had: 9 },
    { field: 'allowedEmails', ...unknown },
    { field: 'requiresStoresIds', ...unknown },
  ])
})

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { couponChange, listCoupons, updateCoupon } from './coupons.ts'
import type { CallResult } from './call/failure.ts'
import { startOddPlatform } from './odd-platform.fixture.ts'

let platform: Awaited<ReturnType<typeof startOddPlatform>>
let answer: unknown
beforeAll(async () => {
  platform = await startOddPlatform(({ method }) => ({
    body: { success: true, data: method === 'GET' ? { items: [answer] } : answer },
  }))
})
afterAll(() => platform.close())

const params = { couponId: 'c' }
const coupon = {
  _id: 'c',
  type: 'percentage',
  code: 'HOLA10',
  name: 'Hola',
  active: true,
  percentageOff: 10,
  maxRedemptions: null,
  endDate: '2026-12-31T23:00:00Z',
  requiresStoresIds: ['s1'],
  totalRedemptions: 12,
}
beforeEach(() => {
  answer = coupon
})

async function read() {
  const result = await listCoupons(platform.connection())
  const value = result.ok ? result.value.items[0] : undefined
  if (value === undefined) throw new Error('not read')
  return value
}

/** Changes a coupon, and returns what was sent. */
async function send(changed: object, dialect: Record<string, string> = {}): Promise<unknown> {
  const value = await read()
  const body = couponChange({ value }, { ...value, ...changed })
  if (!body.ok) throw new Error(body.failure.message)
  const result = await updateCoupon(platform.connection(dialect), { params, body: body.value })
  expect(result).toMatchObject({ ok: true })
  return platform.seen.at(-1)?.body
}

const wordsOf = (result: CallResult<unknown>): string => (result.ok ? '' : result.failure.message)

test.each<[string, object, object]>([
  ['a switch', { active: false }, { active: false }],
  ['a number', { percentageOff: 15 }, { percentageOff: 15 }],
  ['what was unset', { maxRedemptions: 5 }, { maxRedemptions: 5 }],
  [
    'an instant, in UTC',
    { endDate: '2027-01-01T00:00:00-03:00' },
    { endDate: '2027-01-01T03:00:00.000Z' },
  ],
  ['a list', { requiresStoresIds: [] }, { requiresStoresIds: [] }],
  ['a number that is cleared', { percentageOff: null }, { percentageOff: null }],
  ['a text that is cleared', { code: null }, { code: null }],
  ['a date that is cleared', { endDate: null }, { endDate: null }],
  ['two of them', { code: 'HOLA', active: false }, { code: 'HOLA', active: false }],
])('only what changed is sent: %s', async (_title, changed, expected) => {
  expect(await send(changed)).toEqual({ coupon: expected })
})

test.each([
  ['null', null],
  ['empty', ''],
  ['text', 'null'],
])('a field is cleared as the profile has it: %s', async (couponCleared, written) => {
  const changed = { percentageOff: null, code: null, endDate: null, active: false }
  expect(await send(changed, { couponCleared })).toEqual({
    coupon: { percentageOff: written, code: written, endDate: written, active: false },
  })
})

describe('is not sent', () => {
  test.each<[string, object, string]>([
    ['no change', {}, 'coupon: changes nothing'],
    [
      'the same again',
      { requiresStoresIds: ['s1'], maxRedemptions: null },
      'coupon: changes nothing',
    ],
    ['a field left out', { active: undefined }, 'coupon: changes nothing'],
    ['the type', { type: 'fixed', active: false }, 'coupon: Unrecognized key: "type"'],
    ['what was redeemed', { totalRedemptions: 0 }, 'coupon: Unrecognized key: "totalRedemptions"'],
    ['a name cleared', { name: null }, 'coupon.name: '],
    ['a switch cleared', { active: null }, 'coupon.active: '],
    ['a list cleared', { requiresStoresIds: null }, 'coupon.requiresStoresIds: '],
  ])('%s', async (_title, changed, words) => {
    const value = await read()
    const result = couponChange({ value }, { ...value, ...changed })
    expect(result).toMatchObject({ ok: false, failure: { kind: 'invalid' } })
    expect(wordsOf(result).slice(0, words.length)).toBe(words)
  })

  test('rejects a list with an unreadable part, and accepts another field', async () => {
    answer = { ...coupon, requiresStoresIds: ['s1', { id: 's2' }] }
    const result = await updateCoupon(platform.connection(), {
      params,
      body: { coupon: { active: true } },
    })
    if (!result.ok) throw new Error(result.failure.message)
    expect(result.unread).toEqual(['requiresStoresIds.1'])
    expect(wordsOf(couponChange(result, { requiresStoresIds: ['s1', 's3'] }))).toMatch(
      /^requiresStoresIds\.1: could not be read/,
    )
    expect(couponChange(result, { active: false })).toMatchObject({
      ok: true,
      value: { coupon: { active: false } },
    })
  })

  test('an update that says nothing', async () => {
    const asked = platform.seen.length
    const call = (body: object) =>
      updateCoupon(platform.connection(), { params, body } as Parameters<typeof updateCoupon>[1])
    // @ts-expect-error nothing is no change
    const nothing: Parameters<typeof updateCoupon>[1]['body'] = { coupon: {} }
    // @ts-expect-error nor is a field without a value
    const unset: Parameters<typeof updateCoupon>[1]['body'] = { coupon: { active: undefined } }
    for (const body of [nothing, unset])
      expect(await call(body)).toMatchObject({
        ok: false,
        failure: { kind: 'invalid', message: 'body.coupon: changes nothing' },
      })
    expect(platform.seen).toHaveLength(asked)
  })
})

import { describe, expect, test } from 'vitest'
import type { CouponValues } from '#contract/coupons/coupons.ts'
import { conflictsOf, differs, fieldsToSend, changedMeanwhile, merged, trimmed } from './change.ts'

const name = { name: 'A' }

describe('values are the same', () => {
  test.for<[string, CouponValues, CouponValues, boolean]>([
    [
      'lists in another order',
      { requiresStoresIds: ['a', 'b'] },
      { requiresStoresIds: ['b', 'a'] },
      true,
    ],
    ['a longer list', { requiresStoresIds: ['a'] }, { requiresStoresIds: ['a', 'b'] }, false],
    ['no list and an empty one', { requiredBINs: null }, { requiredBINs: [] }, true],
    ['an absent switch and an open one', {}, { active: false }, true],
    ['an open switch and a closed one', { active: false }, { active: true }, false],
    [
      'an instant written otherwise',
      { endDate: '2026-11-20T15:30:00Z' },
      { endDate: '2026-11-20T15:30:00.000Z' },
      true,
    ],
    ['an instant and none', { endDate: '2026-11-20T15:30:00Z' }, { endDate: null }, false],
    ['no text and an empty one', { code: null }, { code: '' }, true],
    ['nothing and zero', { discountAmount: null }, { discountAmount: 0 }, false],
    ['an absent number and null', {}, { maxRedemptions: null }, true],
  ])('%s', ([, before, changed, isSame]) => {
    expect(Object.keys(trimmed({ before, changed }).changed)).toHaveLength(isSame ? 0 : 1)
    expect(fieldsToSend({ before, changed }, before)).toHaveLength(isSame ? 0 : 1)
  })
})

describe('a change meets a coupon', () => {
  const before = { ...name, percentageOff: 10 }
  const change = { before, changed: { percentageOff: 12 } }
  test.for<[string, CouponValues, string[], string[], string[]]>([
    ['as it was', before, ['percentageOff'], [], []],
    ['as it is wanted', { ...before, percentageOff: 12 }, [], [], []],
    [
      'changed in the same',
      { ...before, percentageOff: 15 },
      ['percentageOff'],
      ['percentageOff'],
      ['percentageOff'],
    ],
    ['changed elsewhere', { name: 'B', percentageOff: 10 }, ['percentageOff'], ['name'], ['name']],
    ['done, and changed elsewhere', { name: 'B', percentageOff: 12 }, [], [], ['name']],
    ['with what nobody saw', { ...before, code: 'X' }, ['percentageOff'], [], []],
    ['that was not read whole', { name: 'A' }, ['percentageOff'], ['percentageOff'], []],
  ])('%s', ([, now, left, conflicts, meanwhile]) => {
    expect(fieldsToSend(change, now)).toEqual(left)
    expect(conflictsOf(change, now)).toEqual(conflicts)
    expect(changedMeanwhile(change, now)).toEqual(meanwhile)
  })
})

test('two reads of a coupon differ if both have a field with different values', () => {
  expect(differs({ name: 'A', code: 'X' }, { name: 'A', description: 'Y' })).toBe(false)
  expect(differs({ requiresStoresIds: ['a', 'b'] }, { requiresStoresIds: ['b', 'a'] })).toBe(false)
  expect(differs({ name: 'A', code: 'X' }, { name: 'A', code: 'Y' })).toBe(true)
})

describe('a newer change', () => {
  const older = { before: { ...name, percentageOff: 10 }, changed: { percentageOff: 12 } }
  test('of another field goes with it', () => {
    const newer = { before: { name: 'A', percentageOff: 10 }, changed: { name: 'B' } }
    expect(merged(older, newer)).toEqual({
      before: { name: 'A', percentageOff: 10 },
      changed: { percentageOff: 12, name: 'B' },
    })
  })
  test('by a person who saw the older change is based on the original coupon', () => {
    const newer = { before: { percentageOff: 12 }, changed: { percentageOff: 14 } }
    expect(merged(older, newer)).toEqual({
      before: { name: 'A', percentageOff: 10 },
      changed: { percentageOff: 14 },
    })
  })
  test('by a person who saw the changed coupon is based on the changed coupon', () => {
    const newer = { before: { percentageOff: 11 }, changed: { percentageOff: 14 } }
    expect(merged(older, newer)).toMatchObject({
      before: { percentageOff: 11 },
      changed: { percentageOff: 14 },
    })
  })
  test('is based on what its author saw, for fields that neither change touches', () => {
    const newer = { before: { name: 'A', code: 'Y', percentageOff: 10 }, changed: { name: 'B' } }
    const first = { ...older, before: { ...older.before, code: 'X' } }
    expect(merged(first, newer).before).toEqual({ name: 'A', code: 'Y', percentageOff: 10 })
  })
  test('keeps the base of the older change for fields that it does not contain', () => {
    const newer = { before: { name: 'A', percentageOff: 11 }, changed: { name: 'B' } }
    expect(merged(older, newer).before).toEqual({ name: 'A', percentageOff: 10 })
  })
  test('that reverts the older change leaves nothing to send', () => {
    const newer = { before: { percentageOff: 12 }, changed: { percentageOff: 10 } }
    expect(merged(older, newer).changed).toEqual({})
  })
})

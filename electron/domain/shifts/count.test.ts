import { describe, expect, test } from 'vitest'
import { mergeFields } from '#contract/shared/merge-fields.ts'
import type { CountDraft, ShiftFigures, TypedAmount } from '#contract/shifts/shifts.ts'
import {
  clearMethods,
  addMissingFields,
  countObjections,
  countSums,
  emptyDraft,
  floatObjections,
  isOpenTo,
  changedSections,
} from './count.ts'
import { readTyped } from '#domain/money/money.ts'
import { demandsOf, isAbove, overShortOf } from './over-short.ts'

const typed = (text: string): TypedAmount => ({ text, language: 'es' })
const read = (each: TypedAmount) => readTyped(each, { country: 'CL', decimals: 0 })

const register = (id: string, pieces: Record<string, number>, loose = '') => ({
  id,
  name: '',
  pieces,
  loose: typed(loose),
})

const whole: CountDraft = {
  ...emptyDraft,
  cashMethodId: 'cash',
  registers: [register('bar', { '10000': 3, '500': 4 }), register('salon', {}, '8.000')],
  slips: [{ id: 'card', total: typed('35.000') }],
  movements: [
    { id: 'm1', kind: 'pay-out', registerId: 'bar', amount: typed('3.000'), reason: 'hielo' },
  ],
  float: typed('40.000'),
}
const counting = { methodIds: ['cash', 'card'], only: null }

const objections = (draft: CountDraft, how = counting as Parameters<typeof countObjections>[2]) =>
  countObjections(draft, countSums(draft, read), how).map(({ code, about }) => `${code} ${about}`)

describe('the sums of a count', () => {
  test('are of pieces and what was typed', () => {
    expect(countSums(whole, read)).toMatchObject({
      registers: [
        { pieces: 32_000, loose: null, cash: 32_000 },
        { pieces: 0, loose: 8_000, cash: 8_000 },
      ],
      cash: 40_000,
      slips: [{ id: 'card', total: 35_000 }],
      payOuts: 3_000,
      payIns: 0,
      float: 40_000,
    })
  })

  test('are null if a register was not counted or a field is incomplete', () => {
    const half = { ...whole, registers: [register('bar', { '500': 1 }, '1,2,')] }
    expect(countSums(half, read).cash).toBeNull()
    expect(countSums({ ...whole, registers: [register('bar', {})] }, read).cash).toBeNull()
    expect(countSums({ ...whole, registers: [register('bar', { '500': 0 })] }, read).cash).toBe(0)
    expect(countSums({ ...whole, registers: [] }, read).cash).toBeNull()
  })
})

test('the deposit is the counted cash less the float, whatever was paid out before the count', () => {
  expect(countSums({ ...whole, float: typed('15.000') }, read).deposit).toBe(25_000)
  expect(countSums({ ...whole, movements: [] }, read).deposit).toBe(0)
  expect(countSums({ ...whole, float: typed('') }, read).deposit).toBeNull()
  expect(countSums({ ...whole, registers: [register('bar', {})] }, read).deposit).toBeNull()
})

describe('counting cannot end', () => {
  test.for<[string, Partial<CountDraft>, string[]]>([
    ['all is there', {}, []],
    ['no cash method', { cashMethodId: null }, ['no-cash-method null', 'no-slips cash']],
    [
      'money that moved, and no cash method',
      {
        cashMethodId: null,
        registers: [register('bar', {}, '0')],
        slips: [...whole.slips, { id: 'cash', total: typed('0') }],
        float: typed('0'),
      },
      ['no-cash-method null'],
    ],
    ['cash below zero', { registers: [register('bar', {}, '-1')] }, ['unreadable bar']],
    ['a float below zero', { float: typed('-1') }, ['unreadable null']],
    [
      'a movement below zero',
      {
        movements: [
          { id: 'm', kind: 'pay-out', registerId: null, amount: typed('(5)'), reason: 'hielo' },
        ],
      },
      ['unreadable m'],
    ],
    ['a drawer untouched', { registers: [register('bar', {})] }, ['no-cash bar']],
    ['no drawer', { registers: [] }, ['no-cash null']],
    ['a field half written', { registers: [register('bar', {}, '1,2')] }, ['unreadable bar']],
    ['a slip missing', { slips: [] }, ['no-slips card']],
    ['a slip half written', { slips: [{ id: 'card', total: typed('3,5') }] }, ['unreadable card']],
    ['no float', { float: typed('') }, ['no-float null']],
    ['a float beyond the cash', { float: typed('40.001') }, ['float-too-large null']],
    [
      'a movement without amount and reason',
      {
        movements: [{ id: 'm', kind: 'pay-in', registerId: null, amount: typed(' '), reason: ' ' }],
      },
      ['no-amount m', 'no-reason m'],
    ],
  ])('%s', ([_name, more, expected]) => {
    expect(objections({ ...whole, ...more })).toEqual(expected)
  })

  test('but needs no cash where there is none, and a total may be below zero', () => {
    const draft = {
      ...whole,
      cashMethodId: null,
      registers: [register('bar', {}, '0')],
      slips: [{ id: 'card', total: typed('−100') }],
      movements: [],
      float: typed('0'),
    }
    expect(objections(draft, { methodIds: ['card'], only: null })).toEqual([])
    expect(countSums(draft, read)).toMatchObject({ cash: 0, slips: [{ id: 'card', total: -100 }] })
  })

  test('for methods that are not counted again', () => {
    const cash = { methodIds: ['cash', 'card'], only: ['cash'] }
    expect(objections({ ...whole, slips: [] }, cash)).toEqual([])
    const card = { methodIds: ['cash', 'card'], only: ['card'] }
    expect(objections({ ...whole, registers: [], float: typed('') }, card)).toEqual([])
    expect(objections({ ...whole, slips: [] }, card)).toEqual(['no-slips card'])
  })

  test('and a float can still be corrected afterwards', () => {
    const draft = { ...whole, float: typed('x') }
    expect(floatObjections(draft, countSums(draft, read))).toEqual([
      { code: 'unreadable', about: null },
    ])
  })
})

const figures = {
  byMethod: [
    { methodId: 'card', payments: 2, paid: { inside: 35_000, outside: 38_000 } },
    { methodId: 'cash', payments: 1, paid: { inside: 20_000, outside: 21_000 } },
    { methodId: 'gone', payments: 0, paid: { inside: 0, outside: 0 } },
  ],
  registers: [
    { id: 'bar', from: null, to: null, start: [{ methodId: 'cash', amount: 15_000 }], end: [] },
    { id: 'salon', from: null, to: null, start: [{ methodId: 'cash', amount: 5_000 }], end: [] },
  ],
} as unknown as ShiftFigures

const compared = (tips: 'unknown' | 'inside' | 'outside', draft = whole, threshold = 2_000) =>
  overShortOf({
    figures,
    draft,
    sums: countSums(draft, read),
    tips,
    threshold,
    nameOf: (id) => id.toUpperCase(),
  })

describe('over and short', () => {
  test('cash is what the drawers began with, what was paid, and what was moved', () => {
    expect(compared('inside')).toMatchObject([
      {
        methodId: 'cash',
        name: 'CASH',
        isCash: true,
        counted: 40_000,
        expected: { inside: 37_000, outside: 38_000 },
        overShort: { inside: 3_000, outside: 2_000 },
        known: 3_000,
        isAboveThreshold: true,
      },
      { methodId: 'card', overShort: { inside: 0, outside: -3_000 }, isAboveThreshold: false },
    ])
  })

  test.for<[string, number, 'pay-in' | 'pay-out' | 'safe-drop']>([
    ['is put in', 40_000 - (40_000 + 3_000), 'pay-in'],
    ['is taken out', 40_000 - (40_000 - 3_000), 'pay-out'],
    ['goes to the safe', 40_000 - (40_000 - 3_000), 'safe-drop'],
  ])('what %s is expected so', ([_name, difference, kind]) => {
    const movements = whole.movements.map((each) => ({ ...each, kind }))
    expect(compared('inside', { ...whole, movements })[0]?.known).toBe(difference)
  })

  test('a method whose payments all need a check is listed without an expected amount', () => {
    const odd = { methodId: '', payments: 0, toCheck: 2, paid: { inside: 0, outside: 0 } }
    const more = { ...figures, byMethod: [...figures.byMethod, odd] } as unknown as ShiftFigures
    const lines = overShortOf({
      figures: more,
      draft: whole,
      sums: countSums(whole, read),
      tips: 'inside',
      threshold: 0,
      nameOf: (id) => id,
    })
    expect(lines.find(({ methodId }) => methodId === '')).toMatchObject({
      counted: null,
      expected: { inside: 0, outside: 0 },
      overShort: null,
    })
  })

  test('the exact amount is unknown until the store says where tips are', () => {
    expect(compared('unknown').map((line) => line.known)).toEqual([null, null])
    expect(compared('outside').map((line) => line.known)).toEqual([2_000, -3_000])
  })

  test.for<[number, number, 'unknown' | 'inside' | 'outside', boolean]>([
    [2_001, 2_001, 'unknown', true],
    [-2_001, 2_001, 'unknown', true],
    [2_001, 2_000, 'unknown', false],
    [2_001, 0, 'inside', true],
    [2_001, 0, 'outside', false],
    [2_000, 0, 'inside', false],
    [-2_001, 0, 'inside', true],
  ])('%d or %d, tips %s: above is %s', ([inside, outside, tips, expected]) => {
    expect(isAbove({ inside, outside }, tips, 2_000)).toBe(expected)
  })

  test('above the threshold a method is counted twice, and has a note', () => {
    const attempt = { at: '', screen: '', methods: [{ methodId: 'cash', counted: 1 }] }
    const other = { ...attempt, methods: [{ methodId: 'card', counted: 1 }] }
    const codes = (note: string, attempts: (typeof attempt)[]) =>
      demandsOf(
        compared('inside', { ...whole, methodNotes: [{ id: 'cash', note }] }),
        attempts,
      ).map(({ code }) => code)
    expect(codes('', [attempt])).toEqual(['recount-demanded', 'note-demanded'])
    expect(codes('', [attempt, attempt])).toEqual(['note-demanded'])
    expect(codes('vuelto mal dado', [attempt, other])).toEqual(['recount-demanded'])
    expect(codes('vuelto mal dado', [attempt, attempt])).toEqual([])
  })
})

/** Merges as `shifts.saveCount` does: what a screen changed since `before` goes into the stored count. */
function mergeCount(stored: CountDraft, before: CountDraft, after: CountDraft) {
  const { merged: draft, conflicts } = mergeFields(before, stored, after)
  return { draft, conflicts }
}

describe('two who count', () => {
  const drawer = (pieces: Record<string, number>) => ({
    ...whole,
    registers: [register('bar', pieces), register('salon', {}, '8.000')],
  })

  test('different fields: both changes stay', () => {
    const theirs = drawer({ '10000': 3, '500': 9 })
    const mine = { ...whole, slips: [{ id: 'card', total: typed('36.000') }], notes: 'x' }
    expect(mergeCount(theirs, whole, mine)).toEqual({
      draft: { ...theirs, slips: mine.slips, notes: 'x' },
      conflicts: [],
    })
  })

  test('a note alone touches nothing else', () => {
    const { draft } = mergeCount(whole, whole, { ...whole, notes: 'x' })
    expect(changedSections(whole, draft)).toEqual(['notes'])
  })

  test('two denominations of one drawer: both changes stay', () => {
    const { draft, conflicts } = mergeCount(
      drawer({ '10000': 3, '500': 9 }),
      drawer({ '10000': 3, '500': 4 }),
      drawer({ '10000': 7, '500': 4 }),
    )
    expect(conflicts).toEqual([])
    expect(draft.registers[0]?.pieces).toEqual({ '10000': 7, '500': 9 })
  })

  test('one field: the stored value stays, and the other person is notified', () => {
    const { draft, conflicts } = mergeCount(
      drawer({ '10000': 5 }),
      drawer({ '10000': 3 }),
      drawer({ '10000': 7 }),
    )
    expect(draft.registers[0]?.pieces).toEqual({ '10000': 5 })
    expect(conflicts).toEqual([{ field: 'registers.bar.pieces.10000', stored: 5, given: 7 }])
  })

  test('the same value is no conflict, and emptying a field is a change like others', () => {
    expect(
      mergeCount(drawer({ '1': 5 }), drawer({ '1': 3 }), drawer({ '1': 5 })).conflicts,
    ).toEqual([])
    expect(
      mergeCount(drawer({ '1': 3, '5': 1 }), drawer({ '1': 3, '5': 1 }), drawer({ '5': 1 })).draft
        .registers[0]?.pieces,
    ).toEqual({ '5': 1 })
  })

  test('an added row stays if the other person has not seen it, and a deleted row goes', () => {
    const movement = (id: string, reason = 'hielo') => ({
      id,
      kind: 'pay-out' as const,
      registerId: null,
      amount: typed('1.000'),
      reason,
    })
    const of = (...movements: ReturnType<typeof movement>[]) => ({ ...whole, movements })
    expect(
      mergeCount(
        of(movement('a'), movement('b')),
        of(movement('a')),
        of(movement('a'), movement('c')),
      ).draft.movements.map(({ id }) => id),
    ).toEqual(['a', 'b', 'c'])
    expect(mergeCount(of(movement('a')), of(movement('a')), of()).draft.movements).toEqual([])
    const changedMeanwhile = mergeCount(of(movement('a', 'taxi')), of(movement('a')), of())
    expect(changedMeanwhile.draft.movements).toHaveLength(1)
    expect(changedMeanwhile.conflicts).toMatchObject([{ field: 'movements.a', given: null }])
  })
})

describe('after the count', () => {
  const counted = { state: 'counted', draft: whole, methodIds: [] }
  const again = { state: 'recounting', draft: whole, methodIds: ['cash'] }
  test.for<[string, Partial<CountDraft>, boolean, boolean]>([
    ['notes', { notes: 'x' }, true, true],
    ['a method’s note', { methodNotes: [{ id: 'cash', note: 'x' }] }, true, true],
    ['the float', { float: typed('1') }, true, true],
    ['a drawer', { registers: [] }, false, true],
    ['a movement', { movements: [] }, false, true],
    ['a slip', { slips: [{ id: 'card', total: typed('1') }] }, false, false],
    ['the cash method', { cashMethodId: 'card' }, false, false],
  ])('%s can be changed: %s, and while cash is counted again: %s', ([_name, more, one, other]) => {
    const touched = changedSections(whole, { ...whole, ...more })
    expect(touched).toHaveLength(1)
    expect(touched.every((each) => isOpenTo(each, counted))).toBe(one)
    expect(touched.every((each) => isOpenTo(each, again))).toBe(other)
    expect(touched.every((each) => isOpenTo(each, { ...counted, state: 'closed' }))).toBe(false)
    expect(touched.every((each) => isOpenTo(each, { ...counted, state: 'counting' }))).toBe(true)
  })

  test('a recount starts empty', () => {
    expect(clearMethods(whole, ['cash'])).toMatchObject({
      registers: [
        { id: 'bar', pieces: {}, loose: { text: '' } },
        { id: 'salon', loose: { text: '' } },
      ],
      slips: whole.slips,
      movements: whole.movements,
    })
    expect(clearMethods(whole, ['card'])).toMatchObject({
      registers: whole.registers,
      slips: [{ total: { text: '' } }],
    })
  })

  test('a draft has a field for each known register and method, and keeps what was typed', () => {
    const facts = {
      methods: [
        { methodId: 'cash', name: '' },
        { methodId: 'card', name: '' },
        { methodId: 'late', name: '' },
      ],
      registers: [{ id: 'bar', start: [] }],
      suggestedCashMethodId: 'cash',
    } as never
    expect(addMissingFields(whole, facts)).toEqual({
      ...whole,
      slips: [
        ...whole.slips,
        { id: 'cash', total: typed('') },
        { id: 'late', total: typed('') },
      ].map((each) => ({ ...each, total: expect.anything() as unknown })),
    })
    expect(addMissingFields(emptyDraft, facts).registers.map(({ id }) => id)).toEqual(['bar'])
    expect(addMissingFields(emptyDraft, facts).cashMethodId).toBe('cash')
    expect(addMissingFields(emptyDraft, null)).toEqual(emptyDraft)
  })
})

import { expect, test } from 'vitest'
import type { OverShort } from '#contract/shifts/shifts.ts'
import { kindOf, tipsCases, sumLines } from './over-short.ts'

test.for<[number, ReturnType<typeof kindOf>]>([
  [1, 'over'],
  [0, 'exact'],
  [-1, 'short'],
])('%i is %s', ([value, kind]) => expect(kindOf(value)).toBe(kind))

test('both variants are shown until the store has chosen one, and one where they agree', () => {
  const figure = { inside: 10, outside: 12 }
  expect(tipsCases(figure, 'unknown')).toEqual([
    { tipsCase: 'inside', value: 10 },
    { tipsCase: 'outside', value: 12 },
  ])
  expect(tipsCases(figure, 'outside')).toEqual([{ tipsCase: 'only', value: 12 }])
  expect(tipsCases({ inside: 7, outside: 7 }, 'unknown')).toEqual([{ tipsCase: 'only', value: 7 }])
})

const line = (counted: number | null, inside: number, outside: number): OverShort => ({
  methodId: 'm',
  name: 'm',
  isCash: false,
  counted,
  expected: { inside, outside },
  overShort: counted === null ? null : { inside: counted - inside, outside: counted - outside },
  known: null,
  isAboveThreshold: false,
  note: '',
})

test('all methods together, by both variants; unknown if one was not counted', () => {
  expect(sumLines([line(100, 90, 110), line(50, 50, 60)])).toEqual({
    counted: 150,
    expected: { inside: 140, outside: 170 },
    overShort: { inside: 10, outside: -20 },
  })
  expect(sumLines([line(100, 90, 110), line(null, 50, 60)])).toMatchObject({
    counted: null,
    overShort: null,
  })
})

import { expect, test } from 'vitest'
import { reportedInstead, type StockAnswer } from './answer.ts'
import type { Availability } from './availability.ts'

const end = '2026-11-21T12:00:30.250Z'
const onSale: Availability = { state: 'on-sale', left: null, until: null }
const out: Availability = { state: 'out', left: null, until: null }
const outUntil = { ...out, until: end }
const five: Availability = { state: 'counted', left: 5, until: null }

test.each<[string, Availability, StockAnswer]>([
  ['says nothing', out, {}],
  ['only has empty fields', five, { outOfStock: null, untilDate: null }],
  ['repeats sold out', out, { outOfStock: true, stock: 0, untilDate: null }],
  ['repeats sold out without its count', out, { outOfStock: true, stock: null }],
  ['still counts what is sold out', out, { outOfStock: true, stock: 4 }],
  ['repeats the end', outUntil, { outOfStock: true, untilDate: end }],
  ['cuts the seconds off the end', outUntil, { untilDate: '2026-11-21T12:00:00.000Z' }],
  ['repeats on sale', onSale, { outOfStock: false, stock: null, untilDate: null }],
  ['counts zero of what is on sale', onSale, { outOfStock: false, stock: 0 }],
  ['leaves an old end at what is on sale', onSale, { outOfStock: false, untilDate: end }],
  ['repeats the count', five, { outOfStock: false, stock: 5 }],
  ['repeats only that it is on sale', five, { outOfStock: false }],
  ['says that nothing is left of none', { ...five, left: 0 }, { outOfStock: true, stock: 0 }],
])('an answer that %s agrees', (_what, asked, answer) => {
  expect(reportedInstead(asked, answer)).toBeNull()
})

test.each<[string, Availability, StockAnswer, Availability]>([
  ['is on sale', out, { outOfStock: false }, onSale],
  ['is on sale, by a count', out, { outOfStock: false, stock: 7 }, { ...five, left: 7 }],
  ['is sold out', onSale, { outOfStock: true, untilDate: end }, outUntil],
  ['is sold out, by its count', five, { outOfStock: false, stock: 0 }, out],
  ['has another count', five, { outOfStock: false, stock: 4 }, { ...five, left: 4 }],
  ['has a count', onSale, { outOfStock: false, stock: 4 }, { ...five, left: 4 }],
  ['has no count', five, { outOfStock: false, stock: null }, onSale],
  ['has no end', outUntil, { outOfStock: true, untilDate: null }, out],
  ['has an end', out, { outOfStock: true, untilDate: end }, outUntil],
  ['ends later', { ...out, until: '2026-11-21T11:00:00.000Z' }, { untilDate: end }, outUntil],
])('an answer that the item %s differs', (_what, asked, answer, reported) => {
  expect(reportedInstead(asked, answer)).toEqual(reported)
})

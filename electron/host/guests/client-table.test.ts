import { expect, test } from 'vitest'
import type { LoyaltyClientRow } from '#domain/guests/guest.ts'
import { tableLines } from '../core/table.ts'
import { clientTableHead, clientCells, type KnownHere } from './export-run.ts'

const nothing = { tags: '', notes: '', visits: 0, noShows: 0 }
const line = (fields: Partial<LoyaltyClientRow>, here: Partial<KnownHere> = {}) =>
  tableLines([clientCells({ _id: 'c1', ...fields }, { ...nothing, ...here })])

test('the head names every column, after the mark of UTF-8', () => {
  expect(clientTableHead()).toBe(
    '\uFEFF_id,name,email,phone,firstLogin,lastLogin,firstOrder,lastOrder,ordersCount,pointsBalance,marketingEmailEnabled,tags,notes,visits,noShows\n',
  )
})

test('a line has what the platform said, and nothing where it said nothing', () => {
  const client = { name: 'Ana, de "Ñuñoa"', pointsBalance: 120, marketingEmailEnabled: false }
  expect(line(client)).toBe('c1,"Ana, de ""Ñuñoa""",,,,,,,,120,false,,,0,0\n')
  expect(line({ marketingEmailEnabled: true, ordersCount: 0 })).toBe('c1,,,,,,,,0,,true,,,0,0\n')
})

test('what is known here follows', () => {
  const here = { tags: 'vip window', notes: '=maní; Mesa 7', visits: 3, noShows: 1 }
  expect(line({ name: 'Ana' }, here)).toBe(`c1,Ana,,,,,,,,,,vip window,"'=maní; Mesa 7",3,1\n`)
})

test.for([
  ['=1+1', "'=1+1"],
  ['+A1', "'+A1"],
  ['-A1', "'-A1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['Ana;=1+1', `"Ana;'=1+1"`],
  ['Ana; =1+1', `"Ana; '=1+1"`],
  ['Ana;"=1+1"', `"Ana;""'=1+1"""`],
  ['Ana\n=1+1', `"Ana\n'=1+1"`],
  ['Ana; Luis', '"Ana; Luis"'],
  ['Ana-María', 'Ana-María'],
])('%j is no formula in any spreadsheet', ([name, written]) => {
  expect(line({ name })).toBe(`c1,${written},,,,,,,,,,,,0,0\n`)
})

test.for(['+56912345678', '+56 9 1234 5678', '+1 (800) 555-0100', '+55\u00a011 9.1234/5678'])(
  'a telephone is written as it is, so that it is the same when it is read again: %s',
  (phone) => {
    expect(line({ phone })).toBe(`c1,,,${phone},,,,,,,,,,0,0\n`)
  },
)

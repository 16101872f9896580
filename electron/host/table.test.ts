import fc from 'fast-check'
import { expect, test } from 'vitest'
import { closeOutTable } from './printers/close-out-table.ts'
import { clientTableLines } from './guests/client-table.ts'
import { tableLine, tableLines, tableOf, withoutFormula } from './table.ts'
import { makeCloseOut } from '#test/support/close-out.ts'

test.for([
  ['=1+1', "'=1+1"],
  ['+56 9 1234', "'+56 9 1234"],
  ['-2', "'-2"],
  ['@SUM(A1)', "'@SUM(A1)"],
  [' =1+1', "' =1+1"],
  ['\t1', "'\t1"],
  ['\r1', "'\r1"],
  ['＝1', "'＝1"],
  ['a;=1', "a;'=1"],
  ['a; +1', "a; '+1"],
  ['a,@x', "a,'@x"],
  ['a,"-1"', `a,"'-1"`],
  ['a\t=1', "a\t'=1"],
  ['a\n=1', "a\n'=1"],
  ['=a;=b', "'=a;'=b"],
  ['Ana-María', 'Ana-María'],
  ['a; b, c', 'a; b, c'],
  ['me@a.example', 'me@a.example'],
])('%j becomes %j', ([text = '', expected = '']) => {
  expect(withoutFormula(text)).toBe(expected)
})

/** What a spreadsheet may find at the beginning of a cell, wherever it separates and whether or not it minds quotes. */
const beginnings = (table: string): string[] =>
  table.split(/[;,\t\r\n]/).map((cell) => cell.replace(/^["\s]+/, ''))
const formula = /^[=+\-@＝＋－＠]/

const texts = fc.string({
  unit: fc.constantFrom(
    '=',
    '+',
    '-',
    '@',
    '＝',
    'a',
    '1',
    ';',
    ',',
    '"',
    "'",
    ' ',
    '\t',
    '\r',
    '\n',
  ),
  minLength: 1,
  maxLength: 8,
})

test('however a spreadsheet separates, no table that we write has a formula of somebody else’s', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const shop = makeCloseOut({
        storeName: text,
        overShort: makeCloseOut().overShort.map((each) => ({ ...each, name: text, note: text })),
      })
      const tables = [
        tableLines([tableLine(['a', text, 1, true, null])]),
        clientTableLines([{ _id: text, name: text, email: text, phone: text }]),
        closeOutTable(shop).replaceAll(/(?<=[,])-\d/g, '0'),
      ]
      for (const table of tables)
        expect(beginnings(table).filter((cell) => formula.test(cell))).toEqual([])
    }),
  )
})

test('a number stays one, with its sign', async () => {
  const table = await tableOf(['a', 'b'], [[-5, '-5']], (row) => row)
  expect(table).toBe("\uFEFFa,b\n-5,'-5\n")
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { closeOutTable } from '../printers/close-out-table.ts'
import { clientCells } from '../guests/export-run.ts'
import { tableLines } from './table.ts'
import { longTable } from '../worker/long-table.ts'
import { makeCloseOut } from '#test/support/close-out.ts'

/** A cell as a program parses it. */
const written = (text: string): string => {
  const line = tableLines([[text]]).slice(0, -1)
  return line.startsWith('"') ? line.slice(1, -1).replaceAll('""', '"') : line
}

test.for([
  ['=1+1', "'=1+1"],
  ['+56 9 1234', '+56 9 1234'],
  ['+56-9/(1).2', '+56-9/(1).2'],
  ['+56\u00a09', '+56\u00a09'],
  ['llamar, +56 9 1234', 'llamar, +56 9 1234'],
  ['-2', '-2'],
  ['-2.50', '-2.50'],
  ['+A1', "'+A1"],
  ['+1+A1', "'+1+A1"],
  ['+1*2', "'+1*2"],
  ["+1|cmd!'A0'", "'+1|cmd!'A0'"],
  ['+ 56', "'+ 56"],
  ['++56', "'++56"],
  ['＋56', "'＋56"],
  ['-2-A1', "'-2-A1"],
  ['-2-3', "'-2-3"],
  ['-SUM(A1)', "'-SUM(A1)"],
  ['@SUM(A1)', "'@SUM(A1)"],
  [' =1+1', "' =1+1"],
  ['\t1', "'\t1"],
  ['\r1', "'\r1"],
  ['＝1', "'＝1"],
  ['a;=1', "a;'=1"],
  ['a; +B1', "a; '+B1"],
  ['a; +1', 'a; +1'],
  ['a,@x', "a,'@x"],
  ['a,"-1"', `a,"'-1"`],
  ['a\t=1', "a\t'=1"],
  ['a\n=1', "a\n'=1"],
  ['=a;=b', "'=a;'=b"],
  ['Ana-María', 'Ana-María'],
  ['a; b, c', 'a; b, c'],
  ['me@a.example', 'me@a.example'],
])('%j becomes %j', ([text = '', expected = '']) => {
  expect(written(text)).toBe(expected)
})

/** The possible first characters of a cell, whatever the separator and with or without quotes. */
const beginnings = (table: string): string[] =>
  table.split(/[;,\t\r\n]/).map((cell) => cell.replace(/^["\s]+/, ''))
const formula = /^[=+\-@＝＋－＠]/
/** Only digits and separators: no cell reference and no function. */
const harmless = /^(\+\d[\d .()/\u00a0-]*|-\d+(\.\d+)?)"*$/

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
        tableLines([['a', text, 1, true, null]]),
        tableLines([
          clientCells(
            { _id: text, name: text, email: text, phone: text },
            { tags: '', notes: text, visits: 0, noShows: 0 },
          ),
        ]),
        closeOutTable(shop, null),
      ]
      for (const table of tables)
        expect(
          beginnings(table).filter((cell) => formula.test(cell) && !harmless.test(cell)),
        ).toEqual([])
    }),
  )
})

test('a number stays one, with its sign', async () => {
  const table = await longTable(['a', 'b'], [[-5, '-5.00']], (row) => row)
  expect(table).toBe('\uFEFFa,b\n-5,-5.00\n')
})

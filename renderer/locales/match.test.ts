import { expect, test } from 'vitest'
import { fold } from '#contract/shared/fold.ts'
import { bestFirst, findNames, rankOf, readQuery, searchTerms } from './match.ts'

const names = [
  'Sopa de maíz',
  'Pastel de choclo',
  'Café con leche',
  'Leche asada',
  'Caféleche',
].map(fold)

test.for<[string, number[] | null]>([
  ['', null],
  ['  ', null],
  ['LECHE', [3, 2, 4]],
  ['maiz', [0]],
  ['choclo pas', [1]],
  ['pizza', []],
])(
  'a search for "%s" finds %o: what begins with it first, then words, then the rest',
  ([words, indexes]) => {
    expect(findNames(names, words)).toEqual(indexes)
  },
)

const ticket = (code: string, guest: string | null, ...others: string[]) =>
  searchTerms({ name: guest, others, codes: [code] })
const guest = (name: string | null, phone: string) => searchTerms({ name, phones: [phone] })

const list = {
  '1004': ticket('1004', 'Zoé', 'Café con leche', 'Pan'),
  '10042': ticket('10042', 'Ana'),
  'RES-7': ticket('RES-7', 'Ana María Ñuñoa'),
  ana: guest('Ana', '+56961234514'),
  mariana: guest('Mariana Pérez', '961 234 599'),
  nobody: guest(null, '+5511987654321'),
  room: searchTerms({ name: 'Leche' }),
}

test.for<[string, string[]]>([
  ['1004', ['1004', '10042']],
  ['C#1004', ['1004', '10042']],
  ['#1004', ['1004', '10042']],
  ['c# 1004', ['1004', '10042']],
  ['res-7', ['RES-7']],
  ['RES7', ['RES-7']],
  ['ana', ['10042', 'RES-7', 'ana', 'mariana']],
  ['nunoa ANA', ['RES-7']],
  ['leche', ['room', '1004']],
  ['cafe zoe', ['1004']],
  ['fe con', ['1004']],
  ['+56 9 6123 4514', ['ana']],
  ['0961234514', ['ana']],
  ['(9) 6123', ['mariana', 'ana']],
  ['+56 961234599', ['mariana']],
  ['0056 961 234 599', ['mariana']],
  ['11 98765-4321', ['nobody']],
  ['56961234514 ana', []],
  ['99', []],
  ['#', []],
  ['pizza', []],
])('“%s” finds %o, the best first', ([typed, names]) => {
  const query = readQuery(typed)
  if (query === null) throw new Error('nothing was typed')
  const matches = bestFirst(Object.entries(list), ([, terms]) => rankOf(terms, query))
  expect(matches.map(({ item: [name] }) => name)).toEqual(names)
})

test.for(['', '  ', '\u200b'])('“%s” is no search', (typed) => {
  expect(readQuery(typed)).toBeNull()
})

test('each thing is ranked once, however many there are', () => {
  const many = Array.from({ length: 7_000 }, (_, nth) => fold(`Plato ${String(nth)}`))
  let asked = 0
  const matches = bestFirst(many, () => {
    asked++
    return 3
  })
  expect([asked, matches.length]).toEqual([7_000, 7_000])
})

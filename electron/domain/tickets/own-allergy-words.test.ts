import { expect, test } from 'vitest'
import { readValue } from '#contract/settings/read-value.ts'
import { shownRows } from '#contract/settings/table.ts'
import { AllergyReader } from './allergy.ts'
import { orderNotes } from './notes.ts'
import { readItems } from './items.ts'

test.each<[string, string, string[]]>([
  ['kiwi', 'Con kiwi', ['kiwi']],
  ['kiwi', 'dos KIWIS', ['KIWIS']],
  ['KÍWI', 'kiwi', ['kiwi']],
  ['kiwi', 'kiwicha', []],
  ['kiwi', 'akiwi', []],
  ['kiwi', 'ki\u200bwi', ['ki\u200bwi']],
  ['ki\u2060wi', 'kiwi', ['kiwi']],
  ['kiwi', 'ki\u00adwi, por favor', ['ki\u00adwi']],
  ['kiwi', 'sin\u00a0kiwi', ['kiwi']],
  ['kiwi', 'ki\u00a0wi', ['ki\u00a0wi']],
  ['kiwi', 'k i w i', ['k i w i']],
  ['kiwi', 'K-I-W-I', ['K-I-W-I']],
  ['leite', 'não pode ter leite', ['leite']],
  ['milk', 'no milk', ['milk']],
  ['lact*', 'Lácteos no', ['Lácteos']],
  ['lact*', 'lact', ['lact']],
  ['lact*', 'el la\u200bcteado', ['la\u200bcteado']],
  ['sin leche', 'Sin  Leche, gracias', ['Sin  Leche']],
  ['sin leche', 'con leche', []],
  ['sin leche', 'sin. Leche aparte', []],
  ['sin leche', 's/ leche', ['s/ leche']],
  ['sin leche', 'no leche', ['no leche']],
  ['without milk', 'w/o milk', ['w/o milk']],
  ['frutos del bosque', 'frutos\u00a0del bosque', ['frutos\u00a0del bosque']],
  ['frutos del bosque', 'frutos secos', []],
  ['pesc* blanco', 'alergias no; pescado blanco', ['alergias']],
  ['pescado bl*', 'pescado blanco', ['pescado blanco']],
  ['maní', 'maní', ['maní']],
])('the own word %j in %j', (word, text, words) => {
  expect(new AllergyReader([word]).wordsIn(text)).toEqual(words)
})

test('on a menu, and in names of fields, an own word counts only when it is refused', () => {
  const reader = new AllergyReader(['kiwi', 'sin leche'])
  expect(reader.wordsIn('Jugo de kiwi', 'menu')).toEqual([])
  expect(reader.wordsIn('k i w i', 'menu')).toEqual([])
  expect(reader.wordsIn('Sin kiwi', 'menu')).toEqual(['kiwi'])
  expect(reader.wordsIn('Café sin leche', 'menu')).toEqual(['sin leche'])
  expect(reader.partOfName('extras.kiwi')).toBe('')
  expect(reader.partOfName('extras.noKiwi')).toBe('extras no kiwi')
})

test('one reader’s words are not another’s', () => {
  const word = (own: string[]) => new AllergyReader(own).wordsIn('con kiwi y apio')
  expect([word(['kiwi']), word(['apio']), word([])]).toEqual([['kiwi'], ['apio'], []])
  const name = (own: string[]) => new AllergyReader(own).partOfName('noKiwi')
  expect([name([]), name(['kiwi'])]).toEqual(['', 'no kiwi'])
})

test('a text with many words and a restaurant with many are read once', () => {
  const hundred = Array.from(
    { length: 100 },
    (_, nth) => `ap${'aeiou'[nth % 5] ?? ''}${'x'.repeat(nth)}`,
  )
  const reader = new AllergyReader([...hundred, 'sin a b c d'])
  for (const text of ['ape ', 'sin a b c ', 'ap\u200b', 'sin '])
    expect(reader.wordsIn(text.repeat(20_000)).length).toBeLessThan(20)
})

const kiwi = new AllergyReader(['kiwi'])
const menu = { keyOf: () => null, nameOf: () => null }

test('own words reach the notes of an order and the comments of a dish, and not its options', () => {
  const order = { comment: 'Sin kiwi', orderParams: { extra: 'con kiwi' }, items: [] }
  expect(orderNotes(order, [], kiwi)).toEqual([
    { text: 'Sin kiwi', allergyWords: ['kiwi'] },
    { text: 'con kiwi', allergyWords: ['kiwi'] },
  ])
  const options = [{ optionId: 'o', name: 'Jugo de kiwi' }]
  const items = [
    { product: { _id: 'p' }, comment: 'kiwi aparte', modifiers: [{ options }] },
    { product: { _id: 'q' }, modifiers: [{ options }] },
    { product: { _id: 'r' }, metadata: { x: 'nada de kiwi' } },
  ] as Parameters<typeof readItems>[0]
  const read = readItems(items, menu, undefined, '', kiwi)
  expect(read.map(({ allergyWords }) => allergyWords)).toEqual([['kiwi'], [], ['kiwi']])
  expect(read[2]?.comment).toBe('nada de kiwi')
})

test.each([
  ['kiwi', 'kiwi'],
  ['  sin leche ', 'sin leche'],
  ['lact*', 'lact*'],
  ['d’or', 'd’or'],
  ['ñu', 'ñu'],
  ['牛乳', '牛乳'],
  ['x', undefined],
  ['*', undefined],
  ['x*', undefined],
  ['E621', undefined],
  ['ki*wi', undefined],
  ['🥝🥝', undefined],
  ['', undefined],
  ['a'.repeat(41), undefined],
])('the setting takes %j as %j', (text, word) => {
  const value = readValue(shownRows.allergyWords.rule, [text])
  expect(value).toEqual(word === undefined ? undefined : [word])
})

import { expect, test } from 'vitest'
import { allergyTable } from '#contract/tickets/allergy-words.ts'
import { standardAllergies } from './allergy.ts'

/** An invisible character, and one that looks like a space. */
const zeroWidth = '\u200b'
const hard = '\u00a0'

test.each([
  ['Alergia a los mariscos 🦐, avisar', ['Alergia']],
  ['SIN GLUTEN por favor, soy celíaca', ['GLUTEN', 'celíaca']],
  ['nut allergy! allergic to peanuts', ['allergy', 'allergic', 'peanuts']],
  ['Intolerância à lactose', ['Intolerância', 'lactose']],
  ['alérgico, alérgico', ['alérgico']],
  ['no nuts', ['nuts']],
  ['NO NUTS!!', ['NUTS']],
  ['No quiero ningún tipo de nueces', ['nueces']],
  ['sin nueces', ['nueces']],
  ['Sem nozes, por favor', ['nozes']],
  ['sem amendoim nem castanhas', ['amendoim', 'castanhas']],
  ['no maní', ['maní']],
  ['no MANI', ['MANI']],
  ['peanut', ['peanut']],
  ['nut-free please', ['nut']],
  ['free of shellfish', ['shellfish']],
  ['don’t add almonds', ['almonds']],
  ['w/o cashews', ['cashews']],
  ['s/ nueces', ['nueces']],
  ['papas/nueces', []],
  ['p e a n u t', ['p e a n u t']],
  ['no 🥜', ['🥜']],
  ['sin TACC', ['TACC']],
  [`aler${zeroWidth}gia`, [`aler${zeroWidth}gia`]],
  ['aler\ufffdgia al mar', ['aler\ufffdgia']],
  ['aler\u00adgia', ['aler\u00adgia']],
  [`sin${hard}nueces`, ['nueces']],
  ['sin\u2009\u2009nueces', ['nueces']],
  ['sin\tnueces', ['nueces']],
  ['sin\nnueces', ['nueces']],
  ['sin_nueces', ['nueces']],
  ['sin.nueces', ['nueces']],
  [`es aler${hard}gia grave`, [`aler${hard}gia`]],
  [`sin${zeroWidth}nueces`, ['nueces']],
  ['A L E R G I A', ['A L E R G I A']],
  ['a-l-e-r-g-i-c', ['a-l-e-r-g-i-c']],
  ['ＡＬＥＲＧＩＡ', ['ＡＬＥＲＧＩＡ']],
  ['ale\u0301rgico', ['ale\u0301rgico']],
  ['Sin cebolla. Nueces aparte', []],
  ['extra nuts', []],
  ['Sin mostaza ni huevo', []],
  ['no manifiesto', []],
  ['Bien cocida', []],
  ['sem glúten', ['glúten']],
  ['sem amendoim', ['amendoim']],
  ['w/o NUT', ['NUT']],
  ['S/ Castañas', ['Castañas']],
  ['sem camarões', ['camarões']],
  ['sin lácteos', ['lácteos']],
  ['no\u00a0shellfish', ['shellfish']],
  [`no nu${zeroWidth}ts`, [`nu${zeroWidth}ts`]],
  ['sin nue\u200dces', ['nue\u200dces']],
  ['sem amen\u2060doim', ['amen\u2060doim']],
  // Both readings: a hidden character may also stand between two words.
  ['no pea\ufeffnuts', ['nuts', 'pea\ufeffnuts']],
  ['sin ma\u00adní', ['ma\u00adní']],
  ['não pode ter leite', []],
  ['', []],
])('%s', (text, words) => {
  expect(standardAllergies.wordsIn(text)).toEqual(words)
})

test('a menu that names peanuts means a topping, unless it leaves them out', () => {
  expect(standardAllergies.wordsIn('Mantequilla de maní', 'menu')).toEqual([])
  expect(standardAllergies.wordsIn('Sin maní', 'menu')).toEqual(['maní'])
  expect(standardAllergies.wordsIn('Pan sin gluten', 'menu')).toEqual(['gluten'])
})

test('a long text costs no more for each of its words', () => {
  for (const text of ['a ', 'aler\u200b', '\u00a0x', 'no ', '. ', '🥜'])
    expect(standardAllergies.wordsIn(text.repeat(50_000)).length).toBeLessThan(3)
})

/** Every word of the table as a guest may write it: as it is, or with an ending. */
const written = (kind: 'always' | 'named' | 'refused'): string[] =>
  Object.values(allergyTable).flatMap((table) => table[kind].map((word) => word.replace('*', 'x')))

test.each(written('always'))('%s suggests an allergy on its own, also on a menu', (word) => {
  expect(standardAllergies.wordsIn(`hay ${word} hoy`, 'menu')).toEqual([word])
  expect(standardAllergies.wordsIn(word.toUpperCase()).length).toBe(1)
})

test.each(written('named'))('%s suggests one if a guest names it', (word) => {
  expect(standardAllergies.wordsIn(`hay ${word} hoy`)).toEqual([word])
  expect(standardAllergies.wordsIn(`hay ${word} hoy`, 'menu')).toEqual([])
})

test.each(written('refused'))('%s suggests one if it is refused', (word) => {
  expect(standardAllergies.wordsIn(`hay ${word} hoy`)).toEqual([])
  for (const table of Object.values(allergyTable))
    for (const refusal of table.refusals.filter((each) => each !== 'free'))
      expect(standardAllergies.wordsIn(`${refusal} ${word}`), refusal).toEqual([word])
})

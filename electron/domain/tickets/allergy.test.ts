import { expect, test } from 'vitest'
import { allergyWords } from './allergy.ts'

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
  ['', []],
])('%s', (text, words) => {
  expect(allergyWords(text)).toEqual(words)
})

test('a menu that names peanuts means a topping, unless it leaves them out', () => {
  expect(allergyWords('Mantequilla de maní', 'menu')).toEqual([])
  expect(allergyWords('Sin maní', 'menu')).toEqual(['maní'])
  expect(allergyWords('Pan sin gluten', 'menu')).toEqual(['gluten'])
})

test('a long text costs no more for each of its words', () => {
  for (const text of ['a ', 'aler\u200b', '\u00a0x', 'no ', '. ', '🥜'])
    expect(allergyWords(text.repeat(50_000)).length).toBeLessThan(3)
})

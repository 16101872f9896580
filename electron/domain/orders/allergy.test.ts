import { expect, test } from 'vitest'
import { allergyWords } from './allergy.ts'

test.each([
  ['Alergia a los mariscos 🦐, avisar', ['Alergia']],
  ['SIN GLUTEN por favor, soy celíaca', ['GLUTEN', 'celíaca']],
  ['nut allergy! allergic to peanuts', ['allergy', 'allergic']],
  ['Intolerância à lactose', ['Intolerância', 'lactose']],
  ['alérgico, alérgico', ['alérgico']],
  ['Bien cocida', []],
  ['', []],
])('%s', (text, words) => {
  expect(allergyWords(text)).toEqual(words)
})

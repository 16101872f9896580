import { expect, test } from 'vitest'
import { markText } from './item-text.ts'

test.for<[string, string[], string]>([
  ['Sin cebolla', [], 'Sin cebolla'],
  ['Soy alérgica al maní', ['alérgica', 'maní'], 'Soy [alérgica] al [maní]'],
  ['MANÍ no', ['maní'], '[MANÍ] no'],
  ['nuez y nueces', ['nuez', 'nueces'], '[nuez] y [nueces]'],
  ['peanut butter', ['peanut', 'peanut butter'], '[peanut butter]'],
  ['100% (gluten)', ['(gluten)', '', '.'], '100% [(gluten)]'],
])('%s with %o', ([text, sentence, expected]) => {
  const parts = markText(text, sentence)
  expect(parts.map((part) => (part.marked ? `[${part.text}]` : part.text)).join('')).toBe(expected)
})

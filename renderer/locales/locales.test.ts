import { expect, test } from 'vitest'
import { en } from './en.ts'
import { es } from './es.ts'
import { systemLanguage } from './i18n.ts'
import { pt } from './pt.ts'

const flatten = (words: Record<string, Record<string, string>>) =>
  new Map(
    Object.entries(words).flatMap(([section, keys]) =>
      Object.entries(keys).map(([key, text]) => [`${section}.${key}`, text] as const),
    ),
  )

const placeholders = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort()
const forms = (text: string) => text.split('|').length

test.for([
  ['Spanish', es],
  ['Portuguese', pt],
] as const)('%s has every key, with the placeholders and plural forms of English', ([, words]) => {
  const schema = flatten(en)
  const translated = flatten(words)
  expect([...translated.keys()].sort()).toEqual([...schema.keys()].sort())
  for (const [key, text] of schema) {
    const own = translated.get(key) ?? ''
    expect(own.trim(), key).not.toBe('')
    expect(placeholders(own), key).toEqual(placeholders(text))
    expect(forms(own), key).toBe(forms(text))
  }
})

test.for<[string[], string]>([
  [['pt-BR', 'en'], 'pt'],
  [['de-DE', 'es-CL'], 'es'],
  [['ja'], 'en'],
  [[], 'en'],
])('a browser that asks for %o gets %s', ([wanted, expected]) => {
  expect(systemLanguage(wanted)).toBe(expected)
})

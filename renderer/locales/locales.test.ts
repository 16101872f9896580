import { expect, test } from 'vitest'
import { systemLanguage } from './i18n.ts'
import type { Language } from '#contract/languages.ts'
import type { MessageTable } from './message-table.ts'

/** All message files. */
const files = import.meta.glob<Record<string, MessageTable>>('../**/messages/*.ts', { eager: true })

function wordsOf(name: Language): Map<string, string> {
  const sentence = new Map<string, string>()
  for (const [path, file] of Object.entries(files)) {
    if (!path.endsWith(`/${name}.ts`)) continue
    for (const [section, keys] of Object.entries(file[name] ?? {}))
      for (const [key, text] of Object.entries(keys)) {
        // All features share one table, so equal names would overwrite each other.
        expect(sentence, path).not.toContain(`${section}.${key}`)
        sentence.set(`${section}.${key}`, text)
      }
  }
  return sentence
}

const placeholders = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort()
const forms = (text: string) => text.split('|').length

test('every feature brings its words', () => {
  expect(wordsOf('en').size).toBeGreaterThan(400)
})

test.for(['es', 'pt'] as const)(
  '%s has every key, with the placeholders and plural forms of English',
  (name) => {
    const schema = wordsOf('en')
    const translated = wordsOf(name)
    expect([...translated.keys()].sort()).toEqual([...schema.keys()].sort())
    for (const [key, text] of schema) {
      const own = translated.get(key) ?? ''
      expect(own.trim(), key).not.toBe('')
      expect(placeholders(own), key).toEqual(placeholders(text))
      expect(forms(own), key).toBe(forms(text))
    }
  },
)

test.for<[string[], string]>([
  [['pt-BR', 'en'], 'pt'],
  [['de-DE', 'es-CL'], 'es'],
  [['ja'], 'en'],
  [[], 'en'],
])('a browser that asks for %o gets %s', ([asked, expected]) => {
  expect(systemLanguage(asked)).toBe(expected)
})

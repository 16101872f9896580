import { expect, test } from 'vitest'
import { systemLanguage } from './i18n.ts'
import { languages, type Language } from '#contract/languages.ts'
import type { MessageTable } from './message-table.ts'

const files = import.meta.glob<MessageTable>('../**/messages/*.ts', {
  eager: true,
  import: 'default',
})

function textsOf(language: Language): Map<string, string> {
  const texts = new Map<string, string>()
  for (const [path, table] of Object.entries(files)) {
    if (!path.endsWith(`/${language}.ts`)) continue
    for (const [section, keys] of Object.entries(table))
      for (const [key, text] of Object.entries(keys)) {
        // All features share one table, so equal names would overwrite each other.
        expect(texts, path).not.toContain(`${section}.${key}`)
        texts.set(`${section}.${key}`, text)
      }
  }
  return texts
}

const placeholders = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort()
const forms = (text: string) => text.split('|').length

test('every feature brings its messages', () => {
  expect(textsOf('en').size).toBeGreaterThan(400)
})

test.for(languages.filter((language) => language !== 'en'))(
  '%s has every key, with the placeholders and plural forms of English',
  (language) => {
    const english = textsOf('en')
    const translated = textsOf(language)
    expect([...translated.keys()].sort()).toEqual([...english.keys()].sort())
    for (const [key, text] of english) {
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

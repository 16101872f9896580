import { expect, test } from 'vitest'
import { languages, type Language } from '#contract/shared/languages.ts'
import { systemLanguage } from './i18n.ts'

interface Texts {
  readonly [name: string]: string | Texts
}

const files = import.meta.glob<Texts>('../**/messages/*.ts', {
  eager: true,
  import: 'default',
})

/** Every text of a file by its path in it: `section.key`, and deeper for settings. */
function leaves(table: Texts): [string, string][] {
  return Object.entries(table).flatMap(([name, inner]) =>
    typeof inner === 'string'
      ? [[name, inner]]
      : leaves(inner).map(([key, text]): [string, string] => [`${name}.${key}`, text]),
  )
}

/** The app adds the texts of features to its own table, so it has them after other tests. */
const isOfApp = (path: string): boolean => path.startsWith('./messages/')

function textsOf(language: Language): Map<string, string> {
  const texts = new Map<string, string>()
  const ofFeatures = new Set<string>()
  for (const [path, table] of Object.entries(files)) {
    if (!path.endsWith(`/${language}.ts`)) continue
    for (const [key, text] of leaves(table)) {
      // All features share one table, so equal names would overwrite each other.
      if (!isOfApp(path)) {
        expect(ofFeatures.has(key), `${path}: ${key}`).toBe(false)
        ofFeatures.add(key)
      }
      texts.set(key, text)
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
    const wrong = [...english].filter(([key, text]) => {
      const own = translated.get(key) ?? ''
      const isSame = String(placeholders(own)) === String(placeholders(text))
      return own.trim() === '' || !isSame || forms(own) !== forms(text)
    })
    expect(wrong.map(([key]) => [key, translated.get(key)])).toEqual([])
  },
)

test.for<[string[], string]>([
  [['pt-BR', 'en'], 'pt'],
  [['xx-XX', 'es-CL'], 'es'],
  [['xx'], 'en'],
  [[], 'en'],
])('a browser that asks for %o gets %s', ([asked, expected]) => {
  expect(systemLanguage(asked)).toBe(expected)
})

import { expect, test } from 'vitest'
import { languages, type Language } from '#contract/shared/languages.ts'
import { systemLanguage } from './screen-language.ts'

interface Texts {
  readonly [name: string]: string | Texts
}

const ofPage = import.meta.glob<Texts>('../**/*messages/*.json', {
  eager: true,
  import: 'default',
})
const ofHost = import.meta.glob<Texts>('../../electron/**/*messages/*.json', {
  eager: true,
  import: 'default',
})

/** Every text of a file by its path in it: `section.key`, which is deeper in settings. */
function leaves(table: Texts): [string, string][] {
  return Object.entries(table).flatMap(([name, inner]) =>
    typeof inner === 'string'
      ? [[name, inner]]
      : leaves(inner).map(([key, text]): [string, string] => [`${name}.${key}`, text]),
  )
}

/** Every text in a language, by its folder and its path in the file. */
const textsOf = (language: Language): Map<string, string> =>
  new Map(
    Object.entries({ ...ofPage, ...ofHost })
      .filter(([path]) => path.endsWith(`/${language}.json`))
      .flatMap(([path, table]) =>
        leaves(table).map(([key, text]): [string, string] => [
          `${path.replace(/[^/]+$/, '')}${key}`,
          text,
        ]),
      ),
  )

const placeholders = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort()
const forms = (text: string) => text.split('|').length

test('every feature brings its messages', () => {
  expect(textsOf('en').size).toBeGreaterThan(400)
})

test('no feature has a key of another: all of the page share one table', () => {
  const keys = Object.entries(ofPage)
    // The app adds the texts of features to its own table, so it has them after other tests.
    .filter(([path]) => path.endsWith('/en.json') && !path.startsWith('./messages/'))
    .flatMap(([, table]) => leaves(table).map(([key]) => key))
  expect(keys.filter((key, place) => keys.indexOf(key) !== place)).toEqual([])
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

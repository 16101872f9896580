import { expect, test } from 'vitest'
import type { Language } from '#contract/shared/languages.ts'
import { catalogue, findSettings } from './catalogue.ts'

const settings = catalogue.filter(({ id }) =>
  ['screenName', 'theme', 'undoSeconds', 'amberShare', 'pin'].includes(id),
)

test.for<[string, Language, string[]]>([
  ['Amber after', 'en', ['amberShare']],
  ['  AMBER  ', 'en', ['amberShare']],
  ['ámbar', 'es', ['amberShare']],
  ['ambar', 'es', ['amberShare']],
  ['Âmbar', 'pt', ['amberShare']],
  // English terms work in each language; other languages don't.
  ['amber', 'es', ['amberShare']],
  ['yellow', 'es', ['amberShare']],
  ['amarillo', 'es', ['amberShare']],
  ['amarillo', 'en', []],
  // The hint, the section and other terms.
  ['promise', 'en', ['amberShare']],
  ['countdown', 'en', ['undoSeconds']],
  ['oops', 'es', ['undoSeconds']],
  ['cuenta regresiva', 'es', ['undoSeconds']],
  ['contagem', 'pt', ['undoSeconds']],
  ['kitchen times', 'en', ['undoSeconds', 'amberShare']],
  ['tiempos', 'es', ['undoSeconds', 'amberShare']],
  ['contraseña', 'es', ['pin']],
  ['digits', 'en', ['pin']],
  ['night', 'en', ['theme']],
  // Each word must start a word, in any order.
  ['bump un', 'en', ['undoSeconds']],
  ['bump night', 'en', []],
  ['ump', 'en', []],
  ['manager', 'en', ['pin']],
  ['“', 'en', []],
])('“%s” in %s finds %o', ([search, language, ids]) => {
  expect(findSettings(settings, search, language)?.map(({ id }) => id)).toEqual(ids)
})

test.for(['', '   '])('“%s” searches for nothing', (search) => {
  expect(findSettings(settings, search, 'en')).toBeNull()
})

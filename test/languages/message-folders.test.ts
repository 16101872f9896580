import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { languages } from '#contract/shared/languages.ts'
import { bannedWord } from '../run/plain-names/plain-names.ts'
import { plainWords } from '../run/plain-names/words.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

const files = globSync(['{electron,renderer}/**/*messages/*.json', 'electron/**/messages/*.ts'], {
  cwd: root,
})
const folders = [...new Set(files.map((path) => dirname(path)))].toSorted()
const names = (folder: string): string[] =>
  files
    .filter((path) => dirname(path) === folder)
    .map((path) => basename(path))
    .toSorted()

test('the host and the page have folders of messages', () => {
  expect(folders.length).toBeGreaterThan(25)
})

test.for(folders)('%s has a file for each language', (folder) => {
  // Node runs electron/ as it is, so an index imports its files by name.
  const index = folder.startsWith('electron/') ? ['index.ts'] : []
  const expected = [...languages.map((language) => `${language}.json`), ...index]
  expect(names(folder)).toEqual(expected.toSorted())
  for (const file of index) {
    const text = read(join(folder, file))
    expect(text).toContain(` = { ${languages.join(', ')} }`)
    // The compiler compares each language with English.
    expect(text).toMatch(/Record<\w+, typeof en>/)
  }
})

const keysIn = (texts: object): string[] =>
  Object.entries(texts).flatMap(([key, inner]) =>
    typeof inner === 'string' ? [key] : [key, ...keysIn(inner as object)],
  )

test('no key has a word that the glossary replaces', () => {
  const keys = files
    .filter((path) => path.endsWith('/en.json'))
    .flatMap((path) => keysIn(JSON.parse(read(path)) as object))
  expect(keys.length).toBeGreaterThan(400)
  expect(keys.filter((key) => bannedWord(key, plainWords) !== null)).toEqual([])
})

test.for(languages)('a packaged app keeps the texts of Chromium in %s', (language) => {
  const [, kept = ''] = /^electronLanguages: \[(.+)\]$/m.exec(read('electron-builder.yml')) ?? []
  expect(kept.split(', ').map((name) => name.slice(0, 2))).toContain(language)
})

/** Code that knows a language, and why. */
const exceptions: Readonly<Record<string, string>> = {
  'electron/contract/shared/languages.ts': 'the list of languages',
  'electron/contract/tickets/allergy-words.ts': 'guests write in any of the languages',
  'electron/contract/settings/written-time.ts': 'Spanish has its own AM and PM',
  'electron/domain/guests/guest-list.ts': 'the names of guests are sorted as in Spanish',
  'electron/domain/menu/propose-ingredients.ts': 'the language of a menu isn’t the screen’s',
}

/** Texts written by language outside the folders would have to name these two. */
const named = /(['"`])(?:es|pt)\1|\/(?:es|pt)\.json|(?<![\w.-])(?:es|pt)\??:|\bimport (?:es|pt)\b/

test('no other code names a language than English', () => {
  const sources = globSync('{electron,renderer}/**/*.{ts,vue}', {
    cwd: root,
    exclude: ['renderer/out', '**/messages', '**/test-support'],
  }).filter((path) => !path.endsWith('.test.ts'))
  expect(sources.length).toBeGreaterThan(500)
  const paths = sources.filter((path) => named.test(read(path)))
  expect(paths.toSorted()).toEqual(Object.keys(exceptions).toSorted())
})

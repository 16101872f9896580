import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Linter } from 'eslint'
import typescript from 'typescript-eslint'
import { expect, test } from 'vitest'
import { bannedWord, plainNames } from './plain-names.ts'
import { plainWords } from './words.ts'

const list = {
  instead: { told: 'reported', wish: 'request', tally: 'sum' },
  alone: { given: 'input', thing: 'item' },
  allowed: ['toldAt'],
}

function findings(code: string, filename = 'a.ts'): string[] {
  const messages = new Linter().verify(
    code,
    {
      files: ['**/*.ts'],
      languageOptions: { parser: typescript.parser },
      plugins: { own: { rules: { 'plain-names': plainNames } } },
      rules: { 'own/plain-names': ['error', list] },
    },
    { filename },
  )
  return messages.map(({ message }) => message.split('"')[1] ?? '')
}

test.each([
  ['a variable', 'const lastTold = 1', ['lastTold']],
  ['a function and its parameter', 'function makeWish(told: number) {}', ['makeWish', 'told']],
  ['a plural', 'const wishs = 1', ['wishs']],
  ['a plural with -es', 'const wishes = 1; const cutWishesShort = 2', ['cutWishesShort', 'wishes']],
  ['a plural with -ies', 'const tallies = 1', ['tallies']],
  ['a type and its member', 'interface Told { isTold: boolean }', ['Told', 'isTold']],
  ['a key, also in quotes', "const a = { told: 1, 'queue.told': 2 }", ['told', 'queue.told']],
  ['a name that it makes of another', 'const { a: told } = b', ['told']],
  ['a name from elsewhere', "import { told } from './b.ts'; told.wish()", []],
  ['a key that it reads', 'const { told: reported } = b', []],
  ['a name that may be', 'const toldAt = 1', []],
  ['a part of another word', 'const toldable = 1', []],
  ['a variable of a vague word alone', 'const given = 1; const things = 2', ['given', 'things']],
  ['a parameter of a vague word alone', 'function take(given: number) {}', ['given']],
  ['a vague word with another, or as a key', 'const a = { given: 1 }; const isGiven = a.given', []],
  ['what an object inherits', 'const constructorOf = 1', []],
])('%s', (_what, code, names) => {
  expect(findings(code).toSorted()).toEqual(names.toSorted())
})

test('the name of a file', () => {
  expect(findings('export {}', 'electron/host/wish-list.test.ts')).toEqual(['wish-list'])
})

test('each word says what to write instead, and nothing that may be is free of them', () => {
  for (const words of [plainWords.instead, plainWords.alone ?? {}]) {
    expect(Object.keys(words)).toEqual(Object.keys(words).toSorted())
    for (const each of Object.values(words)) expect(each).not.toBe('')
  }
})

/** Classes and data attributes of a component's template and style, or of a style sheet. */
function classNames(text: string): string[] {
  const styles = text.includes('<template>')
    ? [...text.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, style = '']) => style).join()
    : text
  return [
    ...[...styles.matchAll(/\.([a-z][\w-]*)/g)].map(([, name = '']) => name),
    ...[...text.matchAll(/\sclass="([^"]+)"/g)].flatMap(([, names = '']) => names.split(/\s+/)),
    ...[...text.matchAll(/\bdata-[a-z-]+/g)].map(([name]) => name),
  ]
}

test('the names of classes, in templates and in styles', () => {
  const text = '<template><i class="a told" data-wish /></template><style>.tally b {}</style>'
  const banned = (names: string[]) => names.filter((name) => bannedWord(name, plainWords) !== null)
  expect(banned(classNames(text))).toEqual(['tally', 'told', 'data-wish'])
  const root = join(import.meta.dirname, '../../../renderer')
  const names = globSync('**/*.{vue,css}', { cwd: root }).flatMap((path) =>
    banned(classNames(readFileSync(join(root, path), 'utf8'))).map((name) => `${path}: ${name}`),
  )
  expect(names).toEqual([])
})

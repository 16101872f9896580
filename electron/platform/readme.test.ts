import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const page = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8')
const headings = [...page.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading)
const isHeading = new RegExp(`^(${headings.join('|')})\\b`)

/** Sources of some folders by path, with comments on one line each. */
const sources = (...folders: string[]): (readonly [path: string, text: string])[] =>
  globSync(
    folders.map((folder) => `${folder}/**/*.{ts,vue}`),
    { cwd: root },
  ).map((path) => [
    path,
    readFileSync(join(root, path), 'utf8').replaceAll(/\s*\n\s*(\*|\/\/)?\s*/g, ' '),
  ])

/** The words after a citation of this page. */
const citedIn = (text: string): string[] =>
  [...text.matchAll(/platform\/README\.md, (.{40})/g)].map(([, sentence = '']) => sentence)

test('every section that a comment cites is on the page', () => {
  const cited = sources('electron', 'renderer', 'test').flatMap(([path, text]) =>
    citedIn(text).map((sentence) => ({ path, sentence })),
  )
  expect(cited.length).toBeGreaterThan(20)
  const astray = cited.filter(({ sentence }) => !isHeading.test(sentence))
  expect(astray).toEqual([])
})

test('no comment cites a page that is not in the repository', () => {
  // A page of that name stands for any in the doctor's own test.
  const isHere = (page: string): boolean =>
    /^(README|CHANGELOG|CONTRIBUTING|page)\./.test(basename(page)) ||
    existsSync(join(root, page.replace(/^(\.\.\/)+/, '')))
  const astray = sources('electron', 'renderer', 'test').flatMap(([path, text]) =>
    [...text.matchAll(/(?<![\w./-])[\w./-]+\.md\b/g)].flatMap(([page]) =>
      isHere(page) ? [] : [{ path, page }],
    ),
  )
  expect(astray).toEqual([])
})

import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import { contentsPage, resolveLink } from './links.ts'
import { docsFolder, listPages, listSections, readPage } from './pages.ts'
import { renderPage } from './render.ts'
import { elementsIn } from './tree.ts'

const root = join(docsFolder, '..')
const asIs = { link: (href: string) => href, picture: (source: string) => source }
const pages = listPages()
const isForDevelopers = (page: string): boolean => page.startsWith('developers/')

const elementsOf = (text: string) => [...elementsIn(renderPage(text, asIs).nodes)]
const attributeIn = (text: string, tag: string, attribute: string): string[] =>
  elementsOf(text).flatMap(([name, attributes]) => {
    const value = attributes[attribute]
    return name === tag && value !== undefined ? [value] : []
  })

const anchorsOf = (page: string): string[] =>
  elementsOf(readPage(page)).flatMap(([, { id }]) => (id === undefined ? [] : [id]))

test('the contents page lists every other page once, under the heading of its folder', () => {
  const sections = listSections()
  const listed = sections.flatMap((section) => section.pages.map(({ page }) => page))
  expect(listed.toSorted()).toEqual(pages.filter((page) => page !== contentsPage))
  for (const section of sections)
    expect(new Set(section.pages.map(({ page }) => posix.dirname(page))).size).toBe(1)
})

describe.for(pages)('%s', (page) => {
  const text = readPage(page)

  test('links to pages and headings that exist', () => {
    for (const href of attributeIn(text, 'a', 'href')) {
      const target = resolveLink(page, href)
      expect(target, `${href} leads out of the documents`).not.toBeNull()
      if (target === null) continue
      expect(pages, href).toContain(target.page)
      if (target.anchor !== '') expect(anchorsOf(target.page), href).toContain(target.anchor)
      // The app has no pages for developers.
      if (page !== contentsPage && !isForDevelopers(page))
        expect(isForDevelopers(target.page), href).toBe(false)
    }
  })

  test('shows pictures that exist, and says what is on them', () => {
    for (const [name, { src = '', alt = '' }] of elementsOf(text)) {
      if (name !== 'img') continue
      expect(existsSync(join(docsFolder, posix.dirname(page), src)), src).toBe(true)
      expect(alt.length, src).toBeGreaterThan(10)
    }
  })

  test('has each anchor once', () => {
    const anchors = anchorsOf(page)
    expect(new Set(anchors).size).toBe(anchors.length)
  })
})

/**
 * A file or folder of the project named in a text, relative to the text's folder or to one of
 * these.
 */
const named =
  /^(?:electron|renderer|test|docs|resources|contract|platform|domain|host|practice|desktop|receiver|web|network|cli|app|ui|state|clock|bridge)(?:\/[\w.-]+)+$/
const bases = ['', 'electron', 'renderer']

const sources = globSync('{electron,renderer,test,docs}/**/*.{ts,vue}', { cwd: root })
const names = new Set(
  sources.flatMap((file) => readFileSync(join(root, file), 'utf8').match(/\b[a-z]\w*[A-Z]\w*\b/g)),
)

test.for(['CONTRIBUTING.md', ...pages.filter(isForDevelopers).map((page) => `docs/${page}.md`)])(
  '%s names files and names of the code that exist',
  (file) => {
    const text = readFileSync(join(root, file), 'utf8')
    for (const [name, , code] of elementsOf(text)) {
      if (name !== 'code' || typeof code !== 'string') continue
      if (/^[a-z]\w*[A-Z]\w*$/.test(code)) expect(names, code).toContain(code)
      if (!named.test(code) || code.startsWith('test/results')) continue
      expect(
        bases.some((base) => existsSync(join(root, base, code))),
        code,
      ).toBe(true)
    }
  },
)

test('each step of a walk is a definition in its file', () => {
  const text = readFileSync(join(root, 'docs/developers/walks.md'), 'utf8')
  const steps = [...text.matchAll(/^\| `([\w.#]+)` \| `([\w./-]+)` \|/gm)]
  expect(steps.length).toBeGreaterThan(30)
  for (const [, step = '', file = ''] of steps) {
    const code = readFileSync(
      join(root, file.startsWith('renderer/') ? '' : 'electron', file),
      'utf8',
    )
    const [name = '', member] = step.split('.')
    const defined = new RegExp(`^(?:export )?(?:async )?(?:class|function|const) ${name}\\b`, 'm')
    expect(code, step).toMatch(defined)
    if (member !== undefined)
      expect(code, step).toMatch(new RegExp(`^ {2}(?:async )?${member}\\(`, 'm'))
  }
})

test('every room names a page of the help', () => {
  const rooms = globSync('renderer/*/room.ts', { cwd: root })
  expect(rooms.length).toBeGreaterThan(10)
  for (const room of rooms) {
    const text = readFileSync(join(root, room), 'utf8')
    const page = /^ {2}help: '(.+)',$/m.exec(text)?.[1] ?? ''
    expect(pages, room).toContain(page)
  }
})

test.for(['README.md', 'CONTRIBUTING.md', 'SECURITY.md'])(
  '%s links to files that exist',
  (file) => {
    const text = readFileSync(join(root, file), 'utf8')
    const targets = [...attributeIn(text, 'a', 'href'), ...attributeIn(text, 'img', 'src')]
    for (const target of targets) {
      if (/^https?:/.test(target)) continue
      const [path = '', anchor = ''] = target.split('#')
      expect(existsSync(join(root, path)), target).toBe(true)
      const page = /^docs\/(.+)\.md$/.exec(path)?.[1]
      if (anchor !== '' && page !== undefined) expect(anchorsOf(page), target).toContain(anchor)
    }
  },
)

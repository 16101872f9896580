import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contentsPage, resolveLink } from './links.ts'
import { renderPage } from './render.ts'
import { elementsIn, textOf, type DocNode } from './tree.ts'

export const docsFolder = join(import.meta.dirname, '..')

/** Names every page by its path in `docs/`, without `.md`. */
export const listPages = (): string[] =>
  globSync('**/*.md', { cwd: docsFolder })
    .map((path) => path.replaceAll('\\', '/').replace(/\.md$/, ''))
    .toSorted()

export const readPage = (page: string): string =>
  readFileSync(join(docsFolder, `${page}.md`), 'utf8')

export interface Section {
  title: string
  pages: { page: string; title: string }[]
}

const asIs = { link: (href: string) => href, picture: (source: string) => source }

/** The navigation: each heading of the contents page with the links below it. */
export function listSections(): Section[] {
  const sections: Section[] = []
  const add = (node: DocNode): void => {
    if (typeof node === 'string') return
    const [tag, , ...children] = node
    if (tag === 'h2') sections.push({ title: textOf(children), pages: [] })
    for (const [name, { href = '' }, ...text] of elementsIn(children)) {
      const target = name === 'a' ? resolveLink(contentsPage, href) : null
      if (target !== null) sections.at(-1)?.pages.push({ page: target.page, title: textOf(text) })
    }
  }
  renderPage(readPage(contentsPage), asIs).nodes.forEach(add)
  return sections
}

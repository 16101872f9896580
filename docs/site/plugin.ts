import { normalizePath, type Plugin } from 'vite'
import { contentsPage, resolveLink } from './links.ts'
import { renderPage } from './render.ts'
import type { DocNode, HelpPage } from './tree.ts'

/** The app's help has no pages for developers: its contents end before them. */
function untilDevelopers(nodes: readonly DocNode[]): readonly DocNode[] {
  const end = nodes.findIndex(
    (node) => typeof node !== 'string' && node[1]['id'] === 'for-developers',
  )
  return end < 0 ? nodes : nodes.slice(0, end)
}

/** A page as a module. The pictures that it shows become files of the app. */
export function toModule(page: string, text: string): string {
  const pictures = new Set<string>()
  const { title, nodes } = renderPage(text, {
    link(href) {
      const target = resolveLink(page, href)
      return target === null ? href : `#${target.page}#${target.anchor}`
    },
    picture(source) {
      pictures.add(source)
      return source
    },
  })
  const own: Omit<HelpPage, 'pictures'> = {
    title,
    nodes: page === contentsPage ? untilDevelopers(nodes) : nodes,
  }
  const imports = [...pictures].map(
    (source, nth) => `import picture${nth} from ${JSON.stringify(source)}\n`,
  )
  const addresses = [...pictures].map((source, nth) => `${JSON.stringify(source)}: picture${nth}`)
  return `${imports.join('')}export default { ...${JSON.stringify(own)}, pictures: { ${addresses.join(', ')} } }\n`
}

/**
 * Lets the app import the pages in `docs/`, and what changed, as nodes, which it draws itself, because the page's
 * policy allows no HTML.
 */
export const docsPages = (): Plugin => ({
  name: 'docs-pages',
  enforce: 'pre',
  transform(text, id) {
    const [, named, changes] =
      /(?:\/docs\/((?:[a-z]+\/)?[\w-]+)|\/(CHANGELOG))\.md$/.exec(normalizePath(id)) ?? []
    const page = named ?? changes
    return page === undefined ? null : { code: toModule(page, text), map: null }
  },
})

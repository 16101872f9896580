import { posix } from 'node:path'
import { contentsPage } from './links.ts'
import type { Section } from './pages.ts'
import type { DocNode, DocPage } from './tree.ts'

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (sign) => escapes[sign] ?? '')

const empty = new Set(['br', 'hr', 'img'])

export function toHtml(nodes: readonly DocNode[]): string {
  return nodes
    .map((node) => {
      if (typeof node === 'string') return escapeHtml(node)
      const [tag, attributes, ...children] = node
      const own = Object.entries(attributes).map(
        ([name, value]) => ` ${name}="${escapeHtml(value)}"`,
      )
      const start = `<${tag}${own.join('')}>`
      return empty.has(tag) ? start : `${start}${toHtml(children)}</${tag}>`
    })
    .join('')
}

export const fileOf = (page: string): string =>
  page === contentsPage ? 'index.html' : `${page}.html`

/** The address of a file as a page names it. The site works in any folder, and without a server. */
export const addressFrom = (page: string, file: string): string =>
  posix.relative(posix.dirname(fileOf(page)), file)

function toNavigation(page: string, sections: readonly Section[]): DocNode[] {
  return sections.flatMap<DocNode>(({ title, pages }) => [
    ['h2', {}, title],
    [
      'ul',
      {},
      ...pages.map((one): DocNode => {
        const here: Record<string, string> = one.page === page ? { 'aria-current': 'page' } : {}
        return ['li', {}, ['a', { href: addressFrom(page, fileOf(one.page)), ...here }, one.title]]
      }),
    ],
  ])
}

/** One whole page of the site, without scripts and without requests to other servers. */
export function toDocument(
  page: string,
  { title, nodes }: DocPage,
  sections: readonly Section[],
): string {
  const body: DocNode[] = [
    ['a', { class: 'skip', href: '#text' }, 'Skip to the text'],
    [
      'header',
      {},
      [
        'a',
        { href: addressFrom(page, 'index.html') },
        ['img', { src: addressFrom(page, 'icon.svg'), alt: '' }],
        'Kitchen Pass',
      ],
      ['a', { class: 'menu', href: '#contents' }, 'Contents'],
    ],
    ['main', { id: 'text' }, ['article', {}, ['h1', {}, title], ...nodes]],
    ['nav', { id: 'contents', 'aria-label': 'Contents' }, ...toNavigation(page, sections)],
  ]
  const head: DocNode[] = [
    ['title', {}, page === contentsPage ? 'Kitchen Pass' : `${title} · Kitchen Pass`],
  ]
  const icon = `<link rel="icon" href="${addressFrom(page, 'icon.svg')}">`
  const styles = ['tokens.css', 'site.css'].map(
    (name) => `<link rel="stylesheet" href="${addressFrom(page, name)}">`,
  )
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    toHtml(head),
    icon,
    ...styles,
    `<body>${toHtml(body)}</body>`,
    '</html>',
    '',
  ].join('\n')
}

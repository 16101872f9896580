import { posix } from 'node:path'

/** The page that lists all others. Code hosts show it for the folder. */
export const contentsPage = 'README'

/** Where a link of a page leads: another page, or null if it leaves the documents. */
export function resolveLink(from: string, href: string): { page: string; anchor: string } | null {
  if (/^[a-z]+:/i.test(href)) return null
  const [path = '', anchor = ''] = href.split('#')
  if (path === '') return { page: from, anchor }
  if (!path.endsWith('.md')) return null
  return { page: posix.join(posix.dirname(from), path.replace(/\.md$/, '')), anchor }
}

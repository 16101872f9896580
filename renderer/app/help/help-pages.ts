import type { HelpPage } from '#docs/tree.ts'

const files = import.meta.glob<HelpPage>(
  ['../../../docs/{README,{kitchen,front,managers,it}/*}.md', '../../../CHANGELOG.md'],
  { eager: true, import: 'default' },
)
const pages = new Map(
  Object.entries(files).map(([path, page]) => [
    path.replace(/^(.*\/docs\/|[./]+)/, '').replace(/\.md$/, ''),
    page,
  ]),
)

export const contentsPage = 'README'

/** Falls back to the contents if there is no such page. */
export function getHelpPage(name: string): { name: string; page: HelpPage } {
  const page = pages.get(name)
  if (page !== undefined) return { name, page }
  return {
    name: contentsPage,
    page: pages.get(contentsPage) ?? { title: '', nodes: [], pictures: {} },
  }
}

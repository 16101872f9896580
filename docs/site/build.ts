import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { addressFrom, fileOf, toDocument } from './html.ts'
import { resolveLink } from './links.ts'
import { docsFolder, listPages, listSections, readPage } from './pages.ts'
import { renderPage, type Addresses } from './render.ts'

/** `npm run docs`: builds the site from the pages in `docs/`. */
const root = join(docsFolder, '..')
const output = join(root, 'out/docs')

function copy(from: string, to: string): void {
  mkdirSync(dirname(join(output, to)), { recursive: true })
  copyFileSync(join(root, from), join(output, to))
}

const addressesFor = (page: string): Addresses => ({
  link(href) {
    const target = resolveLink(page, href)
    if (target === null) return href
    const anchor = target.anchor === '' ? '' : `#${target.anchor}`
    return `${addressFrom(page, fileOf(target.page))}${anchor}`
  },
  picture(source) {
    const path = join('docs', dirname(page), source)
    const file = `pictures/${basename(path)}`
    copy(path, file)
    return addressFrom(page, file)
  },
})

rmSync(output, { recursive: true, force: true })
copy('renderer/ui/tokens.css', 'tokens.css')
copy('docs/site/site.css', 'site.css')
copy('resources/icons/icon.svg', 'icon.svg')
const sections = listSections()
const pages = listPages()
for (const page of pages) {
  const file = join(output, fileOf(page))
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, toDocument(page, renderPage(readPage(page), addressesFor(page)), sections))
}
process.stdout.write(`${pages.length} pages in ${join(output, 'index.html')}\n`)

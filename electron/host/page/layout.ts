import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { html, raw } from 'hono/html'
import type { Preferences } from '#contract/settings/settings.ts'
import { mark } from './mark.ts'

/** HTML in which every text is escaped. */
export type Markup = ReturnType<typeof html>

interface Layout {
  language: string
  /** As the system is set, unless given. */
  theme?: Preferences['theme']
  title: string
  /** Its style and script are at this address, with `.css` and `.js`. */
  files?: string
  /** Further elements of the head. */
  head?: Markup
  /** What its script finds in `document.body.dataset`, by names as in HTML. */
  data?: Readonly<Record<string, string>>
  body: Markup
}

const filesOf = (address: string): Markup =>
  html`<link rel="stylesheet" href="${address}.css" />
    <script type="module" src="${address}.js"></script>`

/** A whole page that needs none of the app's files. */
export function layout(page: Layout): string {
  const { language, theme = 'system', title, files, head = '', data = {}, body } = page
  const text = html`<!doctype html>
    <html lang="${language}"${theme === 'system' ? '' : html` data-theme="${theme}"`}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${head} ${files === undefined ? '' : filesOf(files)}
      </head>
      <body${Object.entries(data).map(([name, value]) => html` data-${name}="${value}"`)}>
        ${body}
      </body>
    </html>`
  if (text instanceof Promise) throw new Error('part of a page is a promise')
  return text.toString()
}

/** A page that is one card of text; `isHidden` until its script shows it. Its style starts with `cardStyle`. */
export const cardPage = ({ isHidden = false, ...page }: Layout & { isHidden?: boolean }): string =>
  layout({
    ...page,
    title: `${page.title} · Kitchen Pass`,
    body: html`<main${isHidden ? raw(' hidden') : ''}>
      <small class="maker">${mark} Kitchen Pass</small>
      <h1>${page.title}</h1>
      ${page.body}
    </main>`,
  })

/** A script in a module's folder, as text. A build puts the text in place of the call (electron.vite.config.ts). */
export const readScript = (folder: string, name: string): string =>
  readFileSync(join(folder, name), 'utf8')

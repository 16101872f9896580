import { html } from 'hono/html'
import { cardStyle } from '#host/page/colours.ts'
import { cardPage, readScript } from '#host/page/layout.ts'
import { acceptedLanguage } from '#host/page/trouble.ts'
import { messages } from './messages/index.ts'

/**
 * The page for a browser without access, in its language (`Accept-Language`): the key in the
 * address, or a typed one, gives access. Its parts are `/door.js` and `/door.css`.
 */
export function doorPage(acceptLanguage: string | undefined): string {
  const language = acceptedLanguage(acceptLanguage)
  const { title, text, more, key, open, wrong, gone } = messages[language]
  return cardPage({
    ...{ language, title, files: '/door', isHidden: true, data: { wrong, gone } },
    body: html`<p>${text}</p>
      <p>${more}</p>
      <form>
        <label>${key} <input name="key" autocomplete="off" spellcheck="false" required /></label>
        <button>${open}</button>
      </form>
      <p role="alert"></p>`,
  })
}

/** Each is served beside the script of a page, which imports it. */
export const keepTokenScript = readScript(import.meta.dirname, 'keep-token.js')

export const doorScript = readScript(import.meta.dirname, 'door.js')

/** The page's style in its own file: its policy allows no other. */
export const doorStyle = `${cardStyle}
form { display: flex; flex-wrap: wrap; gap: 0.75rem; align-items: end; margin-top: 0.5rem; }
label { display: grid; flex: 1 1 14rem; gap: 0.25rem; font-weight: 600; }
input { width: 100%; min-height: 3rem; padding: 0 1rem; border: 1px solid var(--edge); border-radius: 0.5rem; background: var(--sunken); color: inherit; font: inherit; font-size: 1.125rem; }
`

/**
 * Ends a service worker that another program left in a browser when it had this address: a browser
 * requests its script at each load of a page, and gets this, whatever the script's name.
 */
export const noWorker = `addEventListener('install', () => skipWaiting())
addEventListener('activate', () => registration.unregister())
`

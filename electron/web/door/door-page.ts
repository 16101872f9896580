import { tokenPlace } from '#contract/network/device-token.ts'
import { plainStyle } from '#host/page/colours.ts'
import { acceptedLanguage } from '#host/page/trouble.ts'
import { messages } from './messages/index.ts'

/**
 * The page for a browser without access, in its language (`Accept-Language`): the key in the
 * address, or a typed one, gives access. Its parts are `/door.js` and `/door.css`.
 */
export function doorPage(acceptLanguage: string | undefined): string {
  const language = acceptedLanguage(acceptLanguage)
  const { title, text, more, key, open, wrong, gone } = messages[language]
  return `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="UTF-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title} · Kitchen Pass</title>
    <link rel="stylesheet" href="/door.css" />
    <script type="module" src="/door.js"></script>
  </head>
  <body>
    <main hidden>
      <small>Kitchen Pass</small>
      <h1>${title}</h1>
      <p>${text}</p>
      <p>${more}</p>
      <form>
        <label>${key} <input name="key" autocomplete="off" spellcheck="false" required /></label>
        <button>${open}</button>
      </form>
      <p role="alert" data-wrong="${wrong}" data-gone="${gone}"></p>
    </main>
  </body>
</html>
`
}

/**
 * Keeps a token in the page's own storage. `tryStorage` throws in a browser that keeps nothing, before
 * a token is made.
 */
export const keepTokenScript = `const place = ${JSON.stringify(tokenPlace)}
function tryStorage() {
  localStorage.setItem(place + '.try', '')
  localStorage.removeItem(place + '.try')
}
const keepToken = (token) => localStorage.setItem(place, token)
`

/**
 * Gives the browser a token for a key, and opens the page. `fetch` sends no body, because the door
 * reads none.
 */
export const doorScript = `${keepTokenScript}const main = document.querySelector('main')
const alert = document.querySelector('[role=alert]')
async function enter(key) {
  tryStorage()
  const headers = { authorization: 'Bearer ' + key }
  const answer = await fetch('/key', { method: 'POST', headers, cache: 'no-store' })
  if (!answer.ok) return false
  keepToken((await answer.json()).token)
  location.replace('/' + room)
  return true
}
const given = /^#key=(.+)$/.exec(location.hash)?.[1] ?? ''
const room = location.hash.startsWith('#/') ? location.hash : ''
history.replaceState(null, '', '/door')
async function tryKey(key) {
  const isIn = await enter(key).catch(() => null)
  if (isIn) return
  main.hidden = false
  document.querySelector('input').focus()
  if (key !== '') alert.textContent = isIn === null ? alert.dataset.gone : alert.dataset.wrong
}
document.querySelector('form').addEventListener('submit', (event) => {
  event.preventDefault()
  void tryKey(new FormData(event.target).get('key').trim())
})
void tryKey(given)
`

/** The page's style in its own file: its policy allows no other. */
export const doorStyle = `${plainStyle}
main[hidden] { display: none; }
form { display: flex; flex-wrap: wrap; gap: 0.75rem; align-items: end; margin-top: 0.5rem; }
label { display: grid; flex: 1 1 14rem; gap: 0.25rem; font-weight: 600; }
input, button { min-height: 3rem; padding: 0 1rem; border: 1px solid var(--edge); border-radius: 0.5rem; font: inherit; font-size: 1.125rem; }
input { width: 100%; background: var(--sunken); color: inherit; }
button { border-color: transparent; background: var(--go); color: var(--go-ink); font-weight: 600; touch-action: manipulation; }
button:active { background: var(--go-deep); }
[role=alert] { color: var(--red-text); font-weight: 600; }
[role=alert]:empty { display: none; }
`

/**
 * Ends a service worker that another program left in a browser when it had this address: a browser
 * requests its script at each load of a page, and gets this, whatever the script's name.
 */
export const noWorker = `addEventListener('install', () => skipWaiting())
addEventListener('activate', () => registration.unregister())
`

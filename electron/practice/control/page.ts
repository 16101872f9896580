import { html, raw } from 'hono/html'
import { look, type Markup } from './look.ts'
import type { ControlState } from './state.ts'
import { controlStyle } from './style.ts'
import type { Action } from './trainer.ts'
import { words, type Language } from './words.ts'

/** The control page's one script: buttons without leaving the page, and a look inside every two seconds. */
const controlScript = `
const look = document.getElementById('look')
const said = document.getElementById('said')
const { language, gone } = document.body.dataset
let shown = ''
async function refresh() {
  try {
    const answer = await fetch('/control/state?lang=' + language, { cache: 'no-store' })
    const state = await answer.json()
    if (state.look !== shown) look.innerHTML = shown = state.look
    if (said.textContent === gone) said.textContent = ''
  } catch {
    said.textContent = gone
  }
}
document.addEventListener('submit', async (event) => {
  event.preventDefault()
  try {
    const headers = { accept: 'application/json' }
    const answer = await fetch(event.target.action, { method: 'POST', headers })
    said.textContent = (await answer.json()).sentence
    await refresh()
  } catch {
    said.textContent = gone
  }
})
setInterval(refresh, 2000)
`

const groups: { name: keyof (typeof words)['en']['groups']; actions: Action[] }[] = [
  { name: 'rush', actions: ['calm-rush', 'busy-rush', 'full-rush', 'stop-rush'] },
  {
    name: 'orders',
    actions: ['place-order', 'change-order', 'cancel-order', 'send-driver', 'lose-driver'],
  },
  { name: 'stock', actions: ['sell-out-avocado', 'bring-back-avocado'] },
  {
    name: 'trouble',
    actions: [
      'cut-line',
      'mend-line',
      'slow-down',
      'disturb-events',
      'odd-records',
      'usual-records',
      'back-to-normal',
    ],
  },
]

/** What a training mostly begins and ends with. */
const mainActions: Action[] = ['place-order', 'back-to-normal']

/** The control page, whole; `nonce` lets its own style and script in. Works without the script too. */
export function controlPage(state: ControlState, language: Language, nonce: string): Markup {
  const said = words[language]
  const button = (action: Action): Markup =>
    html`<form method="post" action="/control/${action}?lang=${language}">
      <button class="${mainActions.includes(action) ? 'main' : ''}">${said.labels[action]}</button>
    </form>`
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${said.title}</title>
        <link rel="icon" href="data:," />
        <style nonce="${nonce}">
          ${raw(controlStyle)}
        </style>
      </head>
      <body data-language="${language}" data-gone="${said.gone}">
        <div class="top">
          <header>
            <div>
              <h1>${said.title}</h1>
              <p>${said.lead}</p>
            </div>
            <nav aria-label="English, Español, Português">
              ${Object.keys(words).map(
                (code) =>
                  html`<a
                    href="/?lang=${code}"
                    hreflang="${code}"
                    lang="${code}"
                    ${code === language ? raw('aria-current="true"') : ''}
                    >${code}</a
                  >`,
              )}
            </nav>
          </header>
          <p id="said" role="status" aria-live="polite"></p>
        </div>
        <main>
          <div class="actions">
            ${groups.map(
              ({ name, actions }) =>
                html`<section>
                  <h2>${said.groups[name]}</h2>
                  <div class="buttons ${name}">${actions.map(button)}</div>
                </section>`,
            )}
          </div>
          <section aria-labelledby="inside">
            <h2 id="inside">${said.inside}</h2>
            <div id="look">${look(state, said)}</div>
          </section>
        </main>
        <script type="module" nonce="${nonce}">
          ${raw(controlScript)}
        </script>
      </body>
    </html>`
}

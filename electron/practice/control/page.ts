import { html, raw } from 'hono/html'
import { themeStyle } from '#host/page/colours.ts'
import { layout, readScript, type Markup } from '#host/page/layout.ts'
import { renderState, type ControlState } from './render-state.ts'
import { messages, type Language } from './messages/index.ts'
import { actionGroups, type Action } from './trainer.ts'

export const controlStyle = `${themeStyle}:root { --radius: 0.5rem; --touch: 3rem; --gap: 0.75rem; }
body {
  margin: 0;
  padding: 0 1rem 1rem;
  background: var(--ground);
  color: var(--ink);
  font: 1rem/1.4 system-ui, sans-serif;
}
h1, h2, h3, p, ul, dl, dd { margin: 0; }
h1 { font-size: 1.5rem; }
h2 { font-size: 1rem; margin-bottom: 0.375rem; }
h3 { font-size: 0.9375rem; margin: 1rem 0 0.375rem; }
.top { position: sticky; top: 0; padding-block: 0.75rem 0.375rem; background: var(--ground); }
header { display: grid; grid-template-columns: 1fr auto; gap: 0.25rem var(--gap); align-items: start; }
header p, .quiet { color: var(--ink-soft); font-size: 0.9375rem; }
nav { display: flex; gap: 0.25rem; }
nav a {
  min-width: var(--touch);
  min-height: var(--touch);
  display: grid;
  place-items: center;
  border-radius: var(--radius);
  color: var(--ink);
  text-transform: uppercase;
}
nav a[aria-current] { background: var(--card); font-weight: 700; text-decoration: none; }
#said {
  min-height: 1.4em;
  color: var(--good-text);
  font-weight: 600;
}
main { display: grid; grid-template-columns: minmax(20rem, 30rem) minmax(0, 1fr); gap: var(--gap); align-items: start; }
@media (max-width: 48rem) { main { grid-template-columns: 1fr; } }
section { padding: 0.625rem 0.75rem 0.75rem; background: var(--card); border: 1px solid var(--line); border-radius: var(--radius); }
.actions { display: grid; gap: 0.625rem; }
.buttons { display: grid; grid-template-columns: repeat(3, 1fr); gap: 0.5rem; }
.rush { grid-template-columns: repeat(4, 1fr); }
.stock { grid-template-columns: 1fr 1fr; }
form { display: grid; }
form:has(.main) { grid-column: span 2; }
button {
  min-height: var(--touch);
  padding: 0.25rem 0.5rem;
  background: var(--sunken);
  color: var(--ink);
  border: 1px solid var(--edge);
  border-radius: var(--radius);
  font: inherit;
  font-size: 0.9375rem;
  line-height: 1.25;
  text-wrap: balance;
  cursor: pointer;
}
button:hover { border-color: var(--ink); }
button:active { background: var(--line); }
button.main { background: var(--accent); border-color: var(--accent); color: var(--accent-ink); font-weight: 600; }
.chips { display: flex; flex-wrap: wrap; gap: 0.5rem; }
.chip { padding: 0.25rem 0.625rem; background: var(--sunken); border-radius: var(--radius); }
.chip dt { color: var(--ink-soft); font-size: 0.8125rem; }
.chip dd { font-weight: 600; }
.chip.trouble { background: var(--amber-soft); color: var(--amber-text); }
.chip.trouble dt { color: inherit; }
table { width: 100%; border-collapse: collapse; font-size: 0.9375rem; }
th, td { padding: 0.25rem 0.5rem 0.25rem 0; text-align: start; border-top: 1px solid var(--line); }
thead th { border: 0; color: var(--ink-soft); font-weight: 400; font-size: 0.8125rem; }
.number { text-align: end; padding-inline-end: 1rem; font-variant-numeric: tabular-nums; }
.count { color: var(--ink-soft); font-weight: 400; font-variant-numeric: tabular-nums; }
ul { padding: 0; list-style: none; font-size: 0.9375rem; }
li { padding: 0.125rem 0; }
code { font: 0.875em ui-monospace, monospace; overflow-wrap: anywhere; }
`

export const controlScript = readScript(import.meta.dirname, 'control.js')

const groups = Object.entries(actionGroups) as [keyof typeof actionGroups, readonly Action[]][]

/** The actions that most trainings begin and end with. */
const mainActions: Action[] = ['place-order', 'back-to-normal']

const languageNames = Object.values(messages)
  .map(({ language }) => language)
  .join(', ')

const button = (action: Action, language: Language): Markup => {
  const label = messages[language].labels[action]
  return html`<form method="post" action="/control/${action}?lang=${language}">
    <button class="${mainActions.includes(action) ? 'main' : ''}">${label}</button>
  </form>`
}

/** The whole control page. Its parts are `/control/page.js` and `/control/page.css`, and it also works without the script. */
export function controlPage(state: ControlState, language: Language): string {
  const texts = messages[language]
  return layout({
    ...{ language, title: texts.title, files: '/control/page' },
    head: html`<link rel="icon" href="data:," />`,
    data: { language, gone: texts.gone },
    body: html`<div class="top">
        <header>
          <div>
            <h1>${texts.title}</h1>
            <p>${texts.lead}</p>
          </div>
          <nav aria-label="${languageNames}">
            ${Object.keys(messages).map(
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
            ([name, actions]) =>
              html`<section>
                <h2>${texts.groups[name]}</h2>
                <div class="buttons ${name}">
                  ${actions.map((action) => button(action, language))}
                </div>
              </section>`,
          )}
        </div>
        <section aria-labelledby="inside">
          <h2 id="inside">${texts.inside}</h2>
          <div id="state">${renderState(state, texts)}</div>
        </section>
      </main>`,
  })
}

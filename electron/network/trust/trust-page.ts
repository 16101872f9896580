import { systems, type System } from '#contract/screens/screens.ts'
import { plainStyle } from '#host/page/colours.ts'
import { acceptedLanguage } from '#host/page/trouble.ts'
import { messages } from './messages/index.ts'

interface Asked {
  /** The header `Accept-Language`. */
  acceptLanguage: string | undefined
  /** What the device runs on; null if that isn't known. */
  system: System | null
  /** The fingerprint of the certificate. */
  words: string
  /** The encrypted address of the kitchen computer, without a path. */
  secureOrigin: string
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escape = (text: string): string => text.replaceAll(/[&<>"]/g, (each) => escapes[each] ?? each)

/** What this page may do: besides its own files it only looks whether the device trusts already. */
export const trustPolicy = (secureOrigin: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `connect-src ${secureOrigin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/**
 * The page over plain HTTP that says how a device comes to trust this computer, in its language. It
 * can do nothing else and has no data. Its parts are `/trust.js`, `/trust.css` and
 * `/authority.crt`.
 */
export function trustPage({ acceptLanguage, system, words, secureOrigin }: Asked): string {
  const language = acceptedLanguage(acceptLanguage)
  const say = messages[language]
  const shown = system ?? 'android'
  const inOrder = [shown, ...systems.filter((each) => each !== shown)]
  const stepsOf = (each: System): string => {
    const { name, steps } = say.systems[each]
    const items = steps.map((step) => `<li>${escape(step)}</li>`).join('')
    const isOpen = each === shown ? ' open' : ''
    return `<details data-system="${each}"${isOpen}><summary>${escape(name)}</summary><ol>${items}</ol></details>`
  }
  return `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="UTF-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${say.title} · Kitchen Pass</title>
    <link rel="stylesheet" href="/trust.css" />
    <script type="module" src="/trust.js"></script>
  </head>
  <body data-origin="${escape(secureOrigin)}">
    <main>
      <small>Kitchen Pass</small>
      <h1>${say.title}</h1>
      <p>${say.text}</p>
      <h2>1. ${say.get}</h2>
      <a class="button go" id="get" href="/authority.crt">${say.download}</a>
      <h2>2. ${say.install}</h2>
      <div class="systems">${inOrder.map(stepsOf).join('')}</div>
      <p>${say.later}</p>
      <h2>3. ${say.compare}</h2>
      <p class="words">${escape(words)}</p>
      <p>${say.compareText}</p>
      <h2>4. ${say.open}</h2>
      <p class="state" role="status" data-not-yet="${escape(say.openText)}" data-trusted="${escape(say.trusted)}"></p>
      <a class="button" id="open" href="${escape(secureOrigin)}/">${say.open}</a>
    </main>
  </body>
</html>
`
}

/**
 * Opens the steps of an iPad that says it is a Mac, and looks every few seconds whether this device
 * trusts the computer. It goes nowhere by itself, because a person compares the words first.
 */
export const trustScript = `const { origin } = document.body.dataset
const all = [...document.querySelectorAll('details')]
if (navigator.maxTouchPoints > 1 && document.querySelector('[data-system=macos]').open)
  for (const each of all) each.open = each.dataset.system === 'ipados'
const state = document.querySelector('.state')
const link = document.querySelector('#open')
async function look() {
  const isTrusted = document.visibilityState === 'visible' &&
    await fetch(origin + '/trusted', { mode: 'no-cors', cache: 'no-store' }).then(() => true, () => false)
  if (isTrusted) {
    state.textContent = state.dataset.trusted
    state.classList.add('good')
    link.classList.add('go')
    document.querySelector('#get').classList.remove('go')
  } else {
    state.textContent = state.dataset.notYet
    setTimeout(look, 3000)
  }
}
void look()
`

export const trustStyle = `${plainStyle}
main { width: min(100%, 44rem); gap: 0.75rem; }
h2 { margin-top: 0.75rem; font-size: 1.25rem; line-height: 1.2; }
.button { display: inline-flex; align-items: center; justify-self: start; min-height: 3rem; padding: 0 1.25rem; border: 1px solid var(--edge); border-radius: 0.5rem; color: var(--ink); font-size: 1.125rem; font-weight: 600; text-decoration: none; touch-action: manipulation; }
.go { border-color: transparent; background: var(--go); color: var(--go-ink); }
.go:active { background: var(--go-deep); }
.systems { display: grid; gap: 0.25rem; }
details { border: 1px solid var(--line); border-radius: 0.5rem; }
summary { min-height: 3rem; padding: 0.75rem 1rem; font-weight: 600; cursor: pointer; }
ol { display: grid; gap: 0.5rem; padding: 0 1rem 1rem 2.5rem; font-size: 1.125rem; }
.words { padding: 0.75rem 1rem; border-radius: 0.5rem; background: var(--sunken); font-size: 1.375rem; font-weight: 600; letter-spacing: 0.02em; }
.state { color: var(--ink-soft); font-weight: 600; }
.state.good { color: var(--go); }
.state:empty { display: none; }
`

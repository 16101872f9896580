import { plainStyle } from '#host/page/colours.ts'
import { acceptedLanguage } from '#host/page/trouble.ts'
import { keepTokenScript } from '#web/door/door-page.ts'
import { installedHead, workerPath } from './installed.ts'
import { messages } from './messages/index.ts'

/**
 * The page on which a new screen shows its code until a manager lets it in, in its language
 * (`Accept-Language`). Its parts are `/pair.js` and `/pair.css`. `lastingOrigin` is where the page goes
 * first if it leads to the same host; null if there is none.
 */
export function pairPage(acceptLanguage: string | undefined, lastingOrigin: string | null): string {
  const language = acceptedLanguage(acceptLanguage)
  const { title, text, qr, left, over, refused, tooOften, gone, noStore, again } =
    messages[language]
  return `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="UTF-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title} · Kitchen Pass</title>
    ${installedHead}
    <link rel="stylesheet" href="/pair.css" />
    <script type="module" src="/pair.js"></script>
  </head>
  <body data-lasting="${lastingOrigin ?? ''}">
    <main>
      <small>Kitchen Pass</small>
      <h1>${title}</h1>
      <section hidden>
        <p>${text}</p>
        <div class="code"><output></output><img alt="${qr}" width="200" height="200" /></div>
        <p class="left" data-text="${left}"></p>
      </section>
      <p role="alert" data-over="${over}" data-refused="${refused}" data-often="${tooOften}" data-gone="${gone}" data-nostore="${noStore}"></p>
      <button hidden>${again}</button>
    </main>
  </body>
</html>
`
}

/**
 * Asks for a code, and keeps the token that came with it once a manager has let the screen in.
 * Requests have no body, because the door reads none.
 */
export const pairScript = `${keepTokenScript}const [section, output, image, left, alert, button] =
  ['section', 'output', 'img', '.left', '[role=alert]', 'button'].map((each) => document.querySelector(each))
const room = location.hash.startsWith('#/') ? location.hash : ''
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
const hostAt = (origin) => fetch(origin + '/host', { cache: 'no-store', signal: AbortSignal.timeout(1500) })
  .then((answer) => (answer.ok ? answer.text() : Promise.reject(new Error('no host'))))
/** A browser keeps its token per address, so a name is better than numbers, which change. */
async function goToLastingName() {
  const { lasting } = document.body.dataset
  if (lasting === '' || lasting === location.origin) return false
  const hosts = await Promise.all([hostAt(''), hostAt(lasting)]).catch(() => [])
  if (hosts.length === 0 || hosts[0] !== hosts[1]) return false
  location.replace(lasting + '/door' + location.hash)
  return true
}
async function readOutcome(id) {
  const answer = await fetch('/pair/outcome?' + id, { cache: 'no-store' }).catch(() => null)
  return answer?.ok ? (await answer.json()).outcome : 'gone'
}
function showLeft(seconds) {
  const minutes = Math.floor(seconds / 60)
  left.textContent = left.dataset.text.replace('{time}', minutes + ':' + String(seconds % 60).padStart(2, '0'))
}
/** Resolves with how the wait ended. A host that is gone for a moment ends nothing. */
async function waitFor(id, seconds) {
  const end = performance.now() + seconds * 1000
  for (;;) {
    const rest = Math.max(Math.ceil((end - performance.now()) / 1000), 0)
    showLeft(rest)
    const outcome = await readOutcome(id)
    alert.textContent = outcome === 'gone' ? alert.dataset.gone : ''
    if (outcome !== 'waiting' && outcome !== 'gone') return outcome
    if (rest === 0) return 'over'
    await wait(1000)
  }
}
async function join() {
  try {
    tryStorage()
  } catch {
    return 'nostore'
  }
  const headers = { 'kitchen-pass-touch': navigator.maxTouchPoints > 1 ? 'yes' : 'no' }
  const answer = await fetch('/pair', { method: 'POST', headers, cache: 'no-store' }).catch(() => null)
  if (answer === null || !answer.ok) return answer?.status === 429 ? 'often' : 'gone'
  const { id, code, token, seconds } = await answer.json()
  output.textContent = code.slice(0, 4) + '-' + code.slice(4)
  image.src = '/pair/code.svg?' + id
  section.hidden = false
  const leave = () => void fetch('/pair/leave?' + id, { method: 'POST', keepalive: true })
  addEventListener('pagehide', leave)
  const outcome = await waitFor(id, seconds)
  removeEventListener('pagehide', leave)
  section.hidden = true
  if (outcome === 'approved') {
    keepToken(token)
    location.replace('/' + room)
  }
  return outcome
}
async function start() {
  button.hidden = true
  alert.textContent = ''
  if (await goToLastingName()) return
  const outcome = await join()
  if (outcome === 'approved') return
  alert.textContent = alert.dataset[outcome] ?? alert.dataset.gone
  button.hidden = outcome === 'nostore'
  button.focus()
}
navigator.serviceWorker?.register('${workerPath}').catch(() => undefined)
button.addEventListener('click', () => void start())
void start()
`

export const pairStyle = `${plainStyle}
[hidden] { display: none !important; }
section { display: grid; gap: 1rem; }
.code { display: flex; flex-wrap: wrap; gap: 1.5rem; align-items: center; justify-content: space-between; }
output { font-size: clamp(2.25rem, 11vw, 3.5rem); font-weight: 700; font-variant-numeric: tabular-nums; letter-spacing: 0.04em; font-family: ui-monospace, 'Cascadia Mono', 'Roboto Mono', 'Liberation Mono', monospace; white-space: nowrap; }
img { border-radius: 0.5rem; background: #fff; }
.left { color: var(--ink-soft); font-variant-numeric: tabular-nums; }
button { min-height: 3rem; padding: 0 1.25rem; justify-self: start; border: 0; border-radius: 0.5rem; background: var(--go); color: var(--go-ink); font: inherit; font-size: 1.125rem; font-weight: 600; touch-action: manipulation; }
button:active { background: var(--go-deep); }
[role=alert] { color: var(--red-text); font-weight: 600; }
[role=alert]:empty { display: none; }
`

// The host serves it at this path, seen from `/pair.js`.
import { keepToken, tryStorage } from '../web/door/keep-token.js'

const section = /** @type {HTMLElement} */ (document.querySelector('section'))
const output = /** @type {HTMLElement} */ (document.querySelector('output'))
const image = /** @type {HTMLImageElement} */ (document.querySelector('img'))
const leftLine = /** @type {HTMLElement} */ (document.querySelector('.left'))
const alertLine = /** @type {HTMLElement} */ (document.querySelector('[role=alert]'))
const button = /** @type {HTMLButtonElement} */ (document.querySelector('button'))
const { lasting = '', worker = '', left = '', gone = '', ...texts } = document.body.dataset
const room = location.hash.startsWith('#/') ? location.hash : ''

/** @param {number} ms */
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** @param {string} origin */
async function hostAt(origin) {
  const limit = { cache: /** @type {const} */ ('no-store'), signal: AbortSignal.timeout(1500) }
  const answer = await fetch(`${origin}/host`, limit)
  if (!answer.ok) throw new Error('no host')
  return answer.text()
}

/** A browser keeps its token per address, so a name is better than numbers, which change. */
async function goToLastingName() {
  if (lasting === '' || lasting === location.origin) return false
  const hosts = await Promise.all([hostAt(''), hostAt(lasting)]).catch(() => null)
  if (hosts === null || hosts[0] !== hosts[1]) return false
  location.replace(`${lasting}/door${location.hash}`)
  return true
}

/** @param {string} id */
async function readOutcome(id) {
  const answer = await fetch(`/pair/outcome?${id}`, { cache: 'no-store' }).catch(() => null)
  if (!answer?.ok) return 'gone'
  const { outcome } = /** @type {{ outcome: string }} */ (await answer.json())
  return outcome
}

/** @param {number} seconds */
function showLeft(seconds) {
  const rest = String(seconds % 60).padStart(2, '0')
  leftLine.textContent = left.replace('{time}', `${Math.floor(seconds / 60)}:${rest}`)
}

/**
 * Resolves with how the wait ended. A host that is gone for a moment ends nothing.
 * @param {string} id
 * @param {number} seconds
 */
async function waitFor(id, seconds) {
  const end = performance.now() + seconds * 1000
  for (;;) {
    const rest = Math.max(Math.ceil((end - performance.now()) / 1000), 0)
    showLeft(rest)
    const outcome = await readOutcome(id)
    alertLine.textContent = outcome === 'gone' ? gone : ''
    if (outcome !== 'waiting' && outcome !== 'gone') return outcome
    if (rest === 0) return 'over'
    await wait(1000)
  }
}

/**
 * Asks for a code, and keeps the token that came with it once a manager has let the screen in.
 * Requests have no body, because the door reads none.
 */
async function join() {
  try {
    tryStorage()
  } catch {
    return 'nostore'
  }
  const headers = { 'kitchen-pass-touch': navigator.maxTouchPoints > 1 ? 'yes' : 'no' }
  const options = { method: 'POST', headers, cache: /** @type {const} */ ('no-store') }
  const answer = await fetch('/pair', options).catch(() => null)
  if (!answer?.ok) return answer?.status === 429 ? 'often' : 'gone'
  const { id, code, token, seconds } =
    /** @type {{ id: string, code: string, token: string, seconds: number }} */ (
      await answer.json()
    )
  output.textContent = `${code.slice(0, 4)}-${code.slice(4)}`
  image.src = `/pair/code.svg?${id}`
  section.hidden = false
  const leave = () => void fetch(`/pair/leave?${id}`, { method: 'POST', keepalive: true })
  addEventListener('pagehide', leave)
  const outcome = await waitFor(id, seconds)
  removeEventListener('pagehide', leave)
  section.hidden = true
  if (outcome === 'approved') {
    keepToken(token)
    location.replace(`/${room}`)
  }
  return outcome
}

async function start() {
  button.hidden = true
  alertLine.textContent = ''
  if (await goToLastingName()) return
  const outcome = await join()
  if (outcome === 'approved') return
  alertLine.textContent = texts[outcome] ?? gone
  button.hidden = outcome === 'nostore'
  button.focus()
}

// Only where there is TLS.
if ('serviceWorker' in navigator) navigator.serviceWorker.register(worker).catch(() => undefined)
button.addEventListener('click', () => void start())
void start()

import { keepToken, tryStorage } from './keep-token.js'

const main = /** @type {HTMLElement} */ (document.querySelector('main'))
const input = /** @type {HTMLInputElement} */ (document.querySelector('input'))
const alertLine = /** @type {HTMLElement} */ (document.querySelector('[role=alert]'))
const { wrong = '', gone = '' } = document.body.dataset
const room = location.hash.startsWith('#/') ? location.hash : ''

/**
 * Gets a token for a key, and opens the page; false if the key is wrong. `fetch` sends no body, because
 * the door reads none.
 * @param {string} key
 */
async function enter(key) {
  tryStorage()
  const headers = { authorization: `Bearer ${key}` }
  const answer = await fetch('/key', { method: 'POST', headers, cache: 'no-store' })
  if (!answer.ok) return false
  const { token } = /** @type {{ token: string }} */ (await answer.json())
  keepToken(token)
  location.replace(`/${room}`)
  return true
}

/** @param {string} key */
async function tryKey(key) {
  const isIn = await enter(key).catch(() => null)
  if (isIn) return
  main.hidden = false
  input.focus()
  if (key !== '') alertLine.textContent = isIn === null ? gone : wrong
}

document.addEventListener('submit', (event) => {
  event.preventDefault()
  void tryKey(input.value.trim())
})

const [, keyInAddress = ''] = /^#key=(.+)$/.exec(location.hash) ?? []
history.replaceState(null, '', '/door')
void tryKey(keyInAddress)

const view = /** @type {HTMLElement} */ (document.getElementById('state'))
const statusLine = /** @type {HTMLElement} */ (document.getElementById('said'))
const { language = '', gone = '' } = document.body.dataset
let shown = ''

async function refresh() {
  try {
    const answer = await fetch(`/control/state?lang=${language}`, { cache: 'no-store' })
    const { html } = /** @type {{ html: string }} */ (await answer.json())
    if (html !== shown) view.innerHTML = shown = html
    if (statusLine.textContent === gone) statusLine.textContent = ''
  } catch {
    statusLine.textContent = gone
  }
}

/** @param {string} action */
async function press(action) {
  try {
    const headers = { accept: 'application/json' }
    const answer = await fetch(action, { method: 'POST', headers })
    const { sentence } = /** @type {{ sentence: string }} */ (await answer.json())
    statusLine.textContent = sentence
    await refresh()
  } catch {
    statusLine.textContent = gone
  }
}

// Buttons work without leaving the page.
document.addEventListener('submit', (event) => {
  event.preventDefault()
  void press(/** @type {HTMLFormElement} */ (event.target).action)
})
setInterval(() => void refresh(), 2000)

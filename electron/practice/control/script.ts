/** The control page's one script: buttons without leaving the page, and a look inside every two seconds. */
export const controlScript = `
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

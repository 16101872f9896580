const { origin = '', notYet = '', trusted = '' } = document.body.dataset
const state = /** @type {HTMLElement} */ (document.querySelector('.state'))
const getLink = /** @type {HTMLElement} */ (document.querySelector('#get'))
const openLink = /** @type {HTMLElement} */ (document.querySelector('#open'))

/** An iPad says that it is a Mac. */
function openStepsOfIpad() {
  const all = [...document.querySelectorAll('details')]
  const isMac = all.some((each) => each.open && each.dataset['system'] === 'macos')
  if (!isMac || navigator.maxTouchPoints <= 1) return
  for (const each of all) each.open = each.dataset['system'] === 'ipados'
}

const isTrusted = () =>
  fetch(`${origin}/trusted`, { mode: 'no-cors', cache: 'no-store' }).then(
    () => true,
    () => false,
  )

/**
 * Looks every few seconds whether this device trusts the computer. It goes nowhere by itself, because
 * a person compares the words first.
 */
async function look() {
  if (document.visibilityState === 'visible' && (await isTrusted())) {
    state.textContent = trusted
    state.classList.add('good')
    openLink.classList.remove('next')
    getLink.classList.add('next')
    return
  }
  state.textContent = notYet
  setTimeout(() => void look(), 3000)
}

openStepsOfIpad()
void look()

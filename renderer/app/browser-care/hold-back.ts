import type { Router } from 'vue-router'
import { isDialogOpen } from '../../ui/dialog/open-dialogs.ts'

/** The place of the entry in the history, which the router counts. */
const place = (): number => (history.state as { position?: number } | null)?.position ?? 0

const fields = 'input, textarea, select, [contenteditable]'

/** Whether somebody fills in a form: in a dialog, or where the focus is. */
const isFillingIn = (): boolean =>
  document.querySelector(`[role=dialog] :is(${fields})`) !== null ||
  document.activeElement?.closest('form') != null

const closeDialog = (): boolean =>
  (document.activeElement ?? document.body).dispatchEvent(
    new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }),
  )

/**
 * Keeps a swipe or too many presses of "back" from leaving the app and from losing what somebody
 * fills in. A dialog without fields is closed. Returns a function that stops it.
 */
export function holdBack(router: Router): () => void {
  const first = place()
  let at = first

  // An entry that is added before a person has touched the page is skipped by the browser.
  const addEntry = (): void => {
    stopWaiting()
    if (place() === first) void router.push({ ...router.currentRoute.value, force: true })
  }
  const gestures = ['pointerup', 'keyup'] as const
  for (const gesture of gestures) addEventListener(gesture, addEntry)
  function stopWaiting(): void {
    for (const gesture of gestures) removeEventListener(gesture, addEntry)
  }

  const stopGuard = router.beforeEach(() => {
    const isBack = place() < at
    if (!isBack) return true
    if (isFillingIn()) return false
    if (isDialogOpen()) {
      closeDialog()
      return false
    }
    return place() > first
  })
  const stopFollowing = router.afterEach((_to, _from, failure) => {
    if (failure === undefined) at = place()
  })
  return () => {
    stopWaiting()
    stopGuard()
    stopFollowing()
  }
}

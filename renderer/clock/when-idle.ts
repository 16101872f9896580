/**
 * Runs something when the page is idle, at the latest after some seconds. Safari has no idle
 * callback.
 */
export function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run, { timeout: 3_000 })
  else setTimeout(run, 200)
}

/** Runs something once the page has nothing better to do, at the latest in some seconds. Safari knows no idle time. */
export function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run, { timeout: 3_000 })
  else setTimeout(run, 200)
}

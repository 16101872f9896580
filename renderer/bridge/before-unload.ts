let unload = false

/** Makes `isUnloading` work. Call it once, before any other listener for unload. */
export function watchUnload(): void {
  addEventListener('pagehide', () => (unload = true))
  addEventListener('pageshow', () => (unload = false))
}

/** Whether the page is being unloaded. Requests that are sent now must outlive it. */
export const isUnloading = (): boolean => unload

/**
 * Runs something when the page is unloaded: the last chance to send what the host doesn't have yet.
 * Returns how to stop.
 */
export function beforeUnload(run: () => void): () => void {
  addEventListener('pagehide', run)
  return () => removeEventListener('pagehide', run)
}

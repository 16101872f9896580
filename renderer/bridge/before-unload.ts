let unload = false

/** From now on `isGoing` tells whether the page is being left; called once, before anything else listens for that. */
export function watchUnload(): void {
  addEventListener('pagehide', () => (unload = true))
  addEventListener('pageshow', () => (unload = false))
}

/** Whether the page is being left: what it says now has to outlive it. */
export const isUnloading = (): boolean => unload

/** Runs something as the page is left, the last moment to say what the host has not heard. Answers how to stop. */
export function beforeUnload(run: () => void): () => void {
  addEventListener('pagehide', run)
  return () => removeEventListener('pagehide', run)
}

let going = false

/** From now on `isGoing` tells whether the page is being left; called once, before anything else listens for that. */
export function watchUnload(): void {
  addEventListener('pagehide', () => (going = true))
  addEventListener('pageshow', () => (going = false))
}

/** Whether the page is being left: what it says now has to outlive it. */
export const isUnloading = (): boolean => going

/** Runs something as the page is left, the last moment to say what the host has not heard. Answers how to stop. */
export function beforeUnload(run: () => void): () => void {
  addEventListener('pagehide', run)
  return () => removeEventListener('pagehide', run)
}

import type { Bridge } from '#contract/bridge.ts'
import type { Session } from './session.ts'
import { createWebBridge } from './web.ts'

export { createProofs } from './proofs.ts'

declare global {
  interface Window {
    /** The desktop preload sets it; a browser has none. */
    kitchenBridge?: Bridge
  }
}

/**
 * The desktop's bridge if there is one, otherwise the web shell's over HTTP, with the page's
 * session.
 */
export function pickBridge(session: Session | null): Bridge {
  if (window.kitchenBridge !== undefined) return window.kitchenBridge
  if (session === null) throw new Error('the page has opened no session')
  return createWebBridge(session)
}

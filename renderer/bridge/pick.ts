import type { Bridge } from '#contract/bridge.ts'
import type { Session } from './session.ts'
import { createWebBridge } from './web.ts'

declare global {
  interface Window {
    /** Put there by the desktop preload; absent in a browser. */
    kitchenBridge?: Bridge
  }
}

/** The desktop's own bridge where there is one, else the web shell's over HTTP, with what the page has opened for it. */
export function pickBridge(session: Session | null): Bridge {
  if (window.kitchenBridge !== undefined) return window.kitchenBridge
  if (session === null) throw new Error('the page has opened no session')
  return createWebBridge(session)
}

/** Whether this screen is the desktop's own window, which opens no address outside the app. */
export const isDesktop = (): boolean => window.kitchenBridge !== undefined

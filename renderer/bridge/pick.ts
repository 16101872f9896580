import type { Bridge } from '#contract/bridge.ts'
import type { WebHost } from './web-host.ts'
import { createWebBridge } from './web.ts'

declare global {
  interface Window {
    /** The desktop preload sets it; a browser has none. */
    kitchenBridge?: Bridge
  }
}

/** The desktop's bridge if there is one, otherwise the web shell's over HTTP. */
export function pickBridge(host: WebHost | null): Bridge {
  if (window.kitchenBridge !== undefined) return window.kitchenBridge
  if (host === null) throw new Error('the page has asked no host')
  return createWebBridge(host)
}

import type { Bridge } from '#contract/bridge.ts'
import { createWebBridge } from './web.ts'

declare global {
  interface Window {
    /** Put there by the desktop preload; absent in a browser. */
    kitchenBridge?: Bridge
  }
}

/** The desktop's own bridge where there is one, else the web shell's over HTTP. */
export const pickBridge = (): Bridge => window.kitchenBridge ?? createWebBridge()

/** Whether this screen is the desktop's own window, which opens no address outside the app. */
export const isDesktop = (): boolean => window.kitchenBridge !== undefined

import type { Bridge } from '#contract/bridge.ts'
import { createStationBridge } from './station.ts'

declare global {
  interface Window {
    /** Put there by the desktop preload; absent in a browser. */
    kitchenBridge?: Bridge
  }
}

/** The desktop's own bridge where there is one, else the station's over HTTP. */
export const pickBridge = (): Bridge => window.kitchenBridge ?? createStationBridge()

/** Whether this screen is the desktop's own window, which opens no address outside the app. */
export const isDesktop = (): boolean => window.kitchenBridge !== undefined

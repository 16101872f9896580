import { hostNow } from '../clock/host-clock.ts'

const storageKey = 'kitchen-pass.connected-at'
const newForMs = 60 * 60_000

/** This screen has connected a store. It is known until the page or the app closes. */
export function rememberConnected(): void {
  try {
    sessionStorage.setItem(storageKey, String(hostNow()))
  } catch {
    // Forbidden or full: no test ticket is offered.
  }
}

/** Whether this screen has connected a store within the last hour. */
export function isStoreNew(): boolean {
  try {
    return hostNow() - Number(sessionStorage.getItem(storageKey)) < newForMs
  } catch {
    return false
  }
}

import { app, browser } from './app.ts'
import { toPage } from './scheme.ts'
import { strict } from './unwritten.ts'

type CheckHandler = (contents: null, permission: string, origin: string, details: object) => boolean
type RequestHandler = (
  contents: null,
  permission: string,
  answer: (granted: boolean) => void,
  details: object,
) => void

let check: CheckHandler | null = null
let request: RequestHandler | null = null

const defaultSession = strict('session', {
  setPermissionCheckHandler(handler: CheckHandler | null) {
    check = handler
  },
  setPermissionRequestHandler(handler: RequestHandler | null) {
    request = handler
  },
})

export const session = strict('session', {
  get defaultSession() {
    if (!app.isReady()) throw new Error('Session can only be received when app is ready')
    return defaultSession
  },
  /** For requests of the app itself, which `net` sends without a session. */
  fromPartition: (name: string) => strict(`session ${name}`, {}),
})

/** The browser's names and Electron's. */
const permissions = [
  ['geolocation', 'geolocation'],
  ['notifications', 'notifications'],
  ['camera', 'media'],
  ['microphone', 'media'],
  ['midi', 'midi'],
  ['clipboard-read', 'clipboard-read'],
  ['screen-wake-lock', 'screen-wake-lock'],
  ['idle-detection', 'idle-detection'],
  ['persistent-storage', 'persistent-storage'],
] as const

/**
 * Applies the app's answer for each permission in the browser. Electron asks one handler for some
 * permissions and the other for others, so this grants what either grants. Without handlers
 * Electron grants all.
 */
export async function settlePermissions(url: string): Promise<void> {
  for (const [name, permission] of permissions) {
    const asked = request
    const granted =
      (check?.(null, permission, url, {}) ?? true) ||
      asked === null ||
      (await new Promise<boolean>((answer) => asked(null, permission, answer, {})))
    await browser().send('Browser.setPermission', {
      permission: { name },
      setting: granted ? 'granted' : 'denied',
      origin: new URL(toPage(url)).origin,
    })
  }
}

import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { app, runtime } from './app.ts'
import { KnownEvents, strict, strictEmitter } from './unwritten.ts'

const record =
  (name: string) =>
  (...values: unknown[]) => {
    runtime.calls.push([name, ...values])
  }

/** Opens nothing; the request is recorded in `standin.calls`. */
export const shell = strict('shell', {
  openExternal(url: string) {
    runtime.calls.push(['shell.openExternal', url])
    return Promise.resolve()
  },
})

export const dialog = strict('dialog', {
  /** Nobody is there to choose, so the variable has a person's choice. */
  showSaveDialog(_window: unknown, options: { defaultPath: string }) {
    runtime.calls.push(['dialog.showSaveDialog', options])
    const filePath = process.env['STANDIN_CHOSEN_FILE'] ?? ''
    return Promise.resolve({ canceled: filePath === '', filePath })
  },
  /** The variable has the number of the button that a person chooses; otherwise they cancel. */
  showMessageBox(options: { cancelId: number }) {
    runtime.calls.push(['dialog.showMessageBox', options])
    const chosen = process.env['STANDIN_CHOSEN_BUTTON']
    return Promise.resolve({ response: chosen === undefined ? options.cancelId : Number(chosen) })
  },
  showErrorBox(title: string, content: string) {
    runtime.calls.push(['dialog.showErrorBox', title, content])
    process.stderr.write(`${title}: ${content}\n`)
  },
})

const display = { workArea: { x: 0, y: 0, width: 1920, height: 1080 } }
export const screen = strict('screen', { getAllDisplays: () => [display] })

export const nativeTheme = strict('nativeTheme', { shouldUseDarkColors: false })

/** Events of the system; a spec emits them. */
class System extends KnownEvents {}
strictEmitter('powerMonitor or autoUpdater', System)
export const powerMonitor = new System('powerMonitor', ['shutdown', 'resume', 'unlock-screen'])
export const autoUpdater = new System('autoUpdater', ['before-quit-for-update'])

const blockers = new Map<number, string>()
let blockerIds = 0
export const powerSaveBlocker = strict('powerSaveBlocker', {
  start(type: string) {
    blockerIds += 1
    blockers.set(blockerIds, type)
    record('powerSaveBlocker.start')(type)
    return blockerIds
  },
  stop(id: number) {
    record('powerSaveBlocker.stop')(blockers.get(id))
    return blockers.delete(id)
  },
  isStarted: (id: number) => blockers.has(id),
})

interface MenuTemplate {
  role?: string
  label?: string
  type?: string
  submenu?: MenuTemplate[]
}
let applicationMenu: { items: MenuTemplate[] } | null = null
export const Menu = strict('Menu', {
  buildFromTemplate: (items: MenuTemplate[]) => strict('Menu', { items }),
  setApplicationMenu(menu: { items: MenuTemplate[] } | null) {
    applicationMenu = menu
  },
  getApplicationMenu: () => applicationMenu,
})

/**
 * A keychain in a file next to the app's data, so that it lasts as long. STANDIN_KEYCHAIN: `none`,
 * `basic_text`.
 */
const keychain = () => process.env['STANDIN_KEYCHAIN'] ?? 'gnome_libsecret'
function key(): Buffer {
  const file = join(app.getPath('userData'), 'standin.key')
  mkdirSync(app.getPath('userData'), { recursive: true })
  if (!existsSync(file)) writeFileSync(file, randomBytes(32), { mode: 0o600 })
  return readFileSync(file)
}
const available = () => app.isReady() && keychain() !== 'none'
function needKeychain(): void {
  if (!available()) throw new Error('Encryption is not available.')
}

export const safeStorage = strict('safeStorage', {
  isAsyncEncryptionAvailable: () => Promise.resolve(available()),
  getSelectedStorageBackend: keychain,
  encryptStringAsync: (text: string) =>
    Promise.try(() => {
      needKeychain()
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key(), nonce)
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
    }),
  decryptStringAsync: (sealed: Buffer) =>
    Promise.try(() => {
      needKeychain()
      const decipher = createDecipheriv('aes-256-gcm', key(), sealed.subarray(0, 12))
      decipher.setAuthTag(sealed.subarray(12, 28))
      const result =
        decipher.update(sealed.subarray(28), undefined, 'utf8') + decipher.final('utf8')
      return { shouldReEncrypt: false, result }
    }),
})

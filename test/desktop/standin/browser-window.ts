import { app, browser, runtime } from './app.ts'
import { KnownEvents, Preventable, strictEmitter } from './unwritten.ts'
import { WebContents } from './web-contents.ts'

interface Options {
  width?: number
  height?: number
  x?: number
  y?: number
  show?: boolean
  fullscreen?: boolean
  webPreferences?: Record<string, unknown> & { preload?: string; partition?: string }
  [look: string]: unknown
}

const looks = [
  'width',
  'height',
  'x',
  'y',
  'minWidth',
  'minHeight',
  'show',
  'fullscreen',
  'autoHideMenuBar',
  'backgroundColor',
  'webPreferences',
]
/**
 * What a window must be, because the stand-in has no other kind. These are Electron's own defaults.
 */
const firm: Record<string, unknown> = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  webSecurity: true,
  webviewTag: false,
}
const harmless = [
  'preload',
  'partition',
  'spellcheck',
  'devTools',
  'autoplayPolicy',
  'backgroundThrottling',
]

function checkOptions({ webPreferences = {}, ...options }: Options): void {
  for (const name of Object.keys(options)) {
    if (!looks.includes(name))
      throw new Error(`stand-in: BrowserWindow option ${name} is not provided`)
  }
  for (const [name, value] of Object.entries(webPreferences)) {
    if (name in firm ? value !== firm[name] : !harmless.includes(name)) {
      throw new Error(`stand-in: webPreferences.${name} ${String(value)} is not provided`)
    }
  }
}

/** A window that is not displayed: its page is real, its position and state are only remembered. */
export class BrowserWindow extends KnownEvents {
  static #ids = 0
  static getAllWindows = () => [...runtime.windows] as BrowserWindow[]
  static fromWebContents = (contents: WebContents | undefined) =>
    BrowserWindow.getAllWindows().find((window) => window.webContents === contents) ?? null

  readonly webContents: WebContents
  readonly #bounds: { x: number; y: number; width: number; height: number }
  #visible: boolean
  #focused = false
  #minimized = false
  #maximized = false
  #fullScreen: boolean
  #kiosk = false
  #alwaysOnTop = false

  constructor(options: Options = {}) {
    super('BrowserWindow', [
      'ready-to-show',
      'show',
      'focus',
      'close',
      'minimize',
      'leave-full-screen',
      'closed',
      'unresponsive',
      'responsive',
    ])
    if (!app.isReady()) throw new Error('Cannot create BrowserWindow before app is ready')
    checkOptions(options)
    const { preload, partition = '' } = options.webPreferences ?? {}
    const { width = 800, height = 600, x = 0, y = 0 } = options
    this.#bounds = { x, y, width, height }
    this.#visible = options.show ?? true
    this.#fullScreen = options.fullscreen ?? false
    BrowserWindow.#ids += 1
    this.webContents = new WebContents(
      BrowserWindow.#ids,
      { preload, partition },
      { width, height },
      () => this.close(),
    )
    this.webContents.once('did-finish-load', () => this.emit('ready-to-show'))
    runtime.windows.add(this)
    browser().on(':Target.targetDestroyed', ({ targetId }: { targetId: string }) => {
      if (targetId === this.webContents.targetId) this.#gone()
    })
  }

  loadURL = (url: string) => this.webContents.loadURL(url)
  isVisible = () => this.#visible
  isFocused = () => this.#focused
  isMinimized = () => this.#minimized
  isMaximized = () => this.#maximized
  isFullScreen = () => this.#fullScreen
  isKiosk = () => this.#kiosk
  isAlwaysOnTop = () => this.#alwaysOnTop
  isDestroyed = () => !runtime.windows.has(this)
  getNormalBounds = () => ({ ...this.#bounds })

  show(): void {
    this.#visible = true
    this.emit('show')
    this.focus()
  }

  focus(): void {
    this.#focused = true
    this.emit('focus')
  }

  minimize(): void {
    this.#minimized = true
    this.#focused = false
    this.emit('minimize')
  }

  restore(): void {
    this.#minimized = false
  }

  maximize(): void {
    this.#maximized = true
  }

  setFullScreen(isFull: boolean): void {
    const before = this.#fullScreen
    this.#fullScreen = isFull
    if (before && !isFull) this.emit('leave-full-screen')
  }

  setKiosk(isKiosk: boolean): void {
    this.#kiosk = isKiosk
    this.setFullScreen(isKiosk)
  }

  setAlwaysOnTop(isOnTop: boolean): void {
    this.#alwaysOnTop = isOnTop
  }

  close(): void {
    if (this.isDestroyed()) return
    const event = new Preventable()
    this.emit('close', event)
    if (event.defaultPrevented) return
    const { webContents } = this
    this.#gone()
    webContents.attached
      .then(() => browser().send('Target.closeTarget', { targetId: webContents.targetId }))
      .catch(() => {})
  }

  #gone(): void {
    if (!runtime.windows.delete(this)) return
    this.webContents.destroy()
    this.emit('closed')
    if (runtime.windows.size > 0 || runtime.quitting) return
    if (!app.emit('window-all-closed')) app.quit()
  }
}
strictEmitter('BrowserWindow', BrowserWindow)

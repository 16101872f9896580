import type { BrowserWindow } from 'electron'
import type { Log } from '#host/core/log.ts'

/** The events that end the app, or try to. */
interface KioskSystem {
  app: { on(name: 'before-quit', receive: (event: Refusable) => void): unknown; quit(): void }
  autoUpdater: { on(name: 'before-quit-for-update', receive: () => void): unknown }
  powerMonitor: { on(name: 'shutdown', receive: () => void): unknown }
  signals: { once(name: 'SIGTERM' | 'SIGINT' | 'SIGHUP', receive: () => void): unknown }
}

interface Refusable {
  preventDefault(): void
}

interface KioskDeps {
  system: KioskSystem
  /** Whether this screen is in kiosk mode, and shows what a person may not leave. */
  isDesired(): boolean
  /** Called when kiosk mode begins or ends. */
  onChange(isHeld: boolean): void
  log: Log
}

/** After this time an app that was told to end and still runs was told to stay, by a person. */
const endsWithinMs = 60_000

/**
 * Kiosk mode: the window fills the display and stays above the others, and neither it nor the app
 * can be closed. The system itself may always end the app, and an update may restart it.
 */
export class Kiosk {
  readonly #deps: KioskDeps
  #isEnding = false
  #window: BrowserWindow | null = null

  constructor(deps: KioskDeps) {
    this.#deps = deps
    const { app, autoUpdater, powerMonitor, signals } = deps.system
    app.on('before-quit', (event) => this.#refuseWhileHeld(event, 'quit'))
    autoUpdater.on('before-quit-for-update', () => this.#letEnd())
    // The computer shuts down, or the person signs out.
    powerMonitor.on('shutdown', () => this.#letEnd())
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
      signals.once(signal, () => {
        this.#letEnd()
        app.quit()
      })
  }

  /** Follows the setting and what the window shows. */
  apply(): void {
    const held = this.#isHeld()
    this.#deps.onChange(held)
    if (this.#window === null || this.#window.isKiosk() === held) return
    this.#deps.log.info('kiosk mode', { held })
    this.#window.setKiosk(held)
    this.#window.setAlwaysOnTop(held)
  }

  guard(window: BrowserWindow): void {
    this.#window = window
    window.on('close', (event) => this.#refuseWhileHeld(event, 'close'))
    window.on('minimize', () => this.#hold())
    window.on('leave-full-screen', () => this.#hold())
    window.on('closed', () => (this.#window = null))
  }

  #isHeld(): boolean {
    return !this.#isEnding && this.#deps.isDesired()
  }

  #refuseWhileHeld(event: Refusable, what: string): void {
    if (!this.#isHeld()) return
    event.preventDefault()
    this.#deps.log.info('refused in kiosk mode', { what })
  }

  #hold(): void {
    if (this.#window === null || !this.#isHeld()) return
    if (this.#window.isMinimized()) this.#window.restore()
    if (!this.#window.isFullScreen()) this.#window.setFullScreen(true)
  }

  #letEnd(): void {
    this.#isEnding = true
    setTimeout(() => {
      this.#isEnding = false
      this.apply()
    }, endsWithinMs).unref()
  }
}

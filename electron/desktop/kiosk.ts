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
export function createKiosk({ system, isDesired, onChange, log }: KioskDeps) {
  const { app, autoUpdater, powerMonitor, signals } = system
  let isEnding = false
  let window: BrowserWindow | null = null
  const isHeld = (): boolean => !isEnding && isDesired()

  const refuseWhileHeld = (what: string) => (event: Refusable) => {
    if (!isHeld()) return
    event.preventDefault()
    log.info('refused in kiosk mode', { what })
  }

  function apply(): void {
    const held = isHeld()
    onChange(held)
    if (window === null || window.isKiosk() === held) return
    log.info('kiosk mode', { held })
    window.setKiosk(held)
    window.setAlwaysOnTop(held)
  }

  function hold(): void {
    if (window === null || !isHeld()) return
    if (window.isMinimized()) window.restore()
    if (!window.isFullScreen()) window.setFullScreen(true)
  }

  function letEnd(): void {
    isEnding = true
    setTimeout(() => {
      isEnding = false
      apply()
    }, endsWithinMs).unref()
  }
  app.on('before-quit', refuseWhileHeld('quit'))
  autoUpdater.on('before-quit-for-update', letEnd)
  // The computer shuts down, or the person signs out.
  powerMonitor.on('shutdown', letEnd)
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    signals.once(signal, () => {
      letEnd()
      app.quit()
    })

  return {
    /** Follows the setting and what the window shows. */
    apply,
    guard(opened: BrowserWindow): void {
      window = opened
      opened.on('close', refuseWhileHeld('close'))
      opened.on('minimize', hold)
      opened.on('leave-full-screen', hold)
      opened.on('closed', () => (window = null))
    },
  }
}

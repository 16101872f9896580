import { EventEmitter } from 'node:events'
import type { BrowserWindow } from 'electron'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Kiosk } from './kiosk.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const log = { info: () => {}, warn: () => {}, error: () => {} }

/** A window as a person sees it, with the events that the system sends for it. */
class TestWindow extends EventEmitter {
  kiosk = false
  onTop = false
  full = false
  minimized = false
  isKiosk = () => this.kiosk
  isMinimized = () => this.minimized
  isFullScreen = () => this.full
  setKiosk = (isOn: boolean) => void (this.kiosk = this.full = isOn)
  setAlwaysOnTop = (isOn: boolean) => void (this.onTop = isOn)
  setFullScreen = (isOn: boolean) => void (this.full = isOn)
  restore = () => void (this.minimized = false)
  get shown() {
    const { kiosk, onTop, full, minimized } = this
    return { kiosk, onTop, full, minimized }
  }
}
const held = { kiosk: true, onTop: true, full: true, minimized: false }
const free = { kiosk: false, onTop: false, full: false, minimized: false }

/** Kiosk mode of one window, which a setting switches on and off. */
function open() {
  const app = Object.assign(new EventEmitter(), { quit: vi.fn() })
  const system = {
    app,
    autoUpdater: new EventEmitter(),
    powerMonitor: new EventEmitter(),
    signals: new EventEmitter(),
  }
  const window = new TestWindow()
  const changes: boolean[] = []
  let isDesired = true
  const kiosk = new Kiosk({
    system,
    isDesired: () => isDesired,
    onChange: (isHeld) => changes.push(isHeld),
    log,
  })
  kiosk.guard(window as unknown as BrowserWindow)
  kiosk.apply()
  /** Whether quitting the app, or closing the window, is refused. */
  const refuses = (what: 'before-quit' | 'close'): boolean => {
    const preventDefault = vi.fn()
    ;(what === 'close' ? window : app).emit(what, { preventDefault })
    return preventDefault.mock.calls.length > 0
  }
  return {
    ...system,
    window,
    changes,
    refuses,
    set(isOn: boolean) {
      isDesired = isOn
      kiosk.apply()
    },
  }
}

test('the window fills the display above the others, cannot be closed, and is let go with the setting', () => {
  const { window, changes, refuses, set } = open()
  expect(window.shown).toEqual(held)
  expect([refuses('before-quit'), refuses('close')]).toEqual([true, true])
  set(false)
  expect(window.shown).toEqual(free)
  expect([refuses('before-quit'), refuses('close')]).toEqual([false, false])
  expect(changes, 'the menu follows').toEqual([true, false])
})

test('a window that was made small comes back, and only in kiosk mode', () => {
  const { window, set } = open()
  const makeSmall = (): void => {
    window.full = false
    window.emit('leave-full-screen')
    window.minimized = true
    window.emit('minimize')
  }
  window.full = false
  window.emit('leave-full-screen')
  expect(window.shown).toEqual(held)
  makeSmall()
  expect(window.shown).toEqual(held)
  set(false)
  makeSmall()
  expect(window.shown).toEqual({ ...free, minimized: true })
})

test.each(['an update', 'the system', 'SIGTERM', 'SIGINT', 'SIGHUP'])(
  '%s may end the app, and if a person keeps it open it is held again',
  (who) => {
    const { app, autoUpdater, powerMonitor, signals, window, changes, refuses } = open()
    if (who === 'an update') autoUpdater.emit('before-quit-for-update')
    else if (who === 'the system') powerMonitor.emit('shutdown')
    else signals.emit(who)
    expect(app.quit).toHaveBeenCalledTimes(who.startsWith('SIG') ? 1 : 0)
    expect([refuses('before-quit'), refuses('close')]).toEqual([false, false])
    vi.advanceTimersByTime(60_000)
    expect([refuses('before-quit'), refuses('close')]).toEqual([true, true])
    expect(window.shown).toEqual(held)
    expect(changes.at(-1)).toBe(true)
  },
)

test('a window that is gone is left alone', () => {
  const { window, set } = open()
  window.emit('closed')
  set(false)
  expect(window.shown).toEqual(held)
})

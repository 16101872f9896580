import type { App } from 'electron'
import type { Autostart } from '#contract/bridge.ts'
import type { Log } from '#host/core/log.ts'

type LoginItems = Pick<App, 'isPackaged' | 'getLoginItemSettings' | 'setLoginItemSettings'>

/**
 * Starting with the computer, as the system has it: a person may have changed it in the system's
 * settings. Only Windows and macOS have such a setting for apps. The app from its sources can't be
 * started so, because the system would start Electron without it.
 */
export class SystemAutostart {
  readonly #app: LoginItems
  readonly #platform: string
  readonly #log: Log

  constructor(app: LoginItems, platform: string, log: Log) {
    this.#app = app
    this.#platform = platform
    this.#log = log
  }

  read(): Autostart {
    if (!this.#isSupported()) return 'unsupported'
    const item = this.#app.getLoginItemSettings()
    if (this.#platform === 'darwin') {
      if (item.status === 'requires-approval') return 'blocked'
      return item.openAtLogin ? 'on' : 'off'
    }
    // Windows keeps what the Task Manager switched off, so `openAtLogin` alone isn't enough.
    return item.executableWillLaunchAtLogin ? 'on' : 'off'
  }

  /** Returns what the system has afterwards. */
  set(isOn: boolean): Autostart {
    if (!this.#isSupported()) return 'unsupported'
    this.#app.setLoginItemSettings({ openAtLogin: isOn })
    const now = this.read()
    // Such as by a rule of the company's administrator.
    const isRefused = isOn && now === 'off'
    if (isRefused) this.#log.warn('system does not start the app')
    return isRefused ? 'blocked' : now
  }

  #isSupported(): boolean {
    return this.#app.isPackaged && (this.#platform === 'win32' || this.#platform === 'darwin')
  }
}

import type { App } from 'electron'
import type { Autostart } from '#contract/bridge.ts'
import type { Log } from '#host/core/log.ts'

type LoginItems = Pick<App, 'isPackaged' | 'getLoginItemSettings' | 'setLoginItemSettings'>

/**
 * Starting with the computer, as the system has it: a person may have changed it in the system's
 * settings. Only Windows and macOS have such a setting for apps. The app from its sources can't be
 * started so, because the system would start Electron without it.
 */
export function createAutostart(app: LoginItems, platform: string, log: Log) {
  const isSupported = app.isPackaged && (platform === 'win32' || platform === 'darwin')

  function read(): Autostart {
    if (!isSupported) return 'unsupported'
    const found = app.getLoginItemSettings()
    if (platform === 'darwin') {
      if (found.status === 'requires-approval') return 'blocked'
      return found.openAtLogin ? 'on' : 'off'
    }
    // Windows keeps what the Task Manager switched off, so `openAtLogin` alone isn't enough.
    return found.executableWillLaunchAtLogin ? 'on' : 'off'
  }

  return {
    read,
    /** Returns what the system has afterwards. */
    set(isOn: boolean): Autostart {
      if (!isSupported) return 'unsupported'
      app.setLoginItemSettings({ openAtLogin: isOn })
      const now = read()
      // Such as by a rule of the company's administrator.
      const isRefused = isOn && now === 'off'
      if (isRefused) log.warn('system does not start the app')
      return isRefused ? 'blocked' : now
    },
  }
}

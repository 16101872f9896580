import type { LoginItemSettings } from 'electron'
import { expect, test } from 'vitest'
import type { Autostart } from '#contract/bridge.ts'
import { SystemAutostart } from './autostart.ts'

const none: LoginItemSettings = {
  openAtLogin: false,
  wasOpenedAtLogin: false,
  status: 'not-registered',
  executableWillLaunchAtLogin: false,
  launchItems: [],
}
const log = { info: () => {}, warn: () => {}, error: () => {} }

/** A system that has `settings`, and after a change what `change` makes of it. */
function systemWith(
  settings: Partial<LoginItemSettings>,
  change = (isOn: boolean): Partial<LoginItemSettings> => ({
    openAtLogin: isOn,
    executableWillLaunchAtLogin: isOn,
  }),
) {
  let now = { ...none, ...settings }
  const asked: unknown[] = []
  return {
    asked,
    isPackaged: true,
    getLoginItemSettings: () => now,
    setLoginItemSettings(changed: { openAtLogin?: boolean }) {
      asked.push(changed)
      now = { ...now, ...change(changed.openAtLogin === true) }
    },
  }
}

test.for<[string, Partial<LoginItemSettings>, Autostart]>([
  ['win32', {}, 'off'],
  ['win32', { openAtLogin: true, executableWillLaunchAtLogin: true }, 'on'],
  // Switched off in the Task Manager.
  ['win32', { openAtLogin: true, executableWillLaunchAtLogin: false }, 'off'],
  ['darwin', { status: 'not-found' }, 'off'],
  ['darwin', { openAtLogin: true, status: 'enabled' }, 'on'],
  ['darwin', { openAtLogin: true, status: 'requires-approval' }, 'blocked'],
  ['linux', { openAtLogin: true, executableWillLaunchAtLogin: true }, 'unsupported'],
])('%s with %o is %s', ([platform, settings, is]) => {
  expect(new SystemAutostart(systemWith(settings), platform, log).read()).toBe(is)
})

test('a change is told to the system, and read back from it', () => {
  const system = systemWith({})
  const autostart = new SystemAutostart(system, 'win32', log)
  expect(autostart.set(true)).toBe('on')
  expect(autostart.read()).toBe('on')
  expect(autostart.set(false)).toBe('off')
  expect(system.asked).toEqual([{ openAtLogin: true }, { openAtLogin: false }])
})

test('a system that doesn’t take it is told apart from one that was never asked', () => {
  const autostart = new SystemAutostart(
    systemWith({}, () => ({})),
    'win32',
    log,
  )
  expect(autostart.read()).toBe('off')
  expect(autostart.set(true)).toBe('blocked')
})

test('the app from its sources asks the system for nothing', () => {
  const system = { ...systemWith({}), isPackaged: false }
  const autostart = new SystemAutostart(system, 'win32', log)
  expect([autostart.read(), autostart.set(true)]).toEqual(['unsupported', 'unsupported'])
  expect(system.asked).toEqual([])
})

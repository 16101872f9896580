import type { Bridge } from '#contract/bridge.ts'
import type { Battery } from '#contract/screens/screens.ts'
import { version } from '../../package.json'

/** What Chromium tells of the battery (Battery Status API); other browsers don't. */
interface BatteryManager extends EventTarget {
  readonly level: number
  readonly charging: boolean
}

const batteryOf = (): Promise<BatteryManager> | undefined =>
  (navigator as { getBattery?: () => Promise<BatteryManager> }).getBattery?.()

/** A change of fewer percent is not worth telling. */
const stepPercent = 5

/**
 * Tells the host the version of this page and how the battery of this device is: now, when the
 * battery changes, and to a host that started again.
 */
export async function describeDevice(
  onLink: Bridge['onLink'],
  call: Bridge['call'],
): Promise<void> {
  const battery = await batteryOf()?.catch(() => undefined)
  let sent: Battery | null = null

  function tell(): void {
    sent = battery
      ? { percent: Math.round(battery.level * 100), isCharging: battery.charging }
      : null
    void call('screens.describe', { version, battery: sent })
  }
  function tellChange({ level, charging }: BatteryManager): void {
    const isSame =
      sent?.isCharging === charging &&
      Math.abs(sent.percent - Math.round(level * 100)) < stepPercent
    if (!isSame) tell()
  }
  if (battery)
    for (const change of ['levelchange', 'chargingchange'])
      battery.addEventListener(change, () => {
        tellChange(battery)
      })
  let wasDown = false
  onLink((link) => {
    if (link === 'up' && wasDown) tell()
    wasDown = link === 'down'
  })
  tell()
}

import type { Bridge } from '#contract/bridge.ts'

/** What Chromium tells of the battery (Battery Status API); other browsers don't. */
interface BatteryManager extends EventTarget {
  readonly level: number
  readonly charging: boolean
}

const batteryOf = (): Promise<BatteryManager> | undefined =>
  (navigator as { getBattery?: () => Promise<BatteryManager> }).getBattery?.()

/** A change of fewer percent is not worth telling. */
const stepPercent = 5

/** Tells the host how the battery of this device is, now and when it changes. */
export async function describeDevice(call: Bridge['call']): Promise<void> {
  const found = await batteryOf()?.catch(() => undefined)
  if (found === undefined) return
  const battery = found
  let sent: { percent: number; isCharging: boolean } | null = null

  function tell(): void {
    const percent = Math.round(battery.level * 100)
    const isCharging = battery.charging
    const isSame = sent?.isCharging === isCharging && Math.abs(sent.percent - percent) < stepPercent
    if (isSame) return
    sent = { percent, isCharging }
    void call('screens.describe', { battery: sent })
  }
  battery.addEventListener('levelchange', tell)
  battery.addEventListener('chargingchange', tell)
  tell()
}

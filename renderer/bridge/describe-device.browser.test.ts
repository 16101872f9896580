import { afterEach, expect, test, vi } from 'vitest'
import { ok } from '#contract/result.ts'
import { describeDevice } from './describe-device.ts'

const call = vi.fn<() => Promise<ReturnType<typeof ok<null>>>>(() => Promise.resolve(ok(null)))

function giveBattery(level: number, charging = false) {
  const battery = Object.assign(new EventTarget(), { level, charging })
  Object.assign(navigator, { getBattery: () => Promise.resolve(battery) })
  return battery
}

afterEach(() => {
  call.mockClear()
  Reflect.deleteProperty(navigator, 'getBattery')
})

test('the host learns the battery at once, and then each change that matters', async () => {
  const battery = giveBattery(0.8)
  await describeDevice(call as never)
  const sent = () => call.mock.calls.map((each: unknown[]) => each[1])
  expect(sent()).toEqual([{ battery: { percent: 80, isCharging: false } }])
  battery.level = 0.78
  battery.dispatchEvent(new Event('levelchange'))
  expect(call).toHaveBeenCalledOnce()
  battery.level = 0.74
  battery.dispatchEvent(new Event('levelchange'))
  battery.charging = true
  battery.dispatchEvent(new Event('chargingchange'))
  expect(sent().slice(1)).toEqual([
    { battery: { percent: 74, isCharging: false } },
    { battery: { percent: 74, isCharging: true } },
  ])
})

test('nothing is said where the browser tells nothing', async () => {
  Object.assign(navigator, { getBattery: undefined })
  await describeDevice(call as never)
  Object.assign(navigator, { getBattery: () => Promise.reject(new Error('not allowed')) })
  await describeDevice(call as never)
  expect(call).not.toHaveBeenCalled()
})

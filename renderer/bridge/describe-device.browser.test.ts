import { afterEach, expect, test, vi } from 'vitest'
import type { Link } from '#contract/bridge.ts'
import { ok } from '#contract/shared/result.ts'
import packageFile from '../../package.json'
import { describeDevice } from './describe-device.ts'

const { version } = packageFile
const call = vi.fn<() => Promise<ReturnType<typeof ok<null>>>>(() => Promise.resolve(ok(null)))
const sent = () => call.mock.calls.map((each: unknown[]) => each[1])
let report = (_: Link): void => undefined
const describeTo = () =>
  describeDevice((listen) => {
    report = listen
    return () => undefined
  }, call as never)

function giveBattery(level: number, charging = false) {
  const battery = Object.assign(new EventTarget(), { level, charging })
  Object.assign(navigator, { getBattery: () => Promise.resolve(battery) })
  return battery
}

afterEach(() => {
  call.mockClear()
  Reflect.deleteProperty(navigator, 'getBattery')
})

test('the host learns version and battery at once, and then each change that matters', async () => {
  const battery = giveBattery(0.8)
  await describeTo()
  expect(sent()).toEqual([{ version, battery: { percent: 80, isCharging: false } }])
  battery.level = 0.78
  battery.dispatchEvent(new Event('levelchange'))
  expect(call).toHaveBeenCalledOnce()
  battery.level = 0.74
  battery.dispatchEvent(new Event('levelchange'))
  battery.charging = true
  battery.dispatchEvent(new Event('chargingchange'))
  expect(sent().slice(1)).toEqual([
    { version, battery: { percent: 74, isCharging: false } },
    { version, battery: { percent: 74, isCharging: true } },
  ])
})

test('where the browser tells nothing of the battery, the host learns the version', async () => {
  Object.assign(navigator, { getBattery: undefined })
  await describeTo()
  Object.assign(navigator, { getBattery: () => Promise.reject(new Error('not allowed')) })
  await describeTo()
  expect(sent()).toEqual(Array(2).fill({ version, battery: null }))
})

test('a host that was away, and may have started again, is told again', async () => {
  giveBattery(0.8)
  await describeTo()
  report('up')
  expect(call).toHaveBeenCalledOnce()
  report('down')
  expect(call).toHaveBeenCalledOnce()
  report('up')
  expect(sent()).toEqual(Array(2).fill({ version, battery: { percent: 80, isCharging: false } }))
})

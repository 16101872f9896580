import { expect, test } from 'vitest'
import { ok } from '#contract/shared/result.ts'
import { defaultSettings } from '#contract/settings/settings.ts'
import { FakeBridge } from '../test-support/fake-bridge.ts'
import { sampleScreens } from '../test-support/sample-screens.ts'
import { noStations } from '../test-support/sample-stations.ts'
import { answerFirst } from './first-view.ts'

/** A host whose answers have changed since the page loaded. */
function withView() {
  const host = new FakeBridge()
  host.answers['settings.get'] = { ...defaultSettings, undoSeconds: 5 }
  host.firstView = {
    'tickets.list': ok({ revision: 7, now: new Date().toISOString(), tickets: [] }),
    'status.get': ok(host.status),
    'settings.get': ok(defaultSettings),
    'screens.get': ok(sampleScreens()),
    'stations.get': ok(noStations),
  }
  return { host, bridge: answerFirst(host) }
}

test('the first call of each is answered by what came with the page, and the next by the host', async () => {
  const { host, bridge } = withView()
  expect(await bridge.call('settings.get', {})).toEqual(ok(defaultSettings))
  expect(await bridge.call('tickets.list', {})).toEqual(host.firstView?.['tickets.list'])
  expect(host.calls).toEqual([])
  expect(await bridge.call('settings.get', {})).toMatchObject({ value: { undoSeconds: 5 } })
  expect(host.calls).toEqual([['settings.get', {}]])
})

test('what does not belong to the first view is always asked', async () => {
  const { host, bridge } = withView()
  await bridge.call('tickets.recent', {})
  expect(host.calls).toEqual([['tickets.recent', {}]])
})

test('if nothing came with the page, everything is requested', async () => {
  const { host, bridge } = withView()
  host.firstView = null
  expect(await bridge.call('settings.get', {})).toMatchObject({ value: { undoSeconds: 5 } })
  expect(host.calls).toEqual([['settings.get', {}]])
})

import { onTestFinished } from 'vitest'
import { defaultSettings } from '#contract/settings/settings.ts'
import { start } from '../app/start.ts'
import { FakeBridge } from './fake-bridge.ts'

/** Opens the whole app at an address, with a host that answers as given, until the test ends. */
export async function openApp(
  address: string,
  answers: FakeBridge['answers'] = {},
  bridge = new FakeBridge(),
): Promise<FakeBridge> {
  Object.assign(bridge.answers, { 'settings.get': defaultSettings, ...answers })
  location.hash = `#${address}`
  const root = document.createElement('div')
  document.body.replaceChildren(root)
  const app = await start(bridge, root)
  onTestFinished(() => {
    app.unmount()
    location.hash = ''
  })
  return bridge
}

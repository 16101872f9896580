import { page } from 'vitest/browser'
import { expect, onTestFinished } from 'vitest'
import type { ConnectionView } from '#contract/connection/connection.ts'
import { defaultSettings } from '#contract/settings/settings.ts'
import type { Status } from '#contract/status/status.ts'
import { start } from '../app/start.ts'
import { FakeBridge } from './fake-bridge.ts'

export const platformAddress = 'https://platform.example/api/v3'

export const connectionOfStore: ConnectionView = {
  mode: 'store',
  v3Url: platformAddress,
  v1Url: null,
  tabsUrl: null,
  storeId: 'store-1',
  salesChannelConfigId: null,
  allowHttp: false,
  hasToken: true,
  hasWebhookToken: true,
  hasChannelToken: false,
  relay: null,
  webhookPort: null,
  vault: { safe: true, reason: null, place: 'system', file: null },
  practiceControl: null,
}

/** The whole app on the Connection page of a store, or in a step of the path to a store. */
export async function openConnection(
  connection: Partial<ConnectionView> = {},
  status: Partial<Status> = {},
  path = '/connection',
): Promise<FakeBridge> {
  const bridge = new FakeBridge()
  bridge.status = { ...bridge.status, ...status }
  bridge.answers['connection.get'] = { ...connectionOfStore, ...connection }
  bridge.answers['settings.get'] = defaultSettings
  bridge.answers['settings.change'] = defaultSettings
  location.hash = `#${path}`
  const root = document.createElement('div')
  document.body.replaceChildren(root)
  const app = await start(bridge, root)
  onTestFinished(() => {
    app.unmount()
    location.hash = ''
  })
  await expect.element(page.getByRole('main')).toBeVisible()
  return bridge
}

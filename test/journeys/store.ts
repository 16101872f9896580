import { test as base, expect } from '@playwright/test'
import { goTo } from './go-to.ts'
import { openStore, type OpenStore, type Store, type StoreOptions } from './open-store.ts'

export type { ShellOption, Store } from './open-store.ts'

interface Fixtures extends StoreOptions {
  /** A store for one journey. */
  store: Store
}

const defaults: StoreOptions = {
  shell: 'web',
  settings: { undoSeconds: 1 },
  list: false,
  startsAt: null,
  appAheadMs: 0,
  storeId: null,
  clients: null,
  payments: null,
  salesChannel: false,
  timeZone: null,
  env: {},
}

export const test = base.extend<Fixtures>({
  shell: [defaults.shell, { option: true }],
  settings: [defaults.settings, { option: true }],
  list: [defaults.list, { option: true }],
  startsAt: [defaults.startsAt, { option: true }],
  appAheadMs: [defaults.appAheadMs, { option: true }],
  storeId: [defaults.storeId, { option: true }],
  clients: [defaults.clients, { option: true }],
  payments: [defaults.payments, { option: true }],
  salesChannel: [defaults.salesChannel, { option: true }],
  timeZone: [defaults.timeZone, { option: true }],
  env: [defaults.env, { option: true }],
  async store(
    {
      browser,
      shell,
      settings,
      list,
      startsAt,
      appAheadMs,
      storeId,
      clients,
      payments,
      salesChannel,
      timeZone,
      env,
    },
    use,
  ) {
    const store = await openStore(browser, {
      ...{
        shell,
        settings,
        list,
        startsAt,
        appAheadMs,
        storeId,
        clients,
        payments,
        salesChannel,
        timeZone,
        env,
      },
    })
    await use(store)
    await store.close()
  },
})

/**
 * Opens one store for all journeys of a file or a group, which is cheaper than one for each. It is
 * for journeys that leave nothing behind that another one of them sees. Each begins at the wall, in the
 * size of a desktop.
 */
export function shareStore(options: Partial<StoreOptions> = {}): () => Store {
  let shared: OpenStore | null = null
  const get = (): OpenStore => {
    if (shared === null) throw new Error('the shared store opens before the first journey')
    return shared
  }
  test.beforeAll(async ({ browser, shell }) => {
    shared = await openStore(browser, { ...defaults, shell, ...options })
  })
  test.beforeEach(async () => {
    await get().page.setViewportSize({ width: 1280, height: 800 })
    await goTo(get().page, '/')
  })
  test.afterAll(async () => shared?.close())
  return get
}

export { expect }

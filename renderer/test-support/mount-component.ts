import { createPinia } from 'pinia'
import { createApp, defineComponent, type App, type Component } from 'vue'
import { createMemoryHistory, createRouter } from 'vue-router'
import type { Bridge } from '#contract/bridge.ts'
import { bridgeKey } from '../bridge/key.ts'

import { followHost } from '../state/follow-host.ts'
import '../ui/tokens.css'
import '../ui/base.css'
import '../ui/button/button.css'

let app: App | undefined

/** Mounts components on an empty page with the app's styles, with a host if they need one. */
export async function mountComponent(part: Component, bridge?: Bridge): Promise<void> {
  const root = document.createElement('div')
  document.body.replaceChildren(root)
  const routes = [{ path: '/:rest(.*)', component: { render: () => null } }]
  const router = createRouter({ history: createMemoryHistory(), routes })
  app = createApp(part).use(createPinia()).use(router)
  if (bridge !== undefined) {
    app.provide(bridgeKey, bridge)
    const { answered, stop } = app.runWithContext(followHost)
    app.onUnmount(stop)
    await answered
  }
  await router.push('/')
  app.mount(root)
}

/** The plugins that components need. */
export async function mountUse<Use>(bridge: Bridge, use: () => Use): Promise<Use> {
  let used: Use | undefined
  const part = defineComponent(() => {
    used = use()
    return () => null
  })
  await mountComponent(part, bridge)
  if (used === undefined) throw new Error('nothing was mounted')
  return used
}

/** Call after each test. */
export const unmountComponent = (): void => app?.unmount()

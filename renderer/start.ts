import { createPinia } from 'pinia'
import { createApp, type App as VueApp } from 'vue'
import type { Bridge } from '#contract/bridge.ts'
import App from './App.vue'
import { bridgeKey } from './bridge/key.ts'
import { i18n } from './locales/i18n.ts'
import { makeRouter } from './router.ts'
import { usePreferences } from './stores/preferences.ts'
import './styles/tokens.css'
import './styles/base.css'
import './styles/tone.css'

/** Puts the app on the page. Language and theme come first, so that nothing is shown in another. */
export async function start(bridge: Bridge, element: string | Element): Promise<VueApp> {
  const app = createApp(App)
  app.provide(bridgeKey, bridge)
  app.use(createPinia()).use(i18n).use(makeRouter())
  await app.runWithContext(() => usePreferences().load())
  app.mount(element)
  return app
}

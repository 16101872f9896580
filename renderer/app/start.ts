import { createPinia } from 'pinia'
import { createApp, type App as VueApp } from 'vue'
import type { Bridge } from '#contract/bridge.ts'
import ScreenRoot from './ScreenRoot.vue'
import { askForPin } from '../bridge/ask-for-pin.ts'
import { answerFirst } from '../bridge/first-view.ts'
import { bridgeKey } from '../bridge/key.ts'
import { nextTurn } from '../clock/next-turn.ts'

import { fetchLater } from './fetch-later.ts'
import { guardRooms } from './guard-rooms.ts'
import { rooms } from './rooms.ts'
import { makeRouter } from './router.ts'
import { roleKey, roomsKey } from '../ui/page/room.ts'
import { followHost } from '../state/follow-host.ts'
import { useStatus } from '../state/health/status.ts'
import { usePinRequest } from '../state/requests/pin-request.ts'
import { usePreferences } from '../state/preferences.ts'
import { useScreens } from '../state/screens.ts'
import '../ui/tokens.css'
import '../ui/base.css'
import '../ui/button/button.css'
import '../ui/note/tone.css'

/**
 * Asks the browser to keep what the page stores when the disk gets full: also what lets the screen
 * in. It may refuse.
 */
function keepStorage(): void {
  // Only where the page came over TLS, or from this computer.
  if ('storage' in navigator) void navigator.storage.persist().catch(() => false)
}

/** After this time the page is shown without the host's answer. */
const patienceMs = 500

/**
 * Mounts the app in steps, so that the page stays responsive. Language and theme come first, so
 * that nothing shows in the wrong one; then the data that came with the page, so that the first
 * frame has the cards.
 */
export async function start(bridge: Bridge, element: string | Element): Promise<VueApp> {
  const app = createApp(ScreenRoot)
  app.use(createPinia())
  const pinRequest = app.runWithContext(usePinRequest)
  const screens = () => app.runWithContext(useScreens)
  app.provide(bridgeKey, askForPin(answerFirst(bridge), screens, pinRequest.ask))
  await app.runWithContext(() => usePreferences().load())
  await nextTurn()
  const { answered, stop } = app.runWithContext(followHost)
  app.onUnmount(stop)
  await Promise.race([answered, new Promise((resolve) => setTimeout(resolve, patienceMs))])
  await nextTurn()
  const isAtStart = /^#?\/?$/.test(location.hash)
  const router = makeRouter()
  app.onUnmount(app.runWithContext(() => guardRooms(router)))
  app.provide(roleKey, () => screens().role ?? 'kitchen')
  app.provide(roomsKey, rooms).use(router)
  const isNew = !app.runWithContext(usePreferences).preferences.isWelcomed
  if (isAtStart && isNew && app.runWithContext(useStatus).status?.mode !== 'store') {
    // Without them the practice store opens.
    const firstSteps = await import('./first-steps.ts').catch(() => null)
    app.runWithContext(() => firstSteps?.openFirstSteps(router))
  }
  await nextTurn()
  app.mount(element)
  keepStorage()
  fetchLater()
  return app
}

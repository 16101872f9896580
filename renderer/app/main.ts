import { WebHost } from '../bridge/web-host.ts'
import { nextTurn } from '../clock/next-turn.ts'
import { loadTexts, screenLanguage } from '../locales/screen-language.ts'

// Asks for its data and its texts before anything else loads. The desktop app has its own bridge.
const host = 'kitchenBridge' in window ? null : new WebHost()
// i18n.ts waits for them, and fails if they can't be had.
void loadTexts(screenLanguage()).catch(() => null)

// Evaluates each module in its own task, so that a slow machine responds in between.
await import('../locales/i18n.ts')
await nextTurn()
const { pickBridge } = await import('../bridge/pick.ts')
await nextTurn()
const { start } = await import('./start.ts')
await start(pickBridge(host), '#app')

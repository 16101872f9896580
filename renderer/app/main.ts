import { openSession } from '../bridge/session.ts'
import { nextTurn } from '../clock/next-turn.ts'

// Starts before anything else loads, and is used once everything has. The desktop app has its own
// bridge.
const session = 'kitchenBridge' in window ? null : openSession(() => import('../bridge/pick.ts'))

// Evaluates each module in its own task, so that a slow machine responds in between.
await import('../locales/i18n.ts')
await nextTurn()
const { pickBridge } = await import('../bridge/pick.ts')
await nextTurn()
const { start } = await import('./start.ts')
await start(pickBridge(session), '#app')

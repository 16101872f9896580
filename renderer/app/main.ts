import { openSession } from '../bridge/session.ts'
import { nextTurn } from '../clock/next-turn.ts'

// Asked before anything else is read, and taken when all of it is there. The desktop app has a bridge of its own.
const session = 'kitchenBridge' in window ? null : openSession()

// Each part is evaluated in a turn of its own, so that a slow machine answers in between.
await import('../locales/i18n.ts')
await nextTurn()
const { pickBridge } = await import('../bridge/pick.ts')
await nextTurn()
const { start } = await import('./start.ts')
await start(pickBridge(session), '#app')

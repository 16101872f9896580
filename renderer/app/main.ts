import { nextTurn } from '../clock/next-turn.ts'

// Each part is evaluated in a turn of its own, so that a slow machine answers in between.
await import('../locales/i18n.ts')
await nextTurn()
const { pickBridge } = await import('../bridge/pick.ts')
await nextTurn()
const { start } = await import('./start.ts')
await start(pickBridge(), '#app')

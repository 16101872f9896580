import { nextTurn } from '../clock/next-turn.ts'
import '../ui/tokens.css'
import '../ui/base.css'
import '../ui/button/button.css'

// Evaluates each part in its own task, so that a slow machine responds in between.
const { i18n } = await import('../locales/i18n.ts')
await nextTurn()
const { createApp } = await import('vue')
const { loadLanguage } = await import('./language.ts')
const page = await import('./FleetPage.vue')
await nextTurn()
loadLanguage()
createApp(page.default).use(i18n).mount('#fleet')

import { createApp } from 'vue'
import { i18n } from '../locales/i18n.ts'
import '../ui/tokens.css'
import '../ui/base.css'
import '../ui/button/button.css'
import FleetPage from './FleetPage.vue'
import { loadLanguage } from './language.ts'

loadLanguage()
createApp(FleetPage).use(i18n).mount('#fleet')

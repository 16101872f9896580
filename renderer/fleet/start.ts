import { createApp } from 'vue'
import { i18n } from '../locales/i18n.ts'
import FleetPage from './FleetPage.vue'
import { loadLanguage } from './language.ts'

/** Draws the page into a place of the document. */
export function start(place: string): void {
  loadLanguage()
  createApp(FleetPage).use(i18n).mount(place)
}

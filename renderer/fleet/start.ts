import { createApp } from 'vue'
import { i18n } from '../locales/i18n.ts'
import { early } from './early.ts'
import FleetPage from './FleetPage.vue'
import { loadLanguage } from './language.ts'
import { sessionOf } from './session.ts'

/** Draws the page into a place of the document, with the first stores if they have come. */
export async function start(place: string): Promise<void> {
  loadLanguage()
  await early.settled()
  const me = await early.takeMe()
  const first = me === null ? null : await sessionOf(me)
  createApp(FleetPage, { first }).use(i18n).mount(place)
}

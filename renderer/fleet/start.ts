import { createApp, type App } from 'vue'
import { createWebHashHistory } from 'vue-router'
import { language } from '../locales/i18n.ts'
import { early, isSignInLink } from './early.ts'
import FleetPage from './FleetPage.vue'
import { makeFleetRouter } from './router.ts'
import { sessionOf, useSession, type Session } from './session.ts'

/** The page at the address of this document. `first` is what is known of the session already. */
export function makeFleetApp(first: Session | null): App {
  const login = useSession(first)
  if (first === null && !isSignInLink()) void login.load()
  const router = makeFleetRouter(createWebHashHistory(), (key) => login.signIn(key))
  return createApp(FleetPage, { login }).use(router)
}

/** Draws the page into a place of the document, with the first stores if they have come. */
export async function start(place: string): Promise<void> {
  document.documentElement.lang = language()
  const me = await early.takeMe()
  makeFleetApp(me === null ? null : sessionOf(me)).mount(place)
}

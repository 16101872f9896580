import type { App } from 'vue'
import type { Role } from '#contract/shared/caller.ts'
import type { Delivery } from '#contract/deliveries/delivery.ts'
import type { PreparationTime } from '#contract/preparation-time/preparation-time.ts'
import { defaultSettings } from '#contract/settings/settings.ts'
import type { Preferences, Settings } from '#contract/settings/settings.ts'
import type { Pause, StoreHours } from '#contract/store-hours/store-hours.ts'
import { start } from '../app/start.ts'
import { FakeBridge, quietStatus } from './fake-bridge.ts'
import { sampleScreens } from './sample-screens.ts'

/** An instant some minutes from now. */
export const inMinutes = (minutes: number): string =>
  new Date(Date.now() + minutes * 60_000).toISOString()

export const deliveryOf = (state: Delivery['state'], some: Partial<Delivery> = {}): Delivery => ({
  state,
  since: inMinutes(-1),
  ...(['refused', 'unknown', 'expired'].includes(state) && {
    choices: ['retry', 'mark-done', 'dismiss'],
  }),
  ...some,
})

/** 25 minutes, which is the usual time, by default. */
export const makePreparation = (some: Partial<PreparationTime> = {}): PreparationTime => ({
  minutes: 25,
  usualMinutes: 25,
  differsFrom: null,
  change: { at: inMinutes(-30), reason: 'person', screen: 'Counter' },
  backAt: null,
  delivery: deliveryOf('confirmed'),
  isAutomatic: false,
  ...some,
})

/** A pause for a quarter of an hour that the platform knows, by default. */
export const makePause = (some: Partial<Pause> = {}): Pause => ({
  until: inMinutes(15),
  screen: 'Counter',
  delivery: deliveryOf('confirmed'),
  ...some,
})

export const makeHours = (some: Partial<StoreHours> = {}): StoreHours => ({
  timeZone: 'America/Santiago',
  known: null,
  version: '1',
  unread: [],
  question: null,
  sent: null,
  endOfToday: inMinutes(6 * 60),
  ...some,
})

interface Opened {
  address?: string
  role?: Role
  language?: Preferences['language']
  navigation?: Preferences['navigation']
  pause?: Pause | null
  settings?: Partial<Settings>
  answers?: FakeBridge['answers']
}

let app: App | undefined

/** Opens the app in the store's room, with a fake host. */
export async function openStore({
  address = '/store',
  role = 'manager',
  language = 'en',
  navigation = null,
  pause = null,
  settings = {},
  answers = {},
}: Opened = {}): Promise<FakeBridge> {
  const bridge = new FakeBridge()
  bridge.status = { ...quietStatus(), pause }
  bridge.preferences = { ...bridge.preferences, language, navigation }
  Object.assign(bridge.answers, {
    'screens.get': sampleScreens({ effectiveRole: role }),
    'settings.get': { ...defaultSettings, ...settings },
    'preparationTime.get': makePreparation(),
    'preparationTime.suggestion': null,
    'preparationTime.history': [],
    'preparationTime.set': makePreparation(),
    'preparationTime.setUsual': makePreparation(),
    'storeHours.get': makeHours(),
    'storeHours.history': [],
    'storeHours.pause': null,
    'storeHours.open': null,
    'deliveries.decide': 1,
    ...answers,
  })
  location.hash = `#${address}`
  const root = document.createElement('div')
  document.body.replaceChildren(root)
  app = await start(bridge, root)
  return bridge
}

/** Notifies the page of another preparation time, as the host does. */
export function changePreparation(bridge: FakeBridge, time: PreparationTime): void {
  bridge.answers['preparationTime.get'] = time
  bridge.notify({ type: 'preparationTime.changed' })
}

/** Notifies the page of a pause, or of its end. */
export function changePause(bridge: FakeBridge, pause: Pause | null): void {
  bridge.status = { ...quietStatus(), pause }
  bridge.notify({ type: 'status.changed', status: bridge.status })
}

/** Call after each test. */
export function closeStore(): void {
  app?.unmount()
  location.hash = ''
}

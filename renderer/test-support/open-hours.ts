import type { App } from 'vue'
import type { Delivery } from '#contract/deliveries/delivery.ts'
import type { Preferences } from '#contract/settings/settings.ts'
import type { Hours, OpenPeriod, StoreHours } from '#contract/store-hours/store-hours.ts'
import { start } from '../app/start.ts'
import { FakeBridge } from './fake-bridge.ts'

export const period = (from: number, to: number): OpenPeriod => ({
  fromMinute: from * 60,
  toMinute: to * 60,
})

/** Monday is closed, Friday goes on until 01:00, and a coming 25 December is closed. */
export const usualHours: Hours = {
  week: [
    [],
    [period(12, 16), period(19, 23)],
    [period(12, 22)],
    [period(12, 22)],
    [period(12, 25)],
    [period(12, 24)],
    [period(12, 20)],
  ],
  closedDays: ['2020-12-25', '2090-12-25'],
  special: [{ day: '2090-12-31', periods: [period(12, 17)] }],
}

export const makeStoreHours = (some: Partial<StoreHours> = {}): StoreHours => ({
  timeZone: 'America/Santiago',
  known: { hours: usualHours, source: 'store', readAt: '2026-11-24T21:20:00.000Z' },
  version: 'v1',
  unread: [],
  question: null,
  sent: null,
  endOfToday: '2026-11-25T03:00:00.000Z',
  ...some,
})

/** The store with other hours, as the platform shows them. */
export const withHours = (
  store: StoreHours,
  change: Partial<Hours>,
  version = 'v2',
): StoreHours => ({
  ...store,
  version,
  known: store.known && { ...store.known, hours: { ...store.known.hours, ...change } },
})

export const sentHours = (
  hours: Hours,
  delivery: Partial<Delivery> & Pick<Delivery, 'state'>,
): StoreHours['sent'] => ({
  hours,
  at: '2026-11-24T21:30:00.000Z',
  screen: 'Oficina',
  delivery: { since: '2026-11-24T21:30:01.000Z', ...delivery },
})

let app: App | undefined

/** Opens the app in the opening hours with a fake host, for component tests. */
export async function openHours(
  store: StoreHours = makeStoreHours(),
  language: Preferences['language'] = 'en',
  bridge = new FakeBridge(),
): Promise<FakeBridge> {
  app?.unmount()
  bridge.preferences = { ...bridge.preferences, language }
  bridge.answers['storeHours.get'] = store
  bridge.answers['deliveries.decide'] = 1
  location.hash = '#/store/hours'
  const root = document.createElement('div')
  document.body.replaceChildren(root)
  app = await start(bridge, root)
  return bridge
}

/** Notifies the page of other hours, as the host does. */
export function changeHours(bridge: FakeBridge, store: StoreHours): void {
  bridge.answers['storeHours.get'] = store
  bridge.notify({ type: 'storeHours.changed' })
}

/** Call after each test. */
export function closeHours(): void {
  app?.unmount()
  app = undefined
  location.hash = ''
  localStorage.clear()
}

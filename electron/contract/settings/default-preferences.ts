import type { Preferences } from './settings.ts'

/** What a screen likes before anyone chose anything. Apart from the schema, so that a page starts without reading one. */
export const defaultPreferences: Preferences = {
  language: null,
  theme: 'system',
  soundOn: true,
  volume: 0.8,
  types: [],
  showAllDay: false,
  showPayment: false,
  navigation: null,
  wallSize: 'M',
  wallColumns: null,
  wallHeader: true,
  cardNumbers: false,
  headBumps: false,
  wallKeys: {},
  screenName: '',
}

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaultPreferences } from '#contract/settings/default-preferences.ts'
import { preferencesSchema, type Preferences } from '#contract/settings/settings.ts'
import { orderTypes } from '#contract/tickets/ticket.ts'
import { createBrowserPreferences, parsePreferences } from './preferences.ts'

test.for<[string, unknown, object]>([
  ['nothing kept', null, {}],
  ['not an object', 'dark', {}],
  ['good fields', { theme: 'dark', volume: 0.2 }, { theme: 'dark', volume: 0.2 }],
  ['one bad field costs only itself', { theme: 'pink', volume: 0.2 }, { volume: 0.2 }],
  ['an unknown field is left out', { theme: 'light', gone: 1 }, { theme: 'light' }],
  ['a list with a stranger', { types: ['pickup', 'boat'] }, {}],
])('%s', ([, stored, expected]) => {
  expect(parsePreferences(stored)).toEqual({ ...defaultPreferences, ...expected })
})

test('what is written is read again, and broken storage falls back', () => {
  const stored = new Map<string, string>()
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  }
  const preferences = createBrowserPreferences(storage)
  preferences.write({ ...defaultPreferences, language: 'pt' })
  expect(preferences.read().language).toBe('pt')
  for (const key of stored.keys()) stored.set(key, '{"language":')
  expect(preferences.read()).toEqual(defaultPreferences)
})

const names = Object.keys(defaultPreferences) as (keyof Preferences)[]
/** Valid values, almost valid ones, and any JSON. */
const values = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    'en',
    'es',
    'pt',
    'system',
    'light',
    'dark',
    'shown',
    'corner',
    true,
    false,
    'true',
  ),
  fc.constantFrom<unknown>(0, 1, -0.1, 1.1, [], {}, '', ' Grill ', 'x'.repeat(40), 'x'.repeat(41)),
  fc.double({ min: 0, max: 1, noNaN: true }),
  fc.array(fc.constantFrom<unknown>(...orderTypes, 'boat', null)),
  fc.constantFrom<unknown>('S', 'XXL', 'M ', 2, 10, 11, 2.5),
  fc.dictionary(
    fc.constantFrom<string>('card1', 'undo', 'fly'),
    fc.constantFrom<unknown>('F1', '', 'x'.repeat(41), 1),
  ),
  fc.string({ maxLength: 50 }),
  fc.jsonValue(),
)

test('a field is valid exactly if the contract’s schema accepts it, and is read the same', () => {
  fc.assert(
    fc.property(fc.constantFrom(...names), values, (name, value) => {
      const bySchema = preferencesSchema.shape[name].safeParse(value)
      expect(parsePreferences({ [name]: value })[name]).toEqual(
        bySchema.success ? bySchema.data : defaultPreferences[name],
      )
    }),
    { numRuns: 2_000 },
  )
})

test('every field is read', () => {
  const others: Preferences = {
    language: 'es',
    guestLanguage: 'pt',
    theme: 'light',
    soundOn: false,
    volume: 0.3,
    types: ['table'],
    showAllDay: true,
    soundCancelled: 'low',
    soundRefused: 'wood',
    soundChanged: 'double',
    soundAllergy: 'chime',
    soundDriver: 'bell',
    soundNew: 'off',
    showPayment: true,
    denseCards: true,
    navigation: 'corner',
    wallSize: 'XL',
    wallColumns: 4,
    wallHeader: false,
    cardNumbers: true,
    headBumps: true,
    wallKeys: { card1: 'F1' },
    screenName: 'Grill',
    isWelcomed: true,
    keepAwake: false,
    kiosk: true,
    isTourOffered: true,
    namesDeclined: 2,
  }
  expect(parsePreferences(others)).toEqual(others)
})

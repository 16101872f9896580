import { expect, test } from 'vitest'
import { defaultPreferences } from '#contract/default-preferences.ts'
import { createBrowserPreferences, parsePreferences } from './preferences.ts'

test.for<[string, unknown, object]>([
  ['nothing kept', null, {}],
  ['not an object', 'dark', {}],
  ['good fields', { theme: 'dark', volume: 0.2 }, { theme: 'dark', volume: 0.2 }],
  ['one bad field costs only itself', { theme: 'pink', volume: 0.2 }, { volume: 0.2 }],
  ['an unknown field is left out', { theme: 'light', gone: 1 }, { theme: 'light' }],
  ['a list with a stranger', { types: ['pickup', 'boat'] }, {}],
])('%s', ([, kept, expected]) => {
  expect(parsePreferences(kept)).toEqual({ ...defaultPreferences, ...expected })
})

test('what is written is read again, and broken storage falls back', () => {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
  const preferences = createBrowserPreferences(storage)
  preferences.write({ ...defaultPreferences, language: 'pt' })
  expect(preferences.read().language).toBe('pt')
  for (const key of kept.keys()) kept.set(key, '{"language":')
  expect(preferences.read()).toEqual(defaultPreferences)
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { App } from 'vue'
import type { Language } from '#contract/shared/languages.ts'
import type { sounds as Sounds } from '#contract/settings/sections/screen.ts'
import {
  defaultSettings,
  preferencesSchema,
  settingsSchema,
  type Preferences,
} from '#contract/settings/settings.ts'
import { start } from '../app/start.ts'
import { parsePreferences } from '../bridge/preferences.ts'
import { FakeBridge } from '../test-support/fake-bridge.ts'
import type * as Files from '../locales/message-files.ts'
import type { MessageFiles } from '../locales/message-files.ts'
import type { RowTexts, SettingTexts } from '../locales/settings/row-texts.ts'

vi.mock('#contract/settings/sections/screen.ts', async (original) => {
  const sections = await original<{ sounds: typeof Sounds }>()
  const { choice, number, toggle } = await import('#contract/settings/row.ts')
  // What a developer writes to add a setting: a row in its section, and its texts in each language.
  const added = {
    ovenMinutes: number({ of: 'restaurant', default: 12, min: 1, max: 90 }),
    doorbell: toggle({ of: 'screen', default: true }),
    tune: choice(['bell', 'horn'], { of: 'screen', default: 'bell' }),
  }
  return { ...sections, sounds: { ...sections.sounds, ...added } }
})

vi.mock('../locales/message-files.ts', async (original) => {
  const files = await original<typeof Files>()
  const added: Record<Language, Record<string, RowTexts>> = {
    en: {
      ovenMinutes: {
        name: 'Oven time',
        hint: 'Until it is hot.',
        value: '{n} min',
        search: 'pizza',
      },
      doorbell: { name: 'Ring for the door', search: 'knock' },
      tune: { name: 'Tune', search: 'melody', choices: { bell: 'A bell', horn: 'A horn' } },
    },
    es: {
      ovenMinutes: {
        name: 'Tiempo de horno',
        hint: 'Hasta que calienta.',
        value: '{n} min',
        search: 'horno',
      },
      doorbell: { name: 'Sonar por la puerta', search: 'golpe' },
      tune: { name: 'Melodía', search: 'son', choices: { bell: 'Timbre', horn: 'Bocina' } },
    },
    pt: {
      ovenMinutes: {
        name: 'Tempo do forno',
        hint: 'Até esquentar.',
        value: '{n} min',
        search: 'forno',
      },
      doorbell: { name: 'Tocar pela porta', search: 'batida' },
      tune: { name: 'Melodia', search: 'som', choices: { bell: 'Campainha', horn: 'Buzina' } },
    },
  }
  const byLanguage = (messageFiles: MessageFiles): unknown => {
    const texts = files.byLanguage<Partial<SettingTexts>>(messageFiles)
    if (texts.en.settingRow === undefined) return texts
    return Object.fromEntries(
      Object.entries(texts).map(([language, { settingRow, ...others }]) => [
        language,
        { ...others, settingRow: { ...settingRow, ...added[language as Language] } },
      ]),
    )
  }
  return { ...files, byLanguage }
})

let app: App | undefined
beforeEach(() => page.viewport(1280, 800))
afterEach(() => {
  app?.unmount()
  location.hash = ''
})

async function open(language: Preferences['language']): Promise<FakeBridge> {
  const bridge = new FakeBridge()
  bridge.preferences = { ...bridge.preferences, language }
  bridge.answers['settings.get'] = defaultSettings
  bridge.answers['settings.change'] = defaultSettings
  location.hash = '#/setup/sounds'
  const root = document.createElement('div')
  document.body.replaceChildren(root)
  app = await start(bridge, root)
  await expect.element(page.getByRole('searchbox')).toBeVisible()
  return bridge
}

test.for([
  ['en', 'Oven time', 'Until it is hot.', 'Ring for the door', 'Tune', 'A horn', 'pizza'],
  [
    'es',
    'Tiempo de horno',
    'Hasta que calienta.',
    'Sonar por la puerta',
    'Melodía',
    'Bocina',
    'horno',
  ],
  ['pt', 'Tempo do forno', 'Até esquentar.', 'Tocar pela porta', 'Melodia', 'Buzina', 'forno'],
] as const)(
  'a row that is added is a field of Settings in %s, is found there, and sets its value',
  async ([language, oven, hint, door, tune, horn, search]) => {
    const bridge = await open(language)
    const slider = page.getByRole('slider', { name: oven })
    await expect.element(slider).toHaveValue('12')
    await expect.element(slider).toHaveAttribute('aria-valuetext', '12 min')
    await expect.element(slider).toHaveAccessibleDescription(hint)
    await expect.element(slider).toHaveAttribute('max', '90')
    const ring = page.getByRole('switch', { name: door })
    await expect.element(ring).toBeChecked()
    await ring.click()
    await expect.element(ring).not.toBeChecked()
    await page.getByRole('group', { name: tune }).getByText(horn).click()
    await expect.poll(() => bridge.preferences).toMatchObject({ doorbell: false, tune: 'horn' })
    await page.getByRole('searchbox').fill(search)
    await expect.element(slider).toBeVisible()
    expect(page.getByRole('slider').elements()).toHaveLength(1)
    slider.element().focus()
    await userEvent.keyboard('{ArrowRight}')
    await expect.poll(() => bridge.asked('settings.change')).toEqual([{ ovenMinutes: 13 }])
  },
)

test('the host’s schema and the page’s preferences have its default and its range', () => {
  const change = settingsSchema.partial()
  expect(defaultSettings).toMatchObject({ ovenMinutes: 12 })
  expect(change.parse({ ovenMinutes: 90 })).toEqual({ ovenMinutes: 90 })
  for (const ovenMinutes of [0, 91, 2.5, '12', null])
    expect(change.safeParse({ ovenMinutes }).success).toBe(false)
  const own = parsePreferences({ doorbell: 'no', tune: 'horn' })
  expect(own).toMatchObject({ doorbell: true, tune: 'horn' })
  expect(preferencesSchema.parse(own)).toEqual(own)
  expect(preferencesSchema.safeParse({ ...own, tune: 'drum' }).success).toBe(false)
})

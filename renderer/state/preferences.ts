import { defineStore } from 'pinia'
import { shallowRef, watch } from 'vue'
import { defaultPreferences } from '#contract/settings/default-preferences.ts'
import type { Preferences } from '#contract/settings/settings.ts'
import { useBridge } from '../bridge/key.ts'
import { setLanguage } from '../locales/i18n.ts'

function setTheme(theme: Preferences['theme']): void {
  const { dataset } = document.documentElement
  if (theme === 'system') delete dataset['theme']
  else dataset['theme'] = theme
}

export const usePreferences = defineStore('preferences', () => {
  const bridge = useBridge()
  const preferences = shallowRef<Preferences>(defaultPreferences)

  watch(
    preferences,
    ({ theme, language }) => {
      setTheme(theme)
      void setLanguage(language).catch(() => null)
    },
    { immediate: true },
  )

  async function load(): Promise<void> {
    const own = await bridge.readPreferences()
    // Nothing shows in another language first.
    await setLanguage(own.language).catch(() => null)
    preferences.value = own
  }

  async function change(some: Partial<Preferences>): Promise<void> {
    preferences.value = { ...preferences.value, ...some }
    await bridge.writePreferences(preferences.value)
  }

  return { preferences, load, change }
})

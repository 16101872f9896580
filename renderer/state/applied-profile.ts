import { computed, reactive } from 'vue'
import type { KeyMenuPath } from '#contract/profiles/profiles.ts'
import { language } from '../locales/i18n.ts'
import { useHostQuery } from './host-query.ts'

/** Where the platform's settings have the access key, in this screen's language; empty if unknown. */
export function menuPathText(path: KeyMenuPath | null | undefined): string {
  if (path === null || path === undefined) return ''
  return typeof path === 'string' ? path : (path[language()] ?? Object.values(path)[0] ?? '')
}

/** What a setup file set in the open store, and what of it can't be changed. Imports the query library. */
export function useAppliedProfile() {
  const { data } = useHostQuery('profiles.get', {})
  const isLocked = computed(() => data.value?.locked === true)
  const screens = computed(() => data.value?.screens ?? [])
  return reactive({
    isLocked,
    /** The places that it has for screens. */
    screens,
    keyMenuPath: computed(() => menuPathText(data.value?.keyMenuPath)),
    locksSetting: (name: string): boolean =>
      isLocked.value && data.value?.settings.some((each) => each === name) === true,
    locksPrinter: (name: string): boolean =>
      isLocked.value && data.value?.printers.includes(name) === true,
    locksScreen: (name: string): boolean =>
      isLocked.value && screens.value.some((each) => each.name === name),
  })
}

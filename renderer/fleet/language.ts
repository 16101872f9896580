import { languages, type Language } from '#contract/shared/languages.ts'
import { setLanguage } from '../locales/i18n.ts'

const place = 'fleet-language'

/** The language chosen before in this browser, else the browser's own. */
export function loadLanguage(): void {
  let stored: string | null = null
  try {
    stored = localStorage.getItem(place)
  } catch {
    // This browser stores nothing for the page.
  }
  setLanguage(languages.find((one) => one === stored) ?? null)
}

export function chooseLanguage(chosen: Language): void {
  setLanguage(chosen)
  try {
    localStorage.setItem(place, chosen)
  } catch {
    // Then it is chosen again next time.
  }
}

import { calendarDay } from '../clock/when.ts'
import { language } from '../locales/i18n.ts'

/** How many guests, or movements of one, the platform tells at once. */
export const pageSize = 50

/** A number as the language writes it; a dash where the platform does not say. */
export const written = (value: number | null): string =>
  value === null ? '–' : new Intl.NumberFormat(language()).format(value)

/** The day of an instant in the store's zone; a dash where there is none. */
export const dayOf = (instant: string | null, timeZone: string | undefined): string =>
  instant === null ? '–' : calendarDay(instant, language(), timeZone)

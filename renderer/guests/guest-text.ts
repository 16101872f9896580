import { calendarDay } from '../clock/when.ts'
import { language } from '../locales/i18n.ts'

/** How many guests or movements the platform sends per page. */
export const pageSize = 50

/** A number in the format of the language; a dash if the platform doesn't say. */
export const numberOrDash = (value: number | null): string =>
  value === null ? '–' : new Intl.NumberFormat(language()).format(value)

/** The day of an instant in the store's time zone; a dash if there is none. */
export const dayOrDash = (instant: string | null, timeZone: string | undefined): string =>
  instant === null ? '–' : calendarDay(instant, language(), timeZone)

/** The name of a month, 1 to 12; a dash if it is unknown. */
export const monthOrDash = (month: number | null): string =>
  month === null
    ? '–'
    : new Intl.DateTimeFormat(language(), { month: 'long', timeZone: 'UTC' }).format(
        Date.UTC(2024, month - 1, 15),
      )

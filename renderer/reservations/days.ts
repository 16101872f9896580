import { addDays } from '../clock/instant-at.ts'
import { plainDay } from '../clock/when.ts'
import { language } from '../locales/i18n.ts'

export function mondayOf(day: string): string {
  const weekday = new Date(`${day}T12:00:00Z`).getUTCDay()
  return addDays(day, -((weekday + 6) % 7))
}

/** A day for people, `Mon 23 Nov`; `long` writes weekday and month in full. */
export const dayText = (day: string, long = false): string => plainDay(day, language(), long)

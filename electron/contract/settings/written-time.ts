import type { Language } from '../shared/languages.ts'
import type { TimeFormat } from './fields.ts'

/** Languages that write the halves of the day in another way than AM and PM. */
const ownHalves: Partial<Record<Language, readonly [beforeNoon: string, fromNoon: string]>> = {
  es: ['a.\u00a0m.', 'p.\u00a0m.'],
}

/** Before noon and from noon on, as `Intl` writes it in this language. */
export const halvesOfDay = (language: Language) => ownHalves[language] ?? (['AM', 'PM'] as const)

/** Hour, minute and half of the day of a time, HH:MM, on a clock with 12 hours. */
export function onTwelveHours(time: string, language: Language) {
  const [hour = '', minute = ''] = time.split(':')
  const half = halvesOfDay(language)[Number(hour) < 12 ? 0 : 1]
  return { hour: String(Number(hour) % 12 || 12), minute, half }
}

/**
 * A time, HH:MM, as people read it. Made by hand, because the first `Intl` format would delay the
 * start of a screen. The spaces in it don't break.
 */
export function writtenTime(time: string, format: TimeFormat, language: Language): string {
  if (format !== '12-hour') return time
  const { hour, minute, half } = onTwelveHours(time, language)
  return `${hour}:${minute}\u00a0${half}`
}

import { addDays } from '../../clock/instant-at.ts'

// People say "Friday at half past midnight" for the night that begins on Friday. A draft has the
// calendar's day, so that drafts of earlier versions keep their meaning.

const isInTheNight = (time: string, border: string): boolean => time !== '' && time < border

/** The calendar's day of a time (HH:MM) in the business day that begins at `border` (HH:MM). */
export const calendarDayOf = (evening: string, time: string, border: string): string =>
  evening !== '' && isInTheNight(time, border) ? addDays(evening, 1) : evening

/** The business day of a time on a calendar day. */
export const eveningOf = (day: string, time: string, border: string): string =>
  day !== '' && isInTheNight(time, border) ? addDays(day, -1) : day

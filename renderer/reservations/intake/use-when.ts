import { computed } from 'vue'
import type { Draft } from '#contract/reservations/reservations.ts'
import { instantsAt, nextInstantAt } from '../../clock/instant-at.ts'
import { readableTime, timeOfDay } from '../../clock/times.ts'
import { language } from '../../locales/i18n.ts'
import { useStatus } from '../../state/health/status.ts'
import { useDayBorder } from '../../state/store-time.ts'
import { dayText } from '../days.ts'
import { say } from '../messages.ts'
import { calendarDayOf, eveningOf } from './nights.ts'

/** A sentence why the clock doesn't show this time on that day; null if it does. */
export function skippedText(
  { day, time }: Pick<Draft, 'day' | 'time'>,
  timeZone: string | undefined,
): string | null {
  if (day === '' || time === '' || instantsAt(day, time, timeZone).length > 0) return null
  const next = timeOfDay(nextInstantAt(day, time, timeZone), language(), timeZone)
  return say('intake.skipped', { time: readableTime(time, language()), next })
}

/**
 * The day and the time of a draft as people say them: a time after midnight belongs to the evening
 * that began, and keeps to it if the other of the two is changed.
 */
export function useWhen(values: Draft, type: (typed: Partial<Draft>) => void) {
  const status = useStatus()
  const border = useDayBorder()
  const evening = computed(() => eveningOf(values.day, values.time, border.value))
  const set = (to: string, time: string) =>
    type({ day: calendarDayOf(to, time, border.value), time, isSecond: false })
  return {
    day: computed({ get: () => evening.value, set: (to) => set(to, values.time) }),
    time: computed({ get: () => values.time, set: (to) => set(evening.value, to) }),
    /** Which night is meant; empty before midnight. */
    night: computed(() =>
      evening.value === values.day ? '' : say('intake.night', { day: dayText(values.day, true) }),
    ),
    /** The clock shows the time twice that night. */
    isTwice: computed(
      () =>
        values.day !== '' &&
        values.time !== '' &&
        instantsAt(values.day, values.time, status.timeZone).length > 1,
    ),
  }
}

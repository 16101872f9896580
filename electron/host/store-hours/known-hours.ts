import { hash } from 'node:crypto'
import type { Hours, StoreHours } from '#contract/store-hours.ts'
import { endOfToday, hoursOf, scheduleOf, type ScheduleRules } from '#domain/store-hours/hours.ts'
import { fitWeekdays, oddDay, usedNumbers } from '#domain/store-hours/weekdays.ts'
import type { Schedule } from '#platform/stores.ts'
import { isoNow } from '../clock.ts'
import { menu } from '../menu/menu.ts'
import type { AnsweredStore, Context } from '../noun.ts'
import type { HoursStore } from './store.ts'

const prefix = 'schedule.'

/** The paths below the schedule that could not be read, without its name. */
const unreadFields = (paths: readonly string[]): string[] =>
  paths.flatMap((path) =>
    path === 'schedule' ? ['schedule'] : path.startsWith(prefix) ? [path.slice(prefix.length)] : [],
  )

/** What the platform has shown of the store's hours. */
export function createKnownHours(context: Context, store: HoursStore) {
  const menus = context.use(menu)

  const rules = (schedule: Schedule | null): ScheduleRules => ({
    weekdays: fitWeekdays(menus.weekdays.numbers, usedNumbers(schedule)),
    timeZone: context.timeZone(),
  })

  /** The store's own schedule, else its menu's; null if the platform has shown none. */
  function read():
    | (NonNullable<StoreHours['known']> & { unread: string[]; schedule: Schedule })
    | null {
    const { known } = store.load()
    const source = known === null ? 'menu' : 'store'
    const schedule = known?.schedule ?? menus.schedule
    const readAt = known?.readAt ?? menus.state.readAt
    if (schedule === null || readAt === null) return null
    const { hours, unread } = hoursOf(schedule, rules(schedule))
    return { hours, source, readAt, schedule, unread: [...(known?.unread ?? []), ...unread] }
  }

  return {
    read,
    view(): Pick<
      StoreHours,
      'timeZone' | 'known' | 'version' | 'unread' | 'question' | 'endOfToday'
    > {
      const known = read()
      const odd = known === null || menus.weekdays.isConfirmed ? null : oddDay(known.hours)
      const timeZone = context.timeZone()
      return {
        timeZone,
        known: known && { hours: known.hours, source: known.source, readAt: known.readAt },
        version: hash('sha256', JSON.stringify([known?.source, known?.hours])).slice(0, 16),
        unread: known?.unread ?? [],
        question: odd && { periods: odd.periods },
        endOfToday: new Date(
          endOfToday(known?.hours ?? null, timeZone, context.clock.now()),
        ).toISOString(),
      }
    },
    /** The numbers of Monday to Sunday in what the platform has shown. */
    weekdays: () => rules(read()?.schedule ?? null).weekdays,
    toSchedule(hours: Hours) {
      const before = read()?.schedule ?? null
      return scheduleOf(hours, before, rules(before))
    },
    /** Stores the schedule of an answer. Returns whether it has one. */
    learn({ store: { _id: storeId, schedule }, unread }: AnsweredStore): boolean {
      if (schedule == null) return false
      const readAt = isoNow(context.clock)
      const known = { storeId, schedule, unread: unreadFields(unread), readAt }
      store.change({ known, closedUntil: schedule.closedUntilDate ?? null })
      return true
    },
  }
}

import { hash } from 'node:crypto'
import type { Hours, StoreHours } from '#contract/store-hours/store-hours.ts'
import { endOfToday, hoursOf, scheduleOf, type ScheduleRules } from '#domain/store-hours/hours.ts'
import { fitWeekdays, oddDay, turnWeekdays, usedNumbers } from '#domain/store-hours/weekdays.ts'
import type { Schedule } from '#platform/stores.ts'
import { isoNow } from '../clock/clock.ts'
import { menu, type Menu } from '../menu/menu.ts'
import type { AnsweredStore, Context } from '../noun.ts'
import type { HoursStore } from './store.ts'

const prefix = 'schedule.'

/** The paths below the schedule that could not be read, without its name. */
const unreadFields = (paths: readonly string[]): string[] =>
  paths.flatMap((path) =>
    path === 'schedule' ? ['schedule'] : path.startsWith(prefix) ? [path.slice(prefix.length)] : [],
  )

interface ShownHours extends NonNullable<StoreHours['known']> {
  unread: string[]
  schedule: Schedule
}

/** What the platform has shown of the store's hours. */
export class ReportedHours {
  readonly #context: Context
  readonly #store: HoursStore
  readonly #menus: Menu

  constructor(context: Context, store: HoursStore) {
    this.#context = context
    this.#store = store
    this.#menus = context.use(menu)
  }

  /** The store's own schedule, else its menu's; null if the platform has shown none. */
  get(): ShownHours | null {
    const { known: copy } = this.#store.load()
    const source = copy === null ? 'menu' : 'store'
    const schedule = copy?.schedule ?? this.#menus.schedule
    const readAt = copy?.readAt ?? this.#menus.state.readAt
    if (schedule === null || readAt === null) return null
    const { hours, unread } = hoursOf(schedule, this.#rules(schedule))
    return { hours, source, readAt, schedule, unread: [...(copy?.unread ?? []), ...unread] }
  }

  view(): Omit<StoreHours, 'sent'> {
    const shown = this.get()
    const odd = shown === null || this.#menus.weekdays.isConfirmed ? null : oddDay(shown.hours)
    const timeZone = this.#context.timeZone()
    const end = endOfToday(shown?.hours ?? null, timeZone, this.#context.clock.now())
    return {
      timeZone,
      known: shown && { hours: shown.hours, source: shown.source, readAt: shown.readAt },
      version: hash('sha256', JSON.stringify([shown?.source, shown?.hours])).slice(0, 16),
      unread: shown?.unread ?? [],
      question: odd && { periods: odd.periods },
      endOfToday: new Date(end).toISOString(),
    }
  }

  toSchedule(hours: Hours): ReturnType<typeof scheduleOf> {
    const before = this.get()?.schedule ?? null
    return scheduleOf(hours, before, this.#rules(before))
  }

  /** Stores the schedule of an answer. Returns whether it has one. */
  learn({ store: { _id: storeId, schedule }, unread }: AnsweredStore): boolean {
    if (schedule == null) return false
    const readAt = isoNow(this.#context.clock)
    const copy = { storeId, schedule, unread: unreadFields(unread), readAt }
    this.#store.save({ known: copy, closedUntil: schedule.closedUntilDate ?? null })
    return true
  }

  /**
   * A person says that the one day with hours of its own is this weekday (1 is Monday). Returns
   * false if there is no such day.
   */
  confirmWeekday(weekday: number): boolean {
    const shown = this.get()
    const odd = shown === null ? null : oddDay(shown.hours)
    if (shown === null || odd === null) return false
    const { weekdays } = this.#rules(shown.schedule)
    this.#menus.confirmWeekdays(turnWeekdays(weekdays, odd.weekday, weekday))
    return true
  }

  #rules(schedule: Schedule | null): ScheduleRules {
    return {
      weekdays: fitWeekdays(this.#menus.weekdays.numbers, usedNumbers(schedule)),
      timeZone: this.#context.timeZone(),
    }
  }
}

import { z } from 'zod'
import { answers, badRequest, notFound } from '../answers.ts'
import {
  availability,
  closureBody,
  scheduleChange,
  weekdays,
  withBareDays,
  type ScheduleChange,
  type WireSchedule,
} from './schedule.ts'
import storesFile from '../../../resources/practice/stores.json' with { type: 'json' }
import type { Effects } from '../effects.ts'
import { wallDay, wallInstant } from '../wall-clock.ts'

/** `comment` is version 1 only. */
type WireStoreAddress = (typeof storesFile.stores)[number]['address']

/** The platform's data of a store, with the fields of both versions. Durations are in minutes. */
export interface WireStore {
  _id: string
  websiteId: string
  name: string
  externalId: string
  phone: string
  timezone: string
  acceptDelivery: boolean
  acceptServe: boolean
  acceptGo: boolean
  currentPreparationDuration: number
  currentDeliveryDuration: number
  address: WireStoreAddress
  schedule: WireSchedule
}

interface StoreOptions {
  /** Epoch milliseconds; the closed days are the next holidays. */
  now: () => number
  effects: Effects
  /** Default: the practice website's stores. */
  stores?: typeof storesFile.stores
}

const weekdayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

const numbersOf = (days: string): number[] =>
  days.split(' ').flatMap((name) => weekdays[weekdayNames.indexOf(name)] ?? [])

/** The start of each coming holiday, soonest first. */
function comingHolidays(at: number, timeZone: string): string[] {
  const { year } = wallDay(at, timeZone)
  return storesFile.holidays
    .flatMap(({ month, day }) =>
      [year, year + 1].map((each) => wallInstant({ year: each, month, day }, 0, timeZone)),
    )
    .filter((instant) => instant > at)
    .sort((one, other) => one - other)
    .slice(0, storesFile.holidays.length)
    .map((instant) => new Date(instant).toISOString())
}

/** The store closes early on the next 31 December. */
const newYearsEvePeriod = (
  at: number,
  timeZone: string,
): WireSchedule['specialPeriods'][number] => ({
  days: [
    new Date(
      wallInstant({ year: wallDay(at, timeZone).year, month: 12, day: 31 }, 0, timeZone),
    ).toISOString(),
  ],
  fromMinute: 690,
  toMinute: 960,
})

/**
 * The website's stores and their changes, starting with resources/practice/stores.json. Changes
 * throw for an unknown id.
 */
export function createPracticeStores({ now, effects, stores = storesFile.stores }: StoreOptions) {
  const opened = now()
  const byId = new Map<string, WireStore>(
    stores.map((store) => [
      store._id,
      {
        ...store,
        schedule: {
          closedUntilDate: null,
          closedDays: comingHolidays(opened, store.timezone),
          availableAtPeriods: store.schedule.availableAtPeriods,
          openPeriods: store.schedule.openPeriods.map(({ days, ...minutes }) => ({
            daysOfWeek: numbersOf(days),
            ...minutes,
          })),
          specialPeriods: [newYearsEvePeriod(opened, store.timezone)],
        },
      },
    ]),
  )

  const prepared = new Map<string, number>()
  let mostMinutes = Infinity

  function change(id: string, how: (store: WireStore) => WireStore): WireStore {
    const store = byId.get(id)
    if (store === undefined) throw new Error(`no store ${id}`)
    const changed = how(store)
    byId.set(id, changed)
    return changed
  }

  return {
    all: () => [...byId.values()],
    find: (key: string) =>
      byId.get(key) ?? [...byId.values()].find(({ externalId }) => externalId === key),
    /** From now on, longer preparation times are set to this many minutes. */
    limitPreparation(minutes: number): void {
      mostMinutes = minutes
    },
    setPreparationDuration(id: string, asked: number) {
      const minutes = Math.min(asked, mostMinutes)
      const store = change(id, (known) => ({ ...known, currentPreparationDuration: minutes }))
      prepared.set(id, minutes)
      effects.happened('preparation-duration', id)
      return store
    },
    /** The preparation time set since the start, in minutes; null if none was set. */
    preparationSet: (id: string) => prepared.get(id) ?? null,
    /** Absent fields stay as they are. */
    changeSchedule(id: string, { timezone, ...given }: ScheduleChange) {
      const store = change(id, (known) => ({
        ...known,
        timezone: timezone ?? known.timezone,
        schedule: { ...known.schedule, ...given },
      }))
      effects.happened('store-schedule', id)
      return store
    },
    /** Null ends a closure and cancels a planned one. */
    closeUntil(id: string, closedUntilDate: string | null) {
      const store = change(id, (known) => ({
        ...known,
        schedule: { ...known.schedule, closedUntilDate },
      }))
      effects.happened('temporary-close', id)
      return store
    },
  }
}

export type PracticeStores = ReturnType<typeof createPracticeStores>

/** Keeping absent fields is an assumption: the documentation only shows all four together. */
const scheduleBody = z.strictObject({ storeId: z.string(), schedule: scheduleChange })

function storeView(store: WireStore, now: number): object {
  const { comment: _comment, ...address } = store.address
  const { availableAtPeriods: _available, ...schedule } = withBareDays(
    store.schedule,
    store.timezone,
  )
  const state = availability(store.schedule, store.timezone, now)
  return { ...store, address, schedule: { ...schedule, ...state } }
}

/**
 * A store in version 1's shape: days are date-times, `timezone` is inside the schedule, and the
 * address has its comment.
 */
function storeViewV1({ timezone, schedule, ...store }: WireStore, now: number): object {
  const state = availability(schedule, timezone, now)
  return { ...store, schedule: { ...schedule, ...state, timezone } }
}

/**
 * The operations of a store: preparation time, temporary closing and schedule. `now` is in epoch
 * milliseconds. The refusals of updateStoreSchedule aren't documented: ours are 400 with one
 * sentence, for an unknown store in the style of updateStock's messages.
 */
export function stores(byId: PracticeStores, now: () => number) {
  const find = ({ storeId }: { storeId: string }) => byId.find(storeId) ?? notFound('Store')
  return {
    setPreparationDuration: answers('setPreparationDuration', {
      find,
      answer: ({ found, body }) =>
        storeView(byId.setPreparationDuration(found._id, body.currentPreparationDuration), now()),
    }),
    temporaryClose: answers('temporaryClose', {
      find,
      body: closureBody,
      answer: ({ found, body }) =>
        storeView(byId.closeUntil(found._id, body.closedUntilDate), now()),
    }),
    updateStoreSchedule: answers('updateStoreSchedule', {
      body: scheduleBody,
      answer({ body: { storeId, schedule } }) {
        const store = byId.find(storeId)
        return store === undefined
          ? badRequest(`Store not found [storeId:${storeId}]`)
          : storeViewV1(byId.changeSchedule(store._id, schedule), now())
      },
    }),
  }
}

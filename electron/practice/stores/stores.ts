import { z } from 'zod'
import { answers, badRequest, notFound, type Refusal } from '../answers.ts'
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

/** A store as it is when the practice platform starts. */
const openedStore = (store: (typeof storesFile.stores)[number], now: number): WireStore => ({
  ...store,
  schedule: {
    closedUntilDate: null,
    closedDays: comingHolidays(now, store.timezone),
    availableAtPeriods: store.schedule.availableAtPeriods,
    openPeriods: store.schedule.openPeriods.map(({ days, ...minutes }) => ({
      daysOfWeek: numbersOf(days),
      ...minutes,
    })),
    specialPeriods: [newYearsEvePeriod(now, store.timezone)],
  },
})

/**
 * The website's stores and their changes, starting with resources/practice/stores.json. Changes
 * throw for an unknown id.
 */
export class PracticeStores {
  readonly #effects: Effects
  readonly #byId: Map<string, WireStore>
  readonly #preparationSet = new Map<string, number>()
  #maxPreparation = Infinity

  constructor({ now, effects, stores = storesFile.stores }: StoreOptions) {
    this.#effects = effects
    const opened = now()
    this.#byId = new Map(stores.map((store) => [store._id, openedStore(store, opened)]))
  }

  all(): WireStore[] {
    return [...this.#byId.values()]
  }

  /** By id or external id. */
  find(key: string): WireStore | undefined {
    return this.#byId.get(key) ?? this.all().find(({ externalId }) => externalId === key)
  }

  /** From now on, longer preparation times are set to this many minutes. */
  limitPreparation(minutes: number): void {
    this.#maxPreparation = minutes
  }

  setPreparationDuration(id: string, requested: number): WireStore {
    const minutes = Math.min(requested, this.#maxPreparation)
    const store = this.#change(id, { currentPreparationDuration: minutes })
    this.#preparationSet.set(id, minutes)
    this.#effects.happened('preparation-duration', id)
    return store
  }

  /** The preparation time set since the start, in minutes; null if none was set. */
  preparationSet(id: string): number | null {
    return this.#preparationSet.get(id) ?? null
  }

  /** Absent fields stay as they are. */
  changeSchedule(id: string, { timezone, ...change }: ScheduleChange): WireStore {
    const { schedule, timezone: before } = this.#get(id)
    const store = this.#change(id, {
      timezone: timezone ?? before,
      schedule: { ...schedule, ...change },
    })
    this.#effects.happened('store-schedule', id)
    return store
  }

  /** Null ends a closure and cancels a planned one. */
  closeUntil(id: string, closedUntilDate: string | null): WireStore {
    const { schedule } = this.#get(id)
    const store = this.#change(id, { schedule: { ...schedule, closedUntilDate } })
    this.#effects.happened('temporary-close', id)
    return store
  }

  #get(id: string): WireStore {
    const store = this.#byId.get(id)
    if (store === undefined) throw new Error(`no store ${id}`)
    return store
  }

  #change(id: string, change: Partial<WireStore>): WireStore {
    const store = { ...this.#get(id), ...change }
    this.#byId.set(id, store)
    return store
  }
}

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
 * The operations of a store: preparation time, temporary closing and schedule. The refusals of
 * updateStoreSchedule aren't documented: ours are 400 with one sentence, for an unknown store in the
 * style of updateStock's messages.
 */
export class StoreOperations {
  readonly #stores: PracticeStores
  readonly #now: () => number

  readonly setPreparationDuration = answers('setPreparationDuration', {
    find: ({ storeId }) => this.#find(storeId),
    answer: ({ target: store, body: { currentPreparationDuration: minutes } }) =>
      storeView(this.#stores.setPreparationDuration(store._id, minutes), this.#now()),
  })

  readonly temporaryClose = answers('temporaryClose', {
    find: ({ storeId }) => this.#find(storeId),
    body: closureBody,
    answer: ({ target: store, body }) =>
      storeView(this.#stores.closeUntil(store._id, body.closedUntilDate), this.#now()),
  })

  readonly updateStoreSchedule = answers('updateStoreSchedule', {
    body: scheduleBody,
    answer: ({ body: { storeId, schedule } }) => {
      const store = this.#stores.find(storeId)
      return store === undefined
        ? badRequest(`Store not found [storeId:${storeId}]`)
        : storeViewV1(this.#stores.changeSchedule(store._id, schedule), this.#now())
    },
  })

  /** `now` is in epoch milliseconds. */
  constructor(stores: PracticeStores, now: () => number) {
    this.#stores = stores
    this.#now = now
  }

  #find(id: string): WireStore | Refusal {
    return this.#stores.find(id) ?? notFound('Store')
  }
}
